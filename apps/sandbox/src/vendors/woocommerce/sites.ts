import { z } from 'zod'
import type { Site, WooWorld } from './auth.ts'

const flag = z.union([z.boolean(), z.stringbool()])
/** A site and its switches. */
export const NewSite = z.strictObject({
  site: z.string().regex(/^[a-z0-9-]{1,40}$/, 'small letters, digits and dashes'),
  name: z.string().min(1).max(100).optional(),
  pretty: flag.default(true),
  site_auth: z.string().max(100).default(''),
  notices: flag.default(false),
  hpos: flag.default(true),
  tls: flag.default(false),
  sideload_ms: z.coerce.number().int().min(0).max(60_000).default(0),
  sideload_fails: flag.default(false),
  sku_race: flag.default(false),
  ms_per_item: z.coerce.number().int().min(0).max(10_000).default(0),
  dies_after: z.coerce.number().int().min(0).max(100).default(0),
  utc_offset_h: z.coerce.number().int().min(-12).max(14).default(1),
  currency: z.string().length(3).default('USD'),
  country: z.string().min(2).max(10).default('US:CA'),
  weight_unit: z.enum(['kg', 'g', 'lbs', 'oz']).default('kg'),
})

/** Made, or its switches set anew. */
export async function putSite(world: WooWorld, given: z.input<typeof NewSite>): Promise<Site> {
  const { name, ...rest } = NewSite.parse(given)
  const site = { ...rest, name: name ?? `Shop ${rest.site}` }
  return world.db
    .insertInto('sites')
    .values(site)
    .onConflict((c) => c.column('site').doUpdateSet(site))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const findSite = (world: WooWorld, site: string) =>
  world.db.selectFrom('sites').selectAll().where('site', '=', site.replaceAll('\0', '')).executeTakeFirst()
