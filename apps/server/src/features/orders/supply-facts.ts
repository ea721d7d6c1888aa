import { methodFor, type OrderSettings } from '@omni/domain/order-settings/order-settings.ts'
import { type Sending, sentTogether } from '@omni/domain/orders/figures.ts'
import { type Obstacle, obstacleOf, type PartFacts } from '@omni/domain/orders/obstacles.ts'
import { accountHealth } from '@omni/domain/source-accounts/account-health.ts'
import { sql } from 'kysely'
import { timeNow } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import type { PlannedLine } from './plan-lines.ts'

/** What is known about buying a planned line before its suppliers are asked. */
export interface SupplyFacts {
  sending: Sending
  obstacle: Obstacle | null
}

interface FactRow extends Sending {
  line_id: string
  source: string
  quantity: number
  stock: number | null
  is_gone: boolean
  methods: string[] | null
  set_methods: OrderSettings['methods'] | null
  account: { health: string; expires_at: string | null; refresh_expires_at: string | null } | null
  /** Nothing of an example reaches a supplier: nobody asks for its accounts. */
  is_example: boolean
  has_extension: boolean | null
  is_quota_used: boolean
}

/**
 * Of planned lines, in one statement: what sending their parts to a country was last quoted at (the cheapest method of
 * each part; parts that go together may cost less, the preview asks), and what stands in the way of buying them.
 */
export async function readSupplyFacts(
  tx: Tx,
  { workplace_id, country }: { workplace_id: string; country: string },
  planned: ReadonlyMap<string, PlannedLine>,
): Promise<Map<string, SupplyFacts>> {
  const parts = [...planned].flatMap(([line_id, { parts: own }]) =>
    own.map(({ link: { source, source_product_id, sku_id }, quantity }) => ({
      line_id,
      source,
      source_product_id,
      sku_id,
      quantity,
    })),
  )
  if (parts.length === 0) return new Map()
  const now = timeNow()
  const { rows } = await sql<FactRow>`
    select r.line_id, r.source, r.quantity, w.amount as shipping, w.min_days, w.max_days, v.quantity as stock,
      p.gone_at is not null as is_gone, n.methods, s.settings -> 'methods' as set_methods,
      case when a.source is not null then jsonb_build_object('health', a.health, 'expires_at', a.expires_at,
        'refresh_expires_at', a.refresh_expires_at) end as account,
      k.is_example, f.has_extension, coalesce(f.quota_until > ${now}, false) as is_quota_used
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
      as r (line_id text, source text, source_product_id text, sku_id text, quantity int)
    join workplaces k on k.workplace_id = ${workplace_id}
    left join buying_facts f on f.workplace_id = k.workplace_id
    left join source_accounts a on a.workplace_id = k.workplace_id and a.source = r.source
    left join order_settings s on s.workplace_id = k.workplace_id and s.source = r.source
    left join catalog_products p on p.source = r.source and p.source_product_id = r.source_product_id
    left join catalog_variants v on v.product_id = p.id and v.sku_id = r.sku_id
    left join lateral (select q.ways from catalog_quotes q
      where q.product_id = p.id and q.country_code = ${country} and q.quantity = 1
      order by q.sku_id = r.sku_id desc, q.quoted_at desc limit 1) q on true
    left join lateral (select m.amount, m.min_days, m.max_days
      from jsonb_to_recordset(q.ways) as m (amount int, min_days int, max_days int)
      order by m.amount, m.max_days limit 1) w on true
    left join lateral (select case when count(*) > 0
        then coalesce(array_agg(distinct m ->> 'service_name') filter (where m is not null), '{}') end as methods
      from catalog_quotes o left join lateral jsonb_array_elements(o.ways) m on true
      where o.product_id = p.id and o.country_code = ${country} and o.quantity = 1
        and o.sku_id in (r.sku_id, '')) n on true`.execute(tx)
  return new Map([...Map.groupBy(rows, ({ line_id }) => line_id)].map(([line_id, own]) => [line_id, factsOf(own)]))

  function factsOf(own: readonly FactRow[]): SupplyFacts {
    const [buying = { has_extension: null, is_quota_used: false }] = own
    return { sending: sentTogether(own), obstacle: obstacleOf(own.map(toPart), buying) }
  }

  function toPart({ set_methods, account, is_example, ...row }: FactRow): PartFacts {
    return {
      ...row,
      set_method: methodFor({ methods: set_methods ?? [] }, country),
      account: account ? accountHealth(account, now) : is_example ? null : 'none',
    }
  }
}
