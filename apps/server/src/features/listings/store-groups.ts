import type { ListingDocument } from '@omni/domain/channels/document.ts'
import type { Tx } from '../../platform/db.ts'

type Groups = Pick<ListingDocument, 'categories' | 'brands'>
export type GroupsOf = (product: { product_type: string; vendor: string }) => Groups

/** What a person chose once for a store: its category for our product type, its brand for our vendor. */
export async function readGroups(tx: Tx, workplace_id: string, store_id: string): Promise<GroupsOf> {
  const rows = await tx
    .selectFrom('store_groups')
    .select(['kind', 'name', 'remote_id'])
    .where('workplace_id', '=', workplace_id)
    .where('store_id', '=', store_id)
    .execute()
  const chosen = new Map(rows.map(({ kind, name, remote_id }) => [`${kind} ${name}`, remote_id]))
  return ({ product_type, vendor }) => {
    const category = chosen.get(`category ${product_type.trim()}`)
    const brand = chosen.get(`brand ${vendor.trim()}`)
    return {
      ...(category !== undefined && { categories: [category] }),
      ...(brand !== undefined && { brands: [brand] }),
    }
  }
}
