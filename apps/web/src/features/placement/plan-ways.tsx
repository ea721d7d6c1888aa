import { SegmentedControl } from '@mantine/core'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import type { Way } from '@omni/domain/placement/ways.ts'
import { useMediaQuery } from '@mantine/hooks'
import { MOBILE_QUERY } from '@omni/ui/measures.ts'
import type { CardShow } from '../../product-cards/card-show.ts'
import classes from './placement.module.css'

/** Nobody chose yet: each supplier's own settings count. */
const SETTINGS = 'settings'
const WAY_TEXTS = {
  cheapest: 'placement.prefer_cheapest',
  fastest: 'placement.prefer_fastest',
  fewest: 'placement.prefer_fewest',
} as const
const ORDER = ['cheapest', 'fastest', 'fewest'] as const

interface PlanWaysProps {
  show: CardShow
  summary: Out<typeof placementCalls.previewOrders>
  onPick: (way: Way) => void
}

/** The ways to buy a plan, each with what it costs and how long it takes, so that the difference is seen. */
export function PlanWays({ show: { t, money }, summary, onPick }: PlanWaysProps) {
  const isNarrow = useMediaQuery(MOBILE_QUERY)
  const factsOf = (way: Way) => {
    const offer = summary.ways.find((one) => one.way === way)
    if (!offer || summary.quoting > 0) return null
    const { cost, parcels, days } = offer
    const facts = { cost: money(cost, 'USD').text, parcels, days: days ?? 0 }
    return t(days === null ? 'placement.way_facts' : 'placement.way_facts_days', facts)
  }
  const choice = (value: string, name: string, facts: string | null) => ({
    value,
    label: (
      <span className={classes.way}>
        <span>{name}</span>
        {facts === null ? null : <span className={classes.note}>{facts}</span>}
      </span>
    ),
  })
  return (
    <SegmentedControl
      aria-label={t('placement.prefer')}
      fullWidth
      w="100%"
      orientation={isNarrow ? 'vertical' : 'horizontal'}
      value={summary.prefer ?? SETTINGS}
      onChange={(value) => {
        const way = ORDER.find((one) => one === value)
        if (way) onPick(way)
      }}
      data={[
        ...(summary.prefer === null
          ? [choice(SETTINGS, t('placement.prefer_settings'), money(summary.cost, 'USD').text)]
          : []),
        ...ORDER.map((way) => choice(way, t(WAY_TEXTS[way]), factsOf(way))),
      ]}
    />
  )
}
