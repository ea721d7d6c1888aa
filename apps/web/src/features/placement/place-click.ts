/** What one press of the place button does, before it is pressed. */
import type { Out } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import type { FeatureKey } from '@omni/domain/billing/features.ts'
import type { TextKey } from '../../platform/i18n.ts'
import type { CardShow } from '../../product-cards/card-show.ts'
import type { PreviewOrder } from './placement-texts.ts'

export type PlanSummary = Out<typeof placementCalls.previewOrders>
export const USES = ['auto', 'wallet', 'card'] as const
export type PaymentUse = (typeof USES)[number]

export interface Click {
  /** Orders that are ready and were not left out. */
  count: number
  /** US cents: of all, and by what pays. */
  cost: number
  wallet: number
  card: number
  accounts: number
  /** The wallet does not reach and no card pays the rest: what does not fit is left out. */
  is_short: boolean
  available: number
  use: PaymentUse
  /** What of the plan does not allow it: nothing at all would be placed. */
  needs_plan: Extract<FeatureKey, 'ORDER_FULFILLMENT' | 'BULK_ORDER_FULFILLMENT'> | null
}

/** What the wallet and the card pay of an order: the house supplier is billed in dollars. */
const paidByUs = ({ baskets }: Pick<PreviewOrder, 'baskets'>): number =>
  baskets.reduce((sum, { pays, total }) => sum + (pays === 'wallet' ? (total ?? 0) : 0), 0)

export function clickOf(
  summary: PlanSummary,
  excluded: readonly Pick<PreviewOrder, 'baskets' | 'cost'>[],
  chosen: PaymentUse | null,
): Click {
  const { ready, quota } = summary
  const { available, has_card } = summary.wallet
  const use = chosen ?? summary.wallet.use
  const count = Math.max(0, ready - excluded.length)
  const cost = Math.max(0, summary.cost - excluded.reduce((sum, order) => sum + (order.cost ?? 0), 0))
  const needed = Math.max(0, summary.wallet.needed - excluded.reduce((sum, order) => sum + paidByUs(order), 0))
  const rest = use === 'card' ? needed : Math.max(0, needed - available)
  const card = has_card && use !== 'wallet' ? rest : 0
  const isBeyond = quota.left !== null && count > quota.left
  const isMany = count > 1 && !quota.places_many
  return {
    count,
    cost,
    wallet: needed - card,
    card,
    accounts: Math.max(0, cost - needed),
    is_short: needed - card > available,
    available,
    use,
    needs_plan: isBeyond ? 'ORDER_FULFILLMENT' : isMany ? 'BULK_ORDER_FULFILLMENT' : null,
  }
}

/** How many, for how much, and from where. */
export function placeLabel(click: Click, { t, money }: CardShow): string {
  if (click.is_short) return t('placement.place_reach', { available: money(click.available, 'USD').text })
  const payers: [number, TextKey][] = [
    [click.wallet, 'placement.from_wallet'],
    [click.card, 'placement.from_card'],
    [click.accounts, 'placement.from_accounts'],
  ]
  const from = payers.flatMap(([amount, text]) => (amount > 0 ? [t(text)] : [])).join(' + ')
  const said = t('placement.place', { n: click.count, amount: money(click.cost, 'USD').text, from })
  return from === '' ? said.replace(/ · $/, '') : said
}
