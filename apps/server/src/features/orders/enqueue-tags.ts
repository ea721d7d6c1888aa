import { TAG_CHANNEL_IDS } from '@omni/domain/vendors/manifest.ts'
import { timeNow } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueueAll } from '../../platform/jobs.ts'
import { productSettings } from '../product-settings/settings.ts'
import { tagOrder } from './jobs.ts'

/** Several changes come together: the store hears of the last. */
const TAG_PAUSE_MS = 5_000
const TAGGED: readonly string[] = TAG_CHANNEL_IDS

/** Orders stand elsewhere than before: their stores are told, where the seller wants it. */
export async function enqueueTags(
  tx: Tx,
  workplace_id: string,
  orders: readonly { order_id: string; split_of: string | null; channel: string }[],
): Promise<void> {
  const tagged = orders.filter(({ channel }) => TAGGED.includes(channel))
  if (tagged.length === 0 || !(await isOn(tx, workplace_id))) return
  const sales = new Set(tagged.map(({ order_id, split_of }) => split_of ?? order_id))
  const at = new Date(timeNow().getTime() + TAG_PAUSE_MS)
  await enqueueAll(
    tx,
    tagOrder,
    [...sales].map((order_id) => ({ workplace_id, order_id })),
    at,
  )
}

export async function isOn(tx: Tx, workplace_id: string): Promise<boolean> {
  const { channels } = await productSettings(tx, workplace_id)
  return channels.some(({ channel, tag_orders }) => tag_orders && TAGGED.includes(channel))
}
