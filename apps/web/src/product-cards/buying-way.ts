import { type BuyingWay, buyingWayOf } from '@omni/domain/orders/obstacles.ts'
import type { TextKey } from '../platform/i18n.ts'

const WAYS: Record<BuyingWay, TextKey> = { api: 'card.way_api', browser: 'card.way_browser', hand: 'card.way_hand' }

/** How what a supplier sells is bought, in words. */
export const wayText = (source: string): TextKey => WAYS[buyingWayOf(source)]

/** On a card only what asks something of the seller is said. */
export const wayOnCard = (source: string): TextKey | null => (buyingWayOf(source) === 'api' ? null : wayText(source))
