import type { Source } from '@omni/domain/catalog/sources.ts'
import {
  DEFAULT_ORDER_SETTINGS,
  isOrderSource,
  type OrderSettings,
} from '@omni/domain/order-settings/order-settings.ts'
import type { Tx } from '../../platform/db.ts'
import { readOrderSettings } from '../order-settings/read-order-settings.ts'

/** How the seller wants orders placed with a supplier. */
export const placingSettings = async (tx: Tx, workplace_id: string, source: Source): Promise<OrderSettings> =>
  isOrderSource(source) ? readOrderSettings(tx, workplace_id, source) : DEFAULT_ORDER_SETTINGS
