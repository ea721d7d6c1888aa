import classes from './money.module.css'

interface MoneyProps {
  /** Already written for the reader: '$12.50'. */
  text: string
  /** The amount in its own currency, shown on hover when it was converted. */
  original?: string | undefined
  tone?: 'plain' | 'gain' | 'loss'
}

/** Left to right and isolated, so an amount reads the same inside Arabic text. */
export function Money({ text, original, tone = 'plain' }: MoneyProps) {
  return (
    <bdi dir="ltr" className={classes.money} data-tone={tone} title={original}>
      {text}
    </bdi>
  )
}
