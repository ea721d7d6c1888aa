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

export async function readBranding(tx: Tx, workplace_id: string): Promise<PageBranding & { workplace_name: string }> {
  const { rows } = await sql<{ name: string; settings: unknown; logo: string | null }>`
    select w.name, t.settings, t.logo from workplaces w left join tracking_pages t using (workplace_id)
    where w.workplace_id = ${workplace_id}`.execute(tx)
  const { name = '', settings: kept, logo = null } = rows[0] ?? {}
  const logo_url = logo === null ? null : fileUrl(logo)
  const settings = { ...PageSettings.parse(kept ?? {}), logo_url }
  return { settings, name: settings.name || name, logo_url, workplace_name: name }
}

/** Those the seller chose, or the newest that a shop of theirs shows. */
export async function recommended(
  tx: Tx,
  workplace_id: string,
  { show_products, product_ids }: Pick<Settings, 'show_products' | 'product_ids'>,
  language: LanguageCode,
): Promise<Recommended[]> {
  if (!show_products) return []
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
    }
    order by array_position(${product_ids}::uuid[], p.product_id), p.created_at desc
    limit ${product_ids.length > 0 ? MAX_RECOMMENDED : 3}`.execute(tx)
  const pages = await shopPages(
    tx,
    workplace_id,
    rows.map(({ product_id }) => product_id),
  )
  return rows.map(({ product_id, title, image, price_min, currency }) => ({
    product_id,
    title,
    image,
    price: formatMinor(price_min, currency, language),
    url: pages.get(product_id) ?? null,
  }))
}
