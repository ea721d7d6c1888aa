import type { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { isUnlimited } from '@omni/domain/billing/plan-rules.ts'
import { isSource, SOURCES, type Source } from '@omni/domain/catalog/sources.ts'
import { MAX_IMPORT_ROWS, readAddresses, readImportTable } from '@omni/domain/import-list/csv-import.ts'
import { parseMinor } from '@omni/domain/money.ts'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { say, type TextKey } from '../../platform/messages.ts'
import { planState } from '../billing/usage.ts'
import { productSettings } from '../product-settings/settings.ts'
import { type CatalogueProduct, readCatalogue } from './read-catalogue.ts'

type Preview = Out<typeof importListCalls.previewImport>
type Row = Preview['rows'][number]
/** Of one row, in characters: a longer one is no row but a quote that never ends. */
const MAX_ROW_SIZE = 20_000
/** What a first line without an end can be looked at for its separator. */
const FIRST_LINE = 20_000

interface Read {
  line: number
  text: string
  url: string | null
  source: string | null
  product_id: string | null
  title: string | null
  price_text: string | null
  tags: string[]
}

/** Row by row what an import would do; nothing is changed. */
export async function previewImport(
  ctx: Ctx,
  { text, kind }: In<typeof importListCalls.previewImport>,
): Promise<Preview> {
  const {
    format,
    rows: read,
    ignored_columns,
  } = kind === 'urls'
    ? { format: 'urls' as const, ignored_columns: [], rows: readAddresses(text, MAX_IMPORT_ROWS).map(addressRow) }
    : readFile(text)
  if (read.length > MAX_IMPORT_ROWS) refuse('imports.too_many_rows', { max: MAX_IMPORT_ROWS }, { field: 'text' })
  const named = read.map((row) => ({ row, ...nameOf(ctx, row) }))
  const wanted = named.flatMap(({ source, product_id }) =>
    source && product_id ? [{ source, source_product_id: product_id }] : [],
  )
  return ctx.db.read(async (tx) => {
    const catalogue = await readCatalogue(tx, wanted)
    const { rows: taken } = await sql<{
      key: string
    }>`select source || ':' || source_product_id as key from imported_sources where workplace_id = ${ctx.workplace_id}
      and (source, source_product_id) in (select *
        from unnest(${wanted.map(({ source }) => source)}::text[],
        ${wanted.map((one) => one.source_product_id)}::text[]))`.execute(tx)
    const {
      selling_price: { currency },
    } = await productSettings(tx, ctx.workplace_id)
    const have = new Set(taken.map(({ key }) => key))
    const seen = new Set<string>()
    const rows = named.map((one) => judge(ctx, one, catalogue, have, seen, currency))
    const { plan, usage } = await planState(tx, ctx.user_id, ctx.now)
    const limit = plan.features.IMPORT_PRODUCT?.limit ?? 0
    const count = (will: Row['will']) => rows.filter((row) => row.will === will).length
    return {
      format,
      rows,
      ignored_columns,
      will_import: count('import'),
      will_fetch: count('fetch'),
      will_skip: count('skip'),
      will_fail: count('fail'),
      quota_left: isUnlimited(limit) ? null : Math.max(0, limit - (usage.IMPORT_PRODUCT ?? 0)),
    }
  })
}

const addressRow = ({ line, text }: { line: number; text: string }): Read => ({
  line,
  text,
  url: text,
  source: null,
  product_id: null,
  title: null,
  price_text: null,
  tags: [],
})

function readFile(text: string): { format: Preview['format']; rows: Read[]; ignored_columns: string[] } {
  let table: string[][]
  try {
    // Spreadsheets of half the world separate by semicolons.
    const first = text.slice(0, FIRST_LINE).split('\n', 1)[0] ?? ''
    const count = (sign: string) => first.split(sign).length
    const delimiter = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
    table = parse(text, {
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      delimiter,
      max_record_size: MAX_ROW_SIZE,
      // The header, and one row more than is taken: the rest is not read.
      to: MAX_IMPORT_ROWS + 2,
    }) as string[][] // without `columns` it gives lists
  } catch (error) {
    refuse(
      'imports.file_unreadable',
      { detail: error instanceof Error ? error.message.slice(0, 120) : '' },
      { field: 'text' },
    )
  }
  const [header = [], ...rows] = table
  return readImportTable(header, rows)
}

/** Which supplier product a row means: by its address, or by supplier and id. */
function nameOf(ctx: Ctx, row: Read): { source: Source | null; product_id: string | null } {
  if (row.url) {
    for (const source of SOURCES) {
      const product_id = ctx.services.suppliers.definition(source).productIdOf(row.url)
      if (product_id) return { source, product_id }
    }
  }
  const source = row.source?.toLowerCase() ?? ''
  return isSource(source) && row.product_id && /^[\w.|:-]{1,64}$/.test(row.product_id)
    ? { source, product_id: row.product_id }
    : { source: null, product_id: null }
}

function judge(
  ctx: Ctx,
  { row, source, product_id }: { row: Read; source: Source | null; product_id: string | null },
  catalogue: ReadonlyMap<string, CatalogueProduct>,
  have: ReadonlySet<string>,
  seen: Set<string>,
  currency: string,
): Row {
  const key = `${source}:${product_id}`
  const found = catalogue.get(key)
  const price = row.price_text
    ? parseMinor(
        row.price_text
          .replace(/[^\d.,-]/g, '')
          .replace(/,(?=\d{1,2}$)/, '.')
          .replaceAll(',', ''),
        currency,
      )
    : null
  const decide = (): [Row['will'], TextKey | null] => {
    if (source === null || product_id === null) return ['fail', 'imports.address_unknown']
    if (price && (!price.ok || price.value < 0)) return ['fail', 'imports.price_unreadable']
    if (have.has(key)) return ['skip', 'imports.already_imported']
    if (seen.has(key)) return ['skip', 'imports.twice_in_list']
    if (found?.gone) return ['fail', 'imports.gone']
    if (found && (found.variants.length > 0 || found.detail_at !== null)) return ['import', null]
    return ctx.services.suppliers.shared[source]?.catalog ? ['fetch', null] : ['fail', 'imports.not_captured']
  }
  const [will, reason_key] = decide()
  seen.add(key)
  return {
    line: row.line,
    text: row.text.slice(0, 500),
    source,
    product_id,
    name: found?.name ?? null,
    image: found?.images[0] ?? null,
    cost_min: found?.price_min ?? null,
    total_variants: found ? found.variants.length : null,
    changes: {
      title: row.title?.slice(0, 255) || null,
      price: price?.ok ? price.value : null,
      tags: row.tags.slice(0, 250),
    },
    will,
    reason: reason_key === null ? null : say(ctx.language, reason_key),
    reason_key,
  }
}
