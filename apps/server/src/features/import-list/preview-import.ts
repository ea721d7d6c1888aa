import type { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { isUnlimited } from '@omni/domain/billing/plan-rules.ts'
import { isSource, SOURCES, type Source } from '@omni/domain/catalog/sources.ts'
import { MAX_VARIANTS } from '@omni/domain/catalog/normalise-product.ts'
import { type DecimalSign, decimalSignOf, readAmount } from '@omni/domain/amount-text.ts'
import {
  type ImportTableRow,
  MAX_IMPORT_ROWS,
  readAddresses,
  readImportTable,
  variantOf,
} from '@omni/domain/import-list/csv-import.ts'
import { type Minor, parseMinor } from '@omni/domain/money.ts'
import { MAX_TITLE } from '@omni/domain/products/product.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { type Params, say, type TextKey } from '../../platform/messages.ts'
import { planState } from '../billing/usage.ts'
import { productSettings } from '../product-settings/settings.ts'
import { type CatalogueProduct, readCatalogue } from './read-catalogue.ts'
import { readCsv } from './read-csv.ts'

type Preview = Out<typeof importListCalls.previewImport>
type Row = Preview['rows'][number]

/** Row by row what an import would do; nothing is changed. */
export async function previewImport(
  ctx: Ctx,
  { text, kind }: In<typeof importListCalls.previewImport>,
): Promise<Preview> {
  const file: File =
    kind === 'urls'
      ? { format: 'urls', ignored_columns: [], rows: readAddresses(text, MAX_IMPORT_ROWS).map(addressRow), sign: '.' }
      : readFile(text)
  const { format, rows: read, ignored_columns } = file
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
    const readPrice = priceReader(currency, file.sign)
    const rows = named.map((one) => judge(ctx, one, catalogue, have, seen, readPrice))
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

interface File {
  format: Preview['format']
  rows: ImportTableRow[]
  ignored_columns: string[]
  /** What ends the whole units in its amounts. */
  sign: DecimalSign
}

const addressRow = ({ line, text }: { line: number; text: string }): ImportTableRow => ({
  line,
  text,
  url: text,
  source: null,
  product_id: null,
  title: null,
  price_text: null,
  tags: [],
  variants: [],
})

function readFile(text: string): File {
  const { table, delimiter } = readCsv(text, MAX_IMPORT_ROWS)
  const [header = [], ...cells] = table
  const { rows, ...rest } = readImportTable(header, cells)
  const prices = rows.flatMap((row) => [row, ...row.variants].flatMap(({ price_text }) => price_text ?? []))
  // Where none of its amounts says so: whoever separates by semicolons needs the comma for them.
  return { ...rest, rows, sign: decimalSignOf(prices) ?? (delimiter === ';' ? ',' : '.') }
}

type ReadPrice = (text: string | null) => Minor | null | 'unreadable'

const priceReader =
  (currency: string, sign: DecimalSign): ReadPrice =>
  (text) => {
    if (text === null) return null
    const amount = readAmount(text, sign)
    const price = amount === null ? null : parseMinor(amount, currency)
    return price?.ok && price.value >= 0 ? price.value : 'unreadable'
  }

/** Which supplier product a row means: by its address, or by supplier and id. */
function nameOf(ctx: Ctx, row: ImportTableRow): { source: Source | null; product_id: string | null } {
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
  { row, source, product_id }: { row: ImportTableRow; source: Source | null; product_id: string | null },
  catalogue: ReadonlyMap<string, CatalogueProduct>,
  have: ReadonlySet<string>,
  seen: Set<string>,
  readPrice: ReadPrice,
): Row {
  const key = `${source}:${product_id}`
  const found = catalogue.get(key)
  const price = readPrice(row.price_text)
  const variants = row.variants.map((variant) => ({ ...variant, price: readPrice(variant.price_text) }))
  const unreadable = [{ line: row.line, price_text: row.price_text, price }, ...variants].find(
    (one) => one.price === 'unreadable',
  )
  // What is not in the catalogue yet is looked for when it is imported.
  const isKnown = found !== undefined && found.variants.length > 0
  const missing = isKnown ? variants.filter(({ text }) => !variantOf(found.variants, text)) : []
  const decide = (): [Row['will'], TextKey | null, Params?] => {
    if (source === null || product_id === null) return ['fail', 'imports.address_unknown']
    if (unreadable)
      return [
        'fail',
        'imports.price_unreadable',
        { line: unreadable.line, text: unreadable.price_text?.slice(0, 40) ?? '' },
      ]
    if (have.has(key)) return ['skip', 'imports.already_imported']
    if (seen.has(key)) return ['skip', 'imports.twice_in_list']
    if (found?.gone) return ['fail', 'imports.gone']
    if (variants.length > 0 && missing.length === variants.length)
      return [
        'fail',
        'imports.variants_unknown',
        {
          variants: missing
            .map(({ text }) => text)
            .join(' · ')
            .slice(0, 120),
        },
      ]
    if (found && (found.variants.length > 0 || found.detail_at !== null)) return ['import', null]
    return ctx.services.suppliers.shared[source]?.catalog ? ['fetch', null] : ['fail', 'imports.not_captured']
  }
  const [will, reason_key, params] = decide()
  seen.add(key)
  const title = row.title?.slice(0, MAX_TITLE).trim() || null
  const cut = row.title !== null && row.title.length > MAX_TITLE
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
      title,
      price: price === 'unreadable' ? null : price,
      tags: row.tags.slice(0, 250),
      variants: variants
        .filter((variant) => !missing.includes(variant))
        .slice(0, MAX_VARIANTS)
        .map((variant) => ({
          text: variant.text.slice(0, 500),
          price: variant.price === 'unreadable' ? null : variant.price,
        })),
    },
    notes: [
      ...(cut ? [say(ctx.language, 'imports.title_cut', { max: MAX_TITLE })] : []),
      ...missing
        .slice(0, 5)
        .map(({ line, text }) => say(ctx.language, 'imports.variant_unknown', { line, text: text.slice(0, 80) })),
    ],
    will,
    reason: reason_key === null ? null : say(ctx.language, reason_key, params),
    reason_key,
  }
}
