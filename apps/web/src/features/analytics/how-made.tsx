import { Fold } from '@omni/ui/fold.tsx'
import { Money } from '@omni/ui/money.tsx'
import { useMoney } from '../../platform/display.ts'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { type Analyses, FIGURE_TEXTS } from './analytics-texts.ts'
import classes from './analytics.module.css'

/** The sum, line by line, with what each line holds. */
const LINES = [
  { name: 'revenue', sign: '', says: 'analytics.how_revenue' },
  { name: 'cost', sign: '−', says: 'analytics.how_cost' },
  { name: 'fees', sign: '−', says: 'analytics.how_fees' },
  { name: 'refunds', sign: '−', says: 'analytics.how_refunds' },
  { name: 'recovered', sign: '+', says: 'analytics.how_recovered' },
  { name: 'unknown_profit', sign: '−', says: 'analytics.how_unknown' },
  { name: 'profit', sign: '=', says: 'analytics.how_profit' },
] as const satisfies readonly { name: keyof typeof FIGURE_TEXTS; sign: string; says: TextKey }[]

export function HowMade({ data }: { data: Analyses }) {
  const t = useT()
  const money = useMoney()
  const { figures, currency } = data
  return (
    <Fold title={t('analytics.how_title')} opened={false}>
      <dl className={classes.how}>
        {LINES.filter(({ name }) => name !== 'unknown_profit' || figures.unknown > 0).map(({ name, sign, says }) => (
          <div key={name} className={classes.howLine} data-sum={sign === '=' || undefined}>
            <dt>
              <span className={classes.howName}>{t(FIGURE_TEXTS[name])}</span>
              <span className={classes.howText}>{t(says)}</span>
            </dt>
            <dd>
              <bdi dir="ltr">{sign} </bdi>
              <Money text={money(figures[name], currency).text} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.howText}>
        {t('analytics.how_apart', {
          tax: money(figures.tax, currency).text,
          estimated: money(figures.estimated, currency).text,
        })}
      </p>
      <p className={classes.howText}>{t('analytics.how_rates')}</p>
    </Fold>
  )
}
