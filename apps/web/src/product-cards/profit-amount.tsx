import type { OrderProfit } from '@omni/contracts/profit.fields.ts'
import { countryName } from '@omni/domain/countries.ts'
import { type Minor, toDecimal } from '@omni/domain/money.ts'
import { Money } from '@omni/ui/money.tsx'
import type { z } from 'zod'
import { useMoney } from '../platform/display.ts'
import { intlLocale, type Translate, useLanguage, useT } from '../platform/i18n.ts'
import classes from './profit-amount.module.css'

/** Of an order, a product, a day: all are written by the same rule. */
export type ShownProfit = Pick<z.output<typeof OrderProfit>, 'state' | 'currency' | 'amount'>

interface Show {
  t: Translate
  money: (amount: Minor, currency: string) => { text: string; original?: string | undefined }
}

/** A firm profit as it is, an estimate with its sign, and with an unknown part what it would be at most. */
export function profitText({ t, money }: Show, { state, amount, currency }: ShownProfit): string {
  const { text } = money(amount, currency)
  if (state === 'unknown') return t('profit.at_most', { amount: text })
  return state === 'estimated' ? `≈ ${text}` : text
}

/** Null: nobody knows, or its currency has no rate. What is not known is never green. */
export function ProfitText({ profit, show, title }: { profit: ShownProfit | null; show: Show; title?: string }) {
  if (!profit) return <span className={classes.grey}>–</span>
  const { state, amount, currency } = profit
  const text = profitText(show, profit)
  if (state === 'unknown')
    return (
      <span className={amount < 0 ? classes.loss : classes.grey} title={title}>
        {text}
      </span>
    )
  const { original } = show.money(amount, currency)
  return (
    <span title={title}>
      <Money text={text} original={original} tone={amount < 0 ? 'loss' : amount > 0 ? 'gain' : 'plain'} />
    </span>
  )
}

/** Of one piece, and where it would be sent. */
export function PieceProfitText({ ship_to, ...props }: { profit: ShownProfit | null; show: Show; ship_to: string }) {
  const country = countryName(ship_to, intlLocale(useLanguage()))
  return <ProfitText {...props} title={props.show.t('profit.one_piece', { country })} />
}

export function ProfitAmount({ profit }: { profit: ShownProfit | null }) {
  const t = useT()
  const money = useMoney()
  return <ProfitText profit={profit} show={{ t, money }} />
}

/** Digits for a file; with an unknown part there is no figure. */
export const profitCsv = (profit: ShownProfit | null): string =>
  !profit || profit.state === 'unknown' ? '' : toDecimal(profit.amount, profit.currency)
