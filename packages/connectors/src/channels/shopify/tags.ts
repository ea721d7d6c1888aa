/**
 * Tags of an order. `tagsAdd` and `tagsRemove`: the published schema of 2026-10, the page of `tagsAdd` at shopify.dev, and
 * the code of several public clients. Each names its own tags and leaves the others, and does nothing where there is
 * nothing to do, so both can be sent again. That an order's tags need `write_orders` was not seen said, and is to be
 * confirmed with a live store.
 */
import type { WriteCall } from '../../vendor.ts'
import { mapDone, type WriteOutcome } from '../../write-outcome.ts'
import type { OrderTags } from '../channel.ts'
import type { App, Credentials } from './app.ts'
import { change } from './client.ts'
import { TAG_ORDER } from './documents.ts'

export const tagCost = { units: TAG_ORDER.cost() }

export async function tagOrder(
  call: WriteCall<App, Credentials>,
  { remote_order_id, add, remove }: OrderTags,
): Promise<WriteOutcome<{ remote_id: string }>> {
  const variables = { id: remote_order_id, add, adds: add.length > 0, remove, removes: remove.length > 0 }
  return mapDone(await change(call, TAG_ORDER.text, variables), () => ({ remote_id: remote_order_id }))
}
