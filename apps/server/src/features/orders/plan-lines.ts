import { variantKey } from '@omni/domain/channels/fields.ts'
import type { RemoteListing } from '@omni/domain/channels/document.ts'
import { plan, type PlanLine } from '@omni/domain/mapping/plan.ts'
import type { LineReason } from '@omni/domain/orders/groups.ts'
import { sql } from 'kysely'
import { HOUSE_SOURCE_ID } from '@omni/domain/vendors/manifest.ts'
import type { Tx } from '../../platform/db.ts'
import { readFulfilmentOption } from '../order-settings/house-option.ts'
import { type Loaded, loadProducts, type SupplierLink } from '../product-center/load-products.ts'

export interface PlannedLine {
  product_id: string | null
  variant_id: string | null
  reason: LineReason | null
  sources: string[]
  cost: number | null
  /** What is bought for it, and from whom. */
  parts: PlanLine<SupplierLink>[]
  /** Everybody who sells it; empty: there is nothing to choose. */
  links: SupplierLink[]
}

export interface LineToPlan {
  line_id: string
  remote_product_id: string | null
  remote_variant_id: string | null
  product_id: string | null
  variant_id: string | null
  wanted: number
  /** Chosen for this line alone; null: the product's own suppliers count. */
  supplier: SupplierLink | null
}

interface Listed {
  remote_id: string
  product_id: string | null
  remote: Pick<RemoteListing, 'variants'> | null
}

const nobody = (reason: LineReason, product_id: string | null, variant_id: string | null): PlannedLine => ({
  product_id,
  variant_id,
  reason,
  sources: [],
  cost: null,
  parts: [],
  links: [],
})

/** Which product of ours each line is, and who delivers it to the customer's country. */
export async function planLines(
  tx: Tx,
  { workplace_id, store_id, country }: { workplace_id: string; store_id: string | null; country: string },
  lines: readonly LineToPlan[],
): Promise<Map<string, PlannedLine>> {
  const listed = await listingsOf(tx, workplace_id, store_id, lines)
  const productOf = (line: LineToPlan) =>
    store_id === null ? line.product_id : (listed.get(line.remote_product_id ?? '')?.product_id ?? null)
  const first = (await readFulfilmentOption(tx, workplace_id)) === HOUSE_SOURCE_ID ? HOUSE_SOURCE_ID : null
  const wanted = [...new Set(lines.flatMap((line) => productOf(line) ?? []))]
  const products = new Map((await loadProducts(tx, workplace_id, wanted, false)).map((one) => [one.product_id, one]))
  return new Map(
    lines.map((line) => {
      if (line.supplier) return [line.line_id, planChosen(line, line.supplier, productOf(line))]
      const loaded = products.get(productOf(line) ?? '')
      if (!loaded) return [line.line_id, nobody('not_mapped', null, null)]
      const variant_id =
        store_id === null ? line.variant_id : variantOf(loaded, line, listed.get(line.remote_product_id ?? ''))
      return [line.line_id, planLine(loaded, variant_id, { country, quantity: line.wanted, first })]
    }),
  )
}

interface Sale {
  country: string
  quantity: number
  /** A supplier that goes before the order of the links, where it is among them. */
  first: string | null
}

function planLine(loaded: Loaded, variant_id: string | null, { country, quantity, first }: Sale): PlannedLine {
  const { product_id } = loaded
  const links = loaded.links
    .filter((link) => link.variant_id === variant_id)
    .map((link) => (link.source === first ? { ...link, rank: link.rank - loaded.links.length } : link))
  // What nobody wants any more is shown with the supplier it would have had.
  const planned = plan(links, { country, quantity: Math.max(1, quantity) })
  if (!planned.ok) return nobody(planned.reason, product_id, variant_id)
  return {
    product_id,
    variant_id,
    reason: null,
    sources: [...new Set(planned.lines.map(({ link }) => link.source))],
    cost: planned.lines.reduce((sum, { link, quantity }) => sum + link.cost * quantity, 0),
    parts: planned.lines,
    links,
  }
}

/** One for one from the supplier that was chosen for the line. */
function planChosen(line: LineToPlan, link: SupplierLink, product_id: string | null): PlannedLine {
  const quantity = Math.max(1, line.wanted)
  return {
    product_id,
    variant_id: line.variant_id,
    reason: null,
    sources: [link.source],
    cost: link.cost * quantity,
    parts: [{ link, quantity, gifts: 0 }],
    links: [],
  }
}

/** The store's variant and ours have the same option values. */
function variantOf(loaded: Loaded, line: LineToPlan, listed: Listed | undefined): string | null {
  const { variants } = loaded.product
  const remote = listed?.remote?.variants.find(({ remote_variant_id }) => remote_variant_id === line.remote_variant_id)
  if (!remote) return null
  const key = variantKey(remote.option_values)
  return variants.find(({ option_values }) => variantKey(option_values) === key)?.variant_id ?? null
}

async function listingsOf(
  tx: Tx,
  workplace_id: string,
  store_id: string | null,
  lines: readonly LineToPlan[],
): Promise<Map<string, Listed>> {
  const ids = [...new Set(lines.flatMap(({ remote_product_id }) => remote_product_id ?? []))]
  if (store_id === null || ids.length === 0) return new Map()
  const { rows } = await sql<Listed>`
    select remote_id, product_id, remote from listings
    where workplace_id = ${workplace_id} and store_id = ${store_id} and remote_id = any(${ids}::text[])`.execute(tx)
  return new Map(rows.map((row) => [row.remote_id, row]))
}
