import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { type Loaded, supplies } from './load-products.ts'
import type { Pricing } from './pricing.ts'

/** Prices that people made: rules leave them alone until they are applied again. */
export async function pinPrices(tx: Tx, workplace_id: string, product_id: string, now: Date): Promise<void> {
  await sql`insert into variant_watch (workplace_id, product_id, variant_id, pinned, pinned_at)
    select workplace_id, product_id, variant_id, true, ${now} from product_variants
      where workplace_id = ${workplace_id} and product_id = ${product_id}
    on conflict (workplace_id, product_id, variant_id) do update set pinned = true, pinned_at = ${now}`.execute(tx)
}

/** The prices as they stand are the rule's, at the cost of today: what was pinned is no longer. */
export async function unpinPrices(tx: Tx, workplace_id: string, loaded: Loaded, { rates }: Pricing): Promise<void> {
  const supply = supplies(loaded.links, loaded.ship_to)
  const rate = loaded.currency === 'USD' ? 1 : (rates[loaded.currency] ?? null)
  const rows = loaded.product.variants.map(({ variant_id, price }) => ({
    variant_id,
    price,
    state: { cost: supply.get(variant_id)?.cost ?? null, rate, pending: null, asked_cost: null },
  }))
  await sql`insert into variant_watch as w (workplace_id, product_id, variant_id, price, state)
    select ${workplace_id}, ${loaded.product_id}, r.variant_id, r.price, r.state
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (variant_id uuid, price bigint, state jsonb)
    on conflict (workplace_id, product_id, variant_id) do update set price = excluded.price, pinned = false,
      pinned_at = null, state = w.state || excluded.state`.execute(tx)
}
