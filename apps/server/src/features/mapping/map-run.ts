import { SOURCES } from '@omni/domain/catalog/sources.ts'
import { z } from 'zod'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { type NewRow, type RowOutcome, type Run, runKind, type RunRow, type RunWork } from '../../platform/runs.ts'
import { readyToImport } from '../import-list/fetch-missing.ts'
import { linkMatching, type SupplierProduct } from '../import-list/link-matching.ts'
import { type CatalogueProduct, readCatalogue } from '../import-list/read-catalogue.ts'
import { lockListing, remoteOf } from '../listings/listing-row.ts'
import { type LinksOf, makeFromListing, missingPlaces, type NotMapped, type Part } from './map-listing.ts'
import { mapOneListing } from './map-one-listing.ts'

const Supplier = z.object({ source: z.enum(SOURCES), source_product_id: z.string() })

/**
 * Several store products at once. `tie`: they become listings of ours; `copy`: products like them; `split`: one product
 * per value of an option.
 */
export const mapRun = runKind('map', {
  input: z.object({ mode: z.enum(['tie', 'copy', 'split']), option: z.string().optional(), override: z.boolean() }),
  undoable: false,
})

const ROWS_AT_ONCE = 5

/** What the listings are called, for the tracker. Those that are not there are left out. */
export async function rowsOfListings(
  tx: Tx,
  workplace_id: string,
  items: readonly ({ listing_id: string } & SupplierProduct)[],
): Promise<NewRow[]> {
  const rows = await tx
    .selectFrom('listings')
    .select(['listing_id', 'title', 'image'])
    .where('workplace_id', '=', workplace_id)
    .where(
      'listing_id',
      'in',
      items.map(({ listing_id }) => listing_id),
    )
    .execute()
  const known = new Map(rows.map((row) => [row.listing_id, row]))
  return items.flatMap(({ listing_id, source, source_product_id }) => {
    const row = known.get(listing_id)
    if (!row) return []
    const { title, image } = row
    return [{ subject_kind: 'listing', subject_id: listing_id, title, image, input: { source, source_product_id } }]
  })
}

const matching =
  (supplier: SupplierProduct, found: CatalogueProduct): LinksOf =>
  (variants) =>
    [...linkMatching(variants, supplier, found, () => undefined).values()].map((link) => ({ ...link, rank: 0 }))

export const mapWork: RunWork = {
  kind: mapRun,
  chunk: ROWS_AT_ONCE,
  async prepare(ctx, _run, rows) {
    const wanted = rows.map((row) => ({ ...Supplier.parse(row.input), row }))
    return (await readyToImport(ctx, wanted)).map(({ row }) => row)
  },
  async rows(tx, ctx, run, rows) {
    const catalogue = await readCatalogue(
      tx,
      rows.map(({ input }) => Supplier.parse(input)),
    )
    const outcomes: RowOutcome[] = []
    for (const row of rows) outcomes.push(await mapRow(tx, ctx, run, row, catalogue))
    return outcomes
  },
  finished: (tx, { workplace_id }) => publishToWorkplace(tx, workplace_id, 'products.changed', {}),
}

async function mapRow(
  tx: Tx,
  ctx: JobCtx,
  run: Run,
  { row, subject_id, input }: RunRow,
  catalogue: ReadonlyMap<string, CatalogueProduct>,
): Promise<RowOutcome> {
  const { mode, option, override } = mapRun.input.parse(run.input)
  const supplier = Supplier.parse(input)
  const found = catalogue.get(`${supplier.source}:${supplier.source_product_id}`)
  if (!found || found.gone) return { row, ok: false, error_key: 'mapping.product_missing' }
  const { workplace_id, user_id } = run
  const who = { workplace_id, user_id, now: ctx.now, public_url: ctx.config.PUBLIC_URL }
  const linksOf = matching(supplier, found)
  const failed = ({ key, params }: NotMapped): RowOutcome => ({ row, ok: false, error_key: key, error_params: params })
  if (mode === 'tie') {
    const mapped = await mapOneListing(tx, who, subject_id, supplier, found, linksOf, override)
    return mapped.ok ? { row, ok: true, result: { made: [mapped.product_id] } } : failed(mapped)
  }
  const listing = await lockListing(tx, { workplace_id, listing_id: subject_id })
  if (!listing) return { row, ok: false, error_key: 'mapping.listing_gone' }
  const parts = mode === 'copy' ? [undefined] : partsBy(remoteOf(listing)?.options ?? [], option ?? '')
  if (parts.length === 0)
    return { row, ok: false, error_key: 'mapping.no_such_option', error_params: { option: option ?? '' } }
  const refused = await missingPlaces(tx, who, parts.length)
  if (refused) return failed(refused)
  const made: string[] = []
  for (const part of parts) {
    const product = await makeFromListing(tx, who, listing, supplier, found, linksOf, part)
    // All parts or none: taken back with the transaction, and looked at again by the next try.
    if (!product.ok) throw new Error(`a part could not be made: ${product.key}`)
    made.push(product.loaded.product_id)
  }
  return { row, ok: true, result: { made } }
}

function partsBy(options: readonly { name: string; values: string[] }[], option: string): Part[] {
  const at = options.findIndex(({ name }) => name.toLowerCase() === option.toLowerCase())
  return (options[at]?.values ?? []).map((value) => ({
    name: value,
    has: (option_values) => option_values[at] === value,
  }))
}
