import type { In } from '@omni/contracts/kernel.ts'
import type { Mapping, mappingCalls } from '@omni/contracts/mapping.calls.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { type Loaded, loadProducts, type SupplierLink, supplies } from '../product-center/load-products.ts'

export const getMapping = (ctx: Ctx, { id }: In<typeof mappingCalls.getMapping>) =>
  ctx.db.read((tx) => readMapping(tx, ctx.workplace_id, id))

export type MappingView = z.output<typeof Mapping>
type Component = MappingView['variants'][number]['components'][number]

interface Known {
  name: string
  image: string | null
  seen_at: string | null
  gone: boolean
}

/** What each variant is bought as, with what is known of every supplier. */
async function readMapping(tx: Tx, workplace_id: string, product_id: string): Promise<MappingView> {
  const [loaded] = await loadProducts(tx, workplace_id, [product_id], false)
  if (!loaded) refuse('not_found')
  return toMapping(tx, loaded)
}

export async function toMapping(tx: Tx, loaded: Loaded): Promise<MappingView> {
  const known = await knownProducts(tx, loaded.links)
  const links = Map.groupBy(loaded.links, ({ variant_id }) => variant_id)
  const supply = supplies(loaded.links, loaded.ship_to)
  return {
    product_id: loaded.product_id,
    title: loaded.product.title,
    ship_to: loaded.ship_to,
    currency: loaded.currency,
    variants: loaded.product.variants.map(({ variant_id, option_values, sku, enabled, price }) => ({
      variant_id,
      option_values,
      sku,
      enabled,
      price,
      cost: supply.get(variant_id)?.cost ?? null,
      quantity: supply.get(variant_id)?.quantity ?? null,
      components: componentsOf(links.get(variant_id) ?? [], known),
    })),
  }
}

function componentsOf(links: readonly SupplierLink[], known: ReadonlyMap<string, Known>): Component[] {
  const groups = [...Map.groupBy(links, ({ component }) => component)].sort(([a], [b]) => a - b)
  return groups.flatMap(([, group]) => {
    const [first] = group
    if (!first) return []
    const { units, gift_every, gift_get } = first
    return {
      units,
      gift: gift_every === null || gift_get === null ? null : { every: gift_every, get: gift_get },
      alternatives: group.map((link) => {
        const about = known.get(`${link.source}:${link.source_product_id}`)
        return {
          source: asSource(link.source),
          source_product_id: link.source_product_id,
          sku_id: link.sku_id,
          countries: [...link.countries],
          sku_name: link.sku_name,
          product_name: about?.name ?? '',
          image: about?.image ?? null,
          cost: link.cost,
          quantity: link.quantity,
          seen_at: about?.seen_at ?? null,
          gone: about?.gone ?? true,
        }
      }),
    }
  })
}

async function knownProducts(tx: Tx, links: readonly SupplierLink[]): Promise<Map<string, Known>> {
  const { rows } = await sql<Known & { key: string }>`
    select p.source || ':' || p.source_product_id as key, p.name, p.images[1] as image, p.seen_at,
      p.gone_at is not null as gone
    from (select distinct * from unnest(${links.map(({ source }) => source)}::text[],
      ${links.map(({ source_product_id }) => source_product_id)}::text[])) as w (source, id)
    join catalog_products p on p.source = w.source and p.source_product_id = w.id`.execute(tx)
  return new Map(rows.map(({ key, ...row }) => [key, row]))
}
