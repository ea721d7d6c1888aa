import type { Out } from '@omni/contracts/kernel.ts'
import { PageSettings, type trackingCalls } from '@omni/contracts/tracking.calls.ts'
import { formatMinor } from '@omni/domain/format-money.ts'
import type { LanguageCode } from '@omni/domain/languages.ts'
import { MAX_RECOMMENDED } from '@omni/domain/tracking/page.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../../platform/db.ts'
import { fileUrl } from '../../platform/files.ts'
import { shopPages } from '../listings/product-pages.ts'

export type Settings = z.output<typeof PageSettings>
export type Recommended = Out<typeof trackingCalls.getTrackingSettings>['products'][number]

export interface PageBranding {
  settings: Settings
  /** The shop's name as it is shown. */
  name: string
  logo_url: string | null
}

/** A buyer knows the store: its name is shown where the seller chose none. Without an order, the default store's is. */
export async function readBranding(
  tx: Tx,
  workplace_id: string,
  order_id: string | null = null,
): Promise<PageBranding & { shop_name: string; store_id: string | null }> {
  const { rows } = await sql<{ name: string; settings: unknown; logo: string | null; store_id: string | null }>`
    select coalesce(nullif(s.store_name, ''), w.name) as name, t.settings, t.logo, o.store_id
    from workplaces w left join tracking_pages t using (workplace_id)
      left join orders o on o.workplace_id = w.workplace_id and o.order_id = ${order_id}::uuid
      left join stores s on s.workplace_id = w.workplace_id
        and case when o.order_id is null then s.is_default else s.store_id = o.store_id end
    where w.workplace_id = ${workplace_id}`.execute(tx)
  const { name = '', settings: kept, logo = null, store_id = null } = rows[0] ?? {}
  const logo_url = logo === null ? null : fileUrl(logo)
  const settings = { ...PageSettings.parse(kept ?? {}), logo_url }
  return { settings, name: settings.name || name, logo_url, shop_name: name, store_id }
}

/**
 * Those the seller chose, or the newest that a shop of theirs shows. To the buyer of an order: of the store where it was
 * bought, and something else than what was bought.
 */
export async function recommended(
  tx: Tx,
  workplace_id: string,
  { show_products, product_ids }: Pick<Settings, 'show_products' | 'product_ids'>,
  language: LanguageCode,
  bought?: { order_id: string; store_id: string | null },
): Promise<Recommended[]> {
  if (!show_products) return []
  const isElse = bought
    ? sql`and not exists (select from order_lines l where l.workplace_id = p.workplace_id
        and l.order_id = ${bought.order_id} and l.product_id = p.product_id)`
    : sql``
  const isThere = bought?.store_id
    ? sql`and exists (select from listings l where l.workplace_id = p.workplace_id and l.product_id = p.product_id
        and l.store_id = ${bought.store_id} and l.url is not null and l.state not in ('gone', 'removed'))`
    : sql``
  const { rows } = await sql<{
    product_id: string
    title: string
    image: string | null
    price_min: number
    currency: string
  }>`
    select p.product_id, p.title, p.image, p.price_min, p.currency from products p
    where p.workplace_id = ${workplace_id} and p.deleted_at is null and ${
      product_ids.length > 0 ? sql`p.product_id = any(${product_ids}::uuid[])` : sql`p.pushed = 'active'`
    } ${isElse} ${isThere}
    order by array_position(${product_ids}::uuid[], p.product_id), p.created_at desc
    limit ${product_ids.length > 0 ? MAX_RECOMMENDED : 3}`.execute(tx)
  const pages = await shopPages(
    tx,
    workplace_id,
    rows.map(({ product_id }) => product_id),
    bought?.store_id,
  )
  return rows.map(({ product_id, title, image, price_min, currency }) => ({
    product_id,
    title,
    image,
    price: formatMinor(price_min, currency, language),
    url: pages.get(product_id) ?? null,
  }))
}
