/**
 * Lists of products to import, pasted or from a file. Whoever comes from DSers or AutoDS brings a table with their
 * column names. No
 * published list of those columns was at hand: the names below are the words these tools are known to use, NOT checked
 * against a real
 * export, so many spellings are taken. Case, spaces and signs in a header do not matter.
 */
import { DSERS_SOURCE_ID } from '../vendors/manifest.ts'
import { VENDORS } from '../vendors/badges.ts'
import { SOURCES } from '../catalog/sources.ts'

const IMPORT_FORMATS = ['omni', 'dsers', 'autods', 'unknown'] as const
/** Rows of one import. */
export const MAX_IMPORT_ROWS = 20_000
type ImportFormat = (typeof IMPORT_FORMATS)[number]
export interface ImportTableRow {
  /** As a spreadsheet counts: the header is line 1. */ line: number
  text: string
  url: string | null
  source: string | null
  product_id: string | null
  title: string | null
  price_text: string | null
  tags: string[]
  /** Of a product that has a row for each of its variants; empty: all variants, at the product's price. */
  variants: ImportTableVariant[]
}
interface ImportTableVariant {
  line: number
  /** The supplier's name of the variant, or its option values. */ text: string
  price_text: string | null
}
export interface ImportTable {
  format: ImportFormat
  rows: ImportTableRow[]
  /** Columns nobody understood. */ ignored_columns: string[]
}

type Column = 'url' | 'source' | 'product_id' | 'variant' | 'title' | 'price' | 'tags'
type Names = Record<Column, readonly string[]>

/** In the order they count where a table has several. */
const OMNI: Names = {
  url: ['url'],
  source: ['source'],
  product_id: ['product_id'],
  variant: ['variant'],
  title: ['title'],
  price: ['price'],
  tags: ['tags'],
}
/** Columns of DSers' tables that name a supplier name this one. */
const DSERS_NAME = VENDORS[DSERS_SOURCE_ID].name
const DSERS: Names = {
  url: [
    'Supplier Product URL',
    `${DSERS_NAME} Product URL`,
    'Supplier Product Link',
    `${DSERS_NAME} Product Link`,
    'Supplier URL',
    'Supplier Link',
    `${DSERS_NAME} URL`,
    `${DSERS_NAME} Link`,
    'Product URL',
    'Product Link',
  ],
  source: ['Supplier Platform', 'Supplier Type', 'Platform', 'Supplier'],
  product_id: ['Supplier Product ID', `${DSERS_NAME} Product ID`, `${DSERS_NAME} ID`],
  variant: [
    'Supplier Variant ID',
    'Supplier SKU ID',
    'Supplier SKU',
    `${DSERS_NAME} SKU`,
    'Supplier Variant',
    'Supplier Variants',
    'Variant Title',
    'Variant Name',
    'Variant',
    'Variants',
    'SKU',
  ],
  title: ['Product Title', 'Product Name', 'Title', 'Name'],
  price: ['Selling Price', 'Store Price', 'Price'],
  tags: ['Tags', 'Product Tags', 'Tag'],
}
const AUTODS: Names = {
  url: ['Buy Item URL', 'Buy URL', 'Buy Link', 'Source URL', 'Source Link', 'Supplier Link', 'Product Link'],
  source: ['Buy Site', 'Source Site', 'Source Marketplace', 'Supplier'],
  product_id: ['Buy Item ID', 'Buy ID', 'Source Item ID', 'Source ID'],
  variant: ['Buy Variant', 'Buy Variation', 'Source Variation', 'Variation', 'Variant'],
  title: ['Title', 'Item Title', 'Product Title', 'Sell Item Title'],
  price: ['Sell Price', 'Selling Price', 'Sell Item Price', 'Price'],
  tags: ['Tags', 'Tag'],
}
const FORMATS: Record<Exclude<ImportFormat, 'unknown'>, Names> = { omni: OMNI, dsers: DSERS, autods: AUTODS }

const plain = (header: string): string => header.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
const isAddress = (text: string): boolean => /^(?:https?:\/\/|www\.)\S+$/i.test(text)

/**
 * Spreadsheets keep long numbers from being rounded by writing ="1005…" or '1005…; what was rounded already (1.005E+15)
 * is lost.
 */
function cleanId(cell: string): string | null {
  const id = cell
    .replace(/^="?|"$/g, '')
    .replace(/^'/, '')
    .trim()
  return id === '' || /^\d(?:[.,]\d+)?e\+?\d+$/i.test(id) ? null : id
}

/** Whatever holds a supplier's name ('<name> US', '<name>.com') -> our name for it; a stranger stays as written, to be named in the answer. */
const sourceOf = (cell: string): string | null =>
  SOURCES.find((source) => plain(cell).includes(source)) ?? (cell || null)

/** The format whose own columns say what to import; whoever names its columns more exactly goes first. */
function formatOf(headers: ReadonlySet<string>): ImportFormat {
  const has = (names: readonly string[]): boolean => names.some((name) => headers.has(plain(name)))
  if (
    has([
      'Buy Item ID',
      'Buy ID',
      'Buy Site',
      'Buy Item URL',
      'Buy URL',
      'Buy Link',
      'Source Item ID',
      'Source Marketplace',
    ])
  )
    return 'autods'
  if (has(OMNI.url) || (has(OMNI.product_id) && has(OMNI.source))) return 'omni'
  if (has(DSERS.url) || has(DSERS.product_id)) return 'dsers'
  return has(AUTODS.url) || has(AUTODS.product_id) ? 'autods' : 'unknown'
}

function placesOf(names: Names, headers: readonly string[]): Record<Column, number[]> {
  const find = (column: Column): number[] =>
    names[column].flatMap((name) => headers.flatMap((header, at) => (header === plain(name) ? [at] : [])))
  return {
    url: find('url'),
    source: find('source'),
    product_id: find('product_id'),
    variant: find('variant'),
    title: find('title'),
    price: find('price'),
    tags: find('tags'),
  }
}

function readRow(
  cells: readonly string[],
  line: number,
  places: Record<Column, number[]> | null,
  isNamedByColumns: boolean,
): ImportTableRow {
  const first = (column: Column): string =>
    places?.[column].map((at) => cells[at] ?? '').find((cell) => cell !== '') ?? ''
  const [address, id, source] = [first('url'), first('product_id'), first('source')]
  // People put an address under "id" and an id under "url"; in a table without known columns the first address counts.
  const url = [address, id, ...(places ? [] : cells)].find(isAddress) ?? null
  const product_id = cleanId(isAddress(id) ? '' : id || (isAddress(address) ? '' : address))
  return {
    line,
    text: cells.filter((cell) => cell !== '').join(', '),
    url,
    product_id,
    source: sourceOf(source) ?? (isNamedByColumns && product_id !== null ? DSERS_SOURCE_ID : null),
    title: first('title') || null,
    price_text: first('price') || null,
    variants: first('variant') === '' ? [] : [{ line, text: first('variant'), price_text: first('price') || null }],
    tags: [
      ...new Set(
        first('tags')
          .split(/[,;|]/)
          .map((tag) => tag.trim())
          .filter((tag) => tag !== ''),
      ),
    ],
  }
}

/**
 * Rows about variants of one product become one row. A row that names only a variant goes on with the product above
 * it. The price of such a row is the variant's.
 */
function joinVariants(rows: readonly ImportTableRow[]): ImportTableRow[] {
  const joined: ImportTableRow[] = []
  const byProduct = new Map<string, ImportTableRow>()
  for (const row of rows) {
    const isNamed = row.url !== null || row.product_id !== null
    const key = row.url ?? `${row.source}:${row.product_id}`
    const product = row.variants.length === 0 ? undefined : isNamed ? byProduct.get(key) : joined.at(-1)
    if (product && product.variants.length > 0) {
      product.variants.push(...row.variants)
      product.title ??= row.title
      product.tags = [...new Set([...product.tags, ...row.tags])]
      continue
    }
    const own = row.variants.length > 0 ? { ...row, price_text: null } : row
    joined.push(own)
    if (isNamed && row.variants.length > 0) byProduct.set(key, own)
  }
  return joined
}

const plainValue = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
/** `Red / XL`, `Color:Red;Size:XL`, `red,xl`: the values, without the names of their options. */
const valuesIn = (text: string): string[] =>
  text
    .split(/[/;,|&]+/)
    .map((piece) => plainValue(piece.includes(':') ? piece.slice(piece.lastIndexOf(':') + 1) : piece))
    .filter((value) => value !== '')
    .sort()

/** The supplier's variant that a row of a file means: by its id, or by its option values in any order. */
export function variantOf<V extends { sku_id: string; sku_attr: string; values: readonly { value: string }[] }>(
  variants: readonly V[],
  text: string,
): V | undefined {
  const wanted = plainValue(text)
  const byId = variants.find(
    ({ sku_id, sku_attr }) => plainValue(sku_id) === wanted || (sku_attr !== '' && plainValue(sku_attr) === wanted),
  )
  if (byId) return byId
  const key = JSON.stringify(valuesIn(text))
  return variants.find(({ values }) => {
    const own = values.map(({ value }) => plainValue(value))
    return JSON.stringify(own.toSorted()) === key || own.join('-') === wanted || own.join(' ') === wanted
  })
}

export function readImportTable(header: readonly string[], rows: readonly (readonly string[])[]): ImportTable {
  const names = header.map(plain)
  // a plain list: what stands on top is a product already
  const headless = header.some((cell) => isAddress(cell.trim()))
  const format = headless ? 'unknown' : formatOf(new Set(names))
  const places = format === 'unknown' ? null : placesOf(FORMATS[format], names)
  const understood = new Set(places ? Object.values(places).flat() : [])
  const isNamedByColumns =
    format === 'dsers' && (places?.product_id ?? []).every((at) => names[at]?.startsWith(plain(DSERS_NAME)))
  const read = (headless ? [header, ...rows] : rows).map((cells, at) => ({
    cells: cells.map((cell) => cell.trim()),
    line: at + (headless ? 1 : 2),
  }))
  return {
    format,
    rows: joinVariants(
      read
        .filter(({ cells }) => cells.some((cell) => cell !== ''))
        .map(({ cells, line }) => readRow(cells, line, places, isNamedByColumns)),
    ),
    ignored_columns: headless
      ? []
      : header.map((name) => name.trim()).filter((name, at) => name !== '' && !understood.has(at)),
  }
}

const AROUND = ',;<>"\''

/** By hand: a pattern would go over a long run of signs again and again. */
function bare(piece: string): string {
  let [from, to] = [0, piece.length]
  while (from < to && AROUND.includes(piece.charAt(from))) from++
  while (to > from && AROUND.includes(piece.charAt(to - 1))) to--
  return piece.slice(from, to)
}

/**
 * One to a line, or with spaces, commas or semicolons between them; each once. An address may hold a comma inside: it
 * is cut only before the next one. Stops at the first one past `max`: what comes after it is not read.
 */
export function readAddresses(text: string, max: number): { line: number; text: string }[] {
  const found = new Map<string, number>()
  let line = 0
  for (const row of linesOf(text)) {
    line++
    if (row.trim() === '') continue
    for (const piece of row.split(/\s+|[,;](?=\s|$|[,;]|https?:\/\/|www\.)/i)) {
      const address = bare(piece)
      if (address !== '' && !found.has(address)) found.set(address, line)
      if (found.size > max) return listed(found)
    }
  }
  return listed(found)
}

const listed = (found: ReadonlyMap<string, number>) => [...found].map(([text, line]) => ({ line, text }))

/** Line by line, so that a reader who has enough does not pay for the rest. */
function* linesOf(text: string): Generator<string> {
  const end = /\r\n|\r|\n/g
  let from = 0
  for (let found = end.exec(text); found; found = end.exec(text)) {
    yield text.slice(from, found.index)
    from = end.lastIndex
  }
  yield text.slice(from)
}
