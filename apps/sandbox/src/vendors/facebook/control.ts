import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { BadInput, plainText } from '../../control/read-input.ts'
import { action, type VendorDefinition } from '../../frame/define-vendor.ts'
import { revokeTokens } from '../../frame/tokens.ts'
import { PERSON } from './access.ts'
import { removeItem, saveItem } from './batches.ts'
import { CatalogId, findCatalog, makeCatalogs, ownCatalog } from './catalogs.ts'
import type { Catalog, FacebookTables, FacebookWorld, ItemRow } from './tables.ts'

const DEMO = '910000000000001'
const catalogField = { name: 'catalog', label: 'Catalog', type: 'text', value: DEMO } as const
const productField = { name: 'product', label: 'Group or item', type: 'text', value: '' } as const
const OfCatalog = z.strictObject({ catalog: CatalogId.default(DEMO) })
const OfProduct = OfCatalog.extend({ product: plainText.min(1) })
const times = z.coerce.number().int().min(0).max(10_000)

async function catalogOf(world: FacebookWorld, id: string): Promise<Catalog> {
  const catalog = await findCatalog(world, id)
  if (!catalog) throw new BadInput(`There is no catalog ${id}`, 404)
  return catalog
}

async function itemsOf(world: FacebookWorld, catalog: string, product: string): Promise<ItemRow[]> {
  await catalogOf(world, catalog)
  const items = await world.db
    .selectFrom('items')
    .selectAll()
    .where('catalog', '=', catalog)
    .where((eb) => eb.or([eb('group_id', '=', product), eb('retailer_id', '=', product)]))
    .orderBy('no')
    .execute()
  if (items.length === 0) throw new BadInput(`The catalog has no product ${product}`, 404)
  return items
}

/** A switch that is counted down with every use. */
const countdown = (label: string, column: 'failing_pictures' | 'refused_requests' | 'without_handle' | 'vanishing') =>
  action({
    label,
    fields: [catalogField, { name: 'times', label: 'How many', type: 'number', value: 1 }],
    input: OfCatalog.extend({ times: times.default(1) }),
    async run(world: FacebookWorld, { catalog, times: count }) {
      await catalogOf(world, catalog)
      await world.db
        .updateTable('catalogs')
        .set({ [column]: count })
        .where('id', '=', catalog)
        .execute()
      return { catalog, [column]: count }
    },
  })

export const control: NonNullable<VendorDefinition<FacebookTables>['control']> = {
  make_catalog: action({
    label: 'Make a catalog',
    fields: [
      { name: 'catalog', label: 'Number', type: 'text', value: '910000000000009' },
      { name: 'finish_ms', label: 'A batch takes (ms)', type: 'number', value: 1500 },
    ],
    input: z.strictObject({ catalog: CatalogId, finish_ms: times.default(1500) }),
    async run(world: FacebookWorld, { catalog, finish_ms }) {
      await makeCatalogs(world, [ownCatalog(catalog, finish_ms)])
      return { catalog }
    },
  }),
  set_finish: action({
    label: 'How long a batch takes',
    fields: [catalogField, { name: 'finish_ms', label: 'Milliseconds', type: 'number', value: 1500 }],
    input: OfCatalog.extend({ finish_ms: z.coerce.number().int().min(0).max(86_400_000) }),
    async run(world: FacebookWorld, { catalog, finish_ms }) {
      await catalogOf(world, catalog)
      await world.db.updateTable('catalogs').set({ finish_ms }).where('id', '=', catalog).execute()
      return { catalog, finish_ms }
    },
  }),
  set_usage: action({
    label: 'How much of the allowance is used',
    fields: [
      catalogField,
      { name: 'reads', label: 'Reads (percent)', type: 'number', value: 100 },
      { name: 'batches', label: 'Batches (percent)', type: 'number', value: 0 },
    ],
    input: OfCatalog.extend({
      reads: z.coerce.number().int().min(0).max(100),
      batches: z.coerce.number().int().min(0).max(100),
    }),
    async run(world: FacebookWorld, { catalog, reads, batches }) {
      await catalogOf(world, catalog)
      const usage = { read_usage: reads, batch_usage: batches }
      await world.db.updateTable('catalogs').set(usage).where('id', '=', catalog).execute()
      return { catalog, ...usage }
    },
  }),
  edit_product: action({
    label: 'Edit a product, as the merchant',
    fields: [
      catalogField,
      productField,
      { name: 'title', label: 'New title', type: 'text', value: 'Changed in the catalog' },
    ],
    input: OfProduct.extend({
      title: plainText.min(1).optional(),
      brand: plainText.optional(),
      price: z
        .string()
        .regex(/^\d+(\.\d{1,2})? [A-Z]{3}$/)
        .optional(),
    }),
    async run(world: FacebookWorld, { catalog, product, ...fields }) {
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
      for (const { retailer_id, data } of await itemsOf(world, catalog, product))
        await saveItem(world, catalog, retailer_id, { ...data, ...given }, 'UPDATE', Object.keys(given), 'merchant')
      return { catalog, product, changed: Object.keys(given) }
    },
  }),
  delete_product: action({
    label: 'Delete a product, as the merchant',
    fields: [catalogField, productField],
    input: OfProduct,
    async run(world: FacebookWorld, { catalog, product }) {
      for (const { retailer_id } of await itemsOf(world, catalog, product))
        await removeItem(world, catalog, retailer_id, 'merchant')
      return { catalog, product }
    },
  }),
  refuse_items: countdown('Refuse the next requests of a batch when they are worked', 'refused_requests'),
  answer_without_handle: countdown('Answer the next batches without a handle', 'without_handle'),
  fail_media: countdown('Let the next pictures fail', 'failing_pictures'),
  let_vanish: countdown('Let the next items be gone before they are read', 'vanishing'),
  remove_app: action({
    label: 'Remove the app from the account',
    input: z.strictObject({}),
    async run(world: FacebookWorld) {
      await revokeTokens(world, PERSON.id)
      return { removed: true }
    },
  }),
}

/** The catalogs' own books, for whoever judges: what was made, written and fetched. */
export function bookRoutes(app: FastifyInstance, world: FacebookWorld) {
  app.get<{ Querystring: { catalog?: string } }>('/facebook/books', async ({ query }) => {
    const catalog = query.catalog?.replaceAll('\0', '')
    const at = <T extends { where(column: 'catalog', operator: '=', value: string): T }>(rows: T): T =>
      catalog === undefined ? rows : rows.where('catalog', '=', catalog)
    const [items, created, writes, downloads] = await Promise.all([
      at(world.db.selectFrom('items').selectAll()).orderBy('no').execute(),
      at(world.db.selectFrom('created').selectAll()).orderBy('at').execute(),
      at(
        world.db
          .selectFrom('writes')
          .select([
            'catalog',
            'who',
            'method',
            sql<string>`unnest(fields)`.as('field'),
            sql<number>`count(*)`.as('count'),
          ]),
      )
        .groupBy(['catalog', 'who', 'method', sql`unnest(fields)`])
        .execute(),
      at(world.db.selectFrom('downloads').select(['catalog', 'hash', 'source', sql<number>`count(*)`.as('count')]))
        .groupBy(['catalog', 'hash', 'source'])
        .execute(),
    ])
    return { items, created, writes, downloads }
  })
}
