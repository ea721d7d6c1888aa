import { changeOf } from '@omni/domain/analytics/periods.ts'
import { Money } from '@omni/ui/money.tsx'
import { useMoney } from '../../platform/display.ts'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { type Analyses, FIGURE_TEXTS, isBadWhenHigher } from './analytics-texts.ts'
import classes from './analytics.module.css'

const SHOWN = ['profit', 'revenue', 'cost', 'fees', 'refunds', 'margin', 'orders'] as const

/** Each figure with its change; a click opens the orders it is made of. */
export function FigureStrip({ data, onOpen }: { data: Analyses; onOpen: () => void }) {
  const t = useT()
  const money = useMoney()
  const format = useFormat()
  const { figures, figures_before: before, currency } = data
  const textOf = (name: (typeof SHOWN)[number]): string => {
    if (name === 'orders') return format.number(figures.orders)
    if (name === 'margin') return figures.margin === null ? '–' : format.percent(figures.margin)
    return money(figures[name], currency).text
  }
  return (
    <ul className={classes.strip} aria-label={t('analytics.figures')}>
      {SHOWN.map((name) => (
        <li key={name}>
          <button type="button" className={classes.figure} data-main={name === 'profit' || undefined} onClick={onOpen}>
            <span className={classes.figureName}>{t(FIGURE_TEXTS[name])}</span>
            <span className={classes.figureValue}>
              <Money text={textOf(name)} tone={name === 'profit' && figures.profit < 0 ? 'loss' : 'plain'} />
            </span>
            <Change name={name} now={figures[name] ?? 0} before={before[name] ?? 0} />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** A margin moves by points, the others by per cent. Colour is never alone: the arrow says it too. */
function Change({ name, now, before }: { name: (typeof SHOWN)[number]; now: number; before: number }) {
  const t = useT()
  const format = useFormat()
  const isMargin = name === 'margin'
  const change = isMargin ? Math.round((now - before) * 10) / 10 : changeOf(now, before)
  if (change === null || (isMargin && before === 0))
    return <span className={classes.change}>{t('analytics.nothing_before')}</span>
  const tone = change === 0 ? 'same' : change > 0 === isBadWhenHigher(name) ? 'worse' : 'better'
  const arrow = change === 0 ? '' : change > 0 ? '▲ ' : '▼ '
  const size = isMargin
    ? t('analytics.points', { n: format.number(Math.abs(change)) })
    : format.percent(Math.abs(change))
  return (
    <span className={classes.change} data-tone={tone}>
      <bdi dir="ltr">{arrow + size}</bdi>
    </span>
  )
}
