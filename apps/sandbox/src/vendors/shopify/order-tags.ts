import { changeOrder, findOrder } from './orders.ts'
import type { Shop, ShopifyWorld } from './tables.ts'
import { refuseUser } from './user-errors.ts'

/**
 * Payloads: shopify.dev's page `TagsAddPayload`, and for removing an integrator's description of `tagsRemove`. That adding
 * leaves other tags alone: a thread of Shopify's forum on `tagsAdd`. Each tag is there once whatever its case: ours, to be
 * confirmed with a live store.
 */
export async function tagByApp(
  world: ShopifyWorld,
  shop: Shop,
  id: number,
  { add = [], remove = [] }: { add?: string[]; remove?: string[] },
): Promise<void> {
  if (!(await findOrder(world, shop, id))) throw refuseUser(['id'], 'Order does not exist', 'NOT_FOUND')
  const isAmong = (tags: readonly string[], tag: string) => tags.some((one) => one.toLowerCase() === tag.toLowerCase())
  await changeOrder(world, shop, id, (body) => {
    const kept = body.tags.filter((tag) => !isAmong(remove, tag))
    const tags = [...kept, ...add.filter((tag) => !isAmong(kept, tag))].toSorted()
    return { ...body, tags, tag_writes: (body.tag_writes ?? 0) + 1 }
  })
}
