import type { In, Out } from '@omni/contracts/kernel.ts'
import type { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import { convert } from '@omni/domain/money.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { readRates } from '../rates/read-rates.ts'

const OFFERS = 50

export type Offers = Out<typeof mappingCalls.compareProduct>

interface Row {
  from: 'supplier' | 'store'
  source: Offers['items'][number]['source']
  name: string
  store_name: string | null
  price: number
  currency: string
  url: string | null
  seen_at: string | null
}

/**
 * Sourcing spec §7 {id}/compare: the same good at other sellers of the suppliers' catalogue, and in the own stores.
 * Other people's storefronts are not read.
 */
export async function compareProduct(ctx: Ctx, { id }: In<typeof mappingCalls.compareProduct>): Promise<Offers> {
  return ctx.db.read(async (tx) => {
    const product = await tx
      .selectFrom('products')
      .select(['source', 'source_product_id', 'currency', 'price_min'])
      .where('workplace_id', '=', ctx.workplace_id)
      .where('product_id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!product) refuse('not_found')
    const { rows } = await sql<Row>`
      (select 'supplier' as from, o.source, o.name, s.store_name, o.price_min as price, 'USD' as currency,
        o.product_link as url, o.seen_at
      from catalog_products p join catalog_products o on o.good_id = p.good_id and o.id <> p.id and o.gone_at is null
      left join catalog_sellers s on s.source = o.source and s.seller_id = o.seller_id
      where p.source = ${product.source} and p.source_product_id = ${product.source_product_id}
      order by o.price_min, o.id limit ${OFFERS})
      union all
      (select 'store', s.platform, l.title, s.store_name, l.price_min, s.currency, l.url, l.seen_at
      from listings l join stores s using (workplace_id, store_id)
      where l.workplace_id = ${ctx.workplace_id} and l.product_id = ${id} and l.price_min is not null
      limit ${OFFERS})`.execute(tx)
    const rates = await readRates(tx)
    const items = rows.map((row) => {
      const converted = convert(row.price, row.currency, product.currency, rates)
      return { ...row, store_name: row.store_name ?? '', own_price: converted.ok ? converted.value : null }
    })
    const last = Number.MAX_SAFE_INTEGER
    return {
      currency: product.currency,
      price_min: product.price_min,
      items: items.toSorted((a, b) => (a.own_price ?? last) - (b.own_price ?? last)),
    }
  })
}
