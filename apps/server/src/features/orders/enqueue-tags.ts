import { sql } from 'kysely'
import { TAG_CHANNEL_IDS } from '@omni/domain/vendors/manifest.ts'
import { timeNow } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { productSettings } from '../product-settings/settings.ts'
import { tagOrder } from './jobs.ts'

/** Several changes come together: the store hears of the last. */
const TAG_PAUSE_MS = 5_000

/** Orders stand elsewhere than before: their stores are told, where the seller wants it. */
export async function enqueueTags(tx: Tx, workplace_id: string, order_ids: readonly string[]): Promise<void> {
  if (order_ids.length === 0) return
  const { rows } = await sql<{ order_id: string }>`
    select distinct coalesce(split_of, order_id) as order_id from orders
    where workplace_id = ${workplace_id} and order_id = any(${order_ids}::uuid[]) and channel = any(${[...TAG_CHANNEL_IDS]}::text[])`.execute(
    tx,
  )
  if (rows.length === 0 || !(await isOn(tx, workplace_id))) return
  const at = new Date(timeNow().getTime() + TAG_PAUSE_MS)
  for (const { order_id } of rows) await enqueue(tx, tagOrder, { workplace_id, order_id }, at)
}

export async function isOn(tx: Tx, workplace_id: string): Promise<boolean> {
  const { channels } = await productSettings(tx, workplace_id)
  return channels.some(({ channel, tag_orders }) => tag_orders && TAG_CHANNEL_IDS.some((id) => id === channel))
}
