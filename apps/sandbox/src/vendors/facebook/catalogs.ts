import { z } from 'zod'
import type { Catalog, FacebookWorld } from './tables.ts'

type NewCatalog = Pick<Catalog, 'id' | 'business_id' | 'business_name' | 'name' | 'vertical'>

const NORTHWIND = { business_id: '620000000000001', business_name: 'Northwind Goods' }
const FJORD = { business_id: '620000000000002', business_name: 'Fjord Living' }

const DEMO_CATALOGS: readonly NewCatalog[] = [
  { id: '910000000000001', ...NORTHWIND, name: 'Northwind catalogue', vertical: 'commerce' },
  { id: '910000000000002', ...NORTHWIND, name: 'Northwind outlet', vertical: 'commerce' },
  { id: '910000000000003', ...NORTHWIND, name: 'Northwind rooms', vertical: 'hotels' },
  { id: '910000000000004', ...FJORD, name: 'Fjord catalogue', vertical: 'commerce' },
]

export const CatalogId = z.string().regex(/^\d{5,25}$/, 'must be a number')

export async function makeCatalogs(
  world: FacebookWorld,
  catalogs: readonly (NewCatalog & { finish_ms?: number })[] = DEMO_CATALOGS,
): Promise<void> {
  await world.db
    .insertInto('catalogs')
    .values([...catalogs])
    .onConflict((c) => c.doNothing())
    .execute()
}

export const ownCatalog = (id: string, finish_ms: number) => ({
  id,
  ...NORTHWIND,
  name: `Catalogue ${id}`,
  vertical: 'commerce',
  finish_ms,
})

export const findCatalog = (world: FacebookWorld, id: string): Promise<Catalog | undefined> =>
  world.db.selectFrom('catalogs').selectAll().where('id', '=', id.replaceAll('\0', '')).executeTakeFirst()

/** One of a switch that is counted down; false: it is off. */
export async function takeOne(
  world: FacebookWorld,
  id: string,
  name: 'failing_pictures' | 'refused_requests' | 'without_handle' | 'vanishing',
): Promise<boolean> {
  const taken = await world.db
    .updateTable('catalogs')
    .set((eb) => ({ [name]: eb(name, '-', 1) }))
    .where('id', '=', id)
    .where(name, '>', 0)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}
