/**
 * Orders from a table: a row for each line, rows of one order under its number. the export of one platform is taken as it is;
 * its column names are the vendor's documented ones. Case, spaces and signs in a header do not matter.
 */
import { type DecimalSign, decimalSignOf, readAmount } from '../amount-text.ts'
import { COUNTRIES } from '../countries.ts'
import { CURRENCIES } from '../currencies.ts'
import { type Minor, parseMinor } from '../money.ts'
import { repairAddress } from './address.ts'
import { EMPTY_ADDRESS, type OrderAddress } from './document.ts'

export const MAX_TABLE_ORDERS = 500
/** Rows of one file. */
export const MAX_TABLE_ROWS = 5000
const MAX_LINES = 100
const MAX_QUANTITY = 9999
const LONGEST = 500

const COLUMNS = {
  number: ['order', 'order number', 'number', 'order id', 'Name'],
  email: ['email', 'e-mail', 'customer email'],
  name: ['customer', 'customer name', 'recipient', 'Shipping Name'],
  company: ['company', 'Shipping Company'],
  address1: ['address', 'address 1', 'street', 'Shipping Address1'],
  address2: ['address 2', 'apartment', 'Shipping Address2'],
  city: ['city', 'town', 'Shipping City'],
  province: ['state', 'province', 'region', 'Shipping Province'],
  zip: ['zip', 'postcode', 'postal code', 'zip code', 'Shipping Zip'],
  country: ['country', 'country code', 'Shipping Country'],
  phone: ['phone', 'telephone', 'Shipping Phone'],
  tax_number: ['tax number', 'tax id', 'cpf'],
  sku: ['sku', 'variant sku', 'Lineitem sku'],
  quantity: ['quantity', 'qty', 'pieces', 'Lineitem quantity'],
  price: ['price', 'unit price', 'Lineitem price'],
  currency: ['currency'],
  note: ['note', 'notes'],
} as const
type Column = keyof typeof COLUMNS
const NAMES = Object.keys(COLUMNS) as Column[]

/** Where the file itself is wrong. Whether somebody sells the SKU is not known here. */
export type TableProblem =
  | 'no_number'
  | 'no_sku'
  | 'quantity'
  | 'price'
  | 'country'
  | 'currency'
  | 'too_many_lines'
  | 'two_currencies'

interface TableLine {
  /** As a spreadsheet counts: the header is line 1. */
  line: number
  sku: string
  quantity: number
  unit_price: Minor
}

export interface TableOrder {
  number: string
  /** Of its first row. */
  line: number
  email: string
  currency: string
  address: OrderAddress
  note: string
  lines: TableLine[]
  problems: { line: number; says: TableProblem }[]
}

export interface OrderTable {
  orders: TableOrder[]
  /** Columns that were not found and without which nothing can be read. */
  missing_columns: Column[]
  ignored_columns: string[]
}

const plain = (header: string): string => header.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
const NEEDED: readonly Column[] = ['number', 'sku', 'quantity', 'price', 'country']
const CURRENCY_CODES: ReadonlySet<string> = new Set(CURRENCIES.map(({ currencyType }) => currencyType))

/** By its code or its English name. */
function countryOf(text: string): string | null {
  const wanted = text.trim().toUpperCase()
  const code = wanted === 'UK' ? 'GB' : wanted
  return COUNTRIES.find((one) => one.code === code || one.name.toUpperCase() === wanted)?.code ?? null
}

type Read = (column: Column) => string

function newOrder(read: Read, number: string, line: number, currency: string): TableOrder {
  const problems: TableOrder['problems'] = []
  const country_code = countryOf(read('country'))
  if (country_code === null) problems.push({ line, says: 'country' })
  if (!CURRENCY_CODES.has(currency)) problems.push({ line, says: 'currency' })
  const province = read('province')
  const address = repairAddress({
    ...EMPTY_ADDRESS,
    name: read('name'),
    company: read('company'),
    address1: read('address1'),
    address2: read('address2'),
    city: read('city'),
    province,
    province_code: /^[A-Z]{2,3}$/i.test(province) ? province.toUpperCase() : '',
    zip: read('zip').replace(/^'/, ''),
    country_code: country_code ?? '',
    phone: read('phone').replace(/^'/, ''),
    tax_number: read('tax_number'),
  })
  return { number, line, email: read('email'), currency, address, note: read('note'), lines: [], problems }
}

function addLine(order: TableOrder, read: Read, line: number, sign: DecimalSign): void {
  const wrong = (says: TableProblem) => order.problems.push({ line, says })
  const [sku, quantity] = [read('sku'), Number(read('quantity'))]
  const amount = readAmount(read('price'), sign)
  const price = amount === null ? null : parseMinor(amount, order.currency)
  const ownCurrency = read('currency').toUpperCase()
  if (sku === '') wrong('no_sku')
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MAX_QUANTITY) wrong('quantity')
  if (!price?.ok || price.value < 0) wrong('price')
  if (ownCurrency !== '' && ownCurrency !== order.currency) wrong('two_currencies')
  if (order.lines.length === MAX_LINES) wrong('too_many_lines')
  if (sku !== '' && price?.ok) order.lines.push({ line, sku, quantity, unit_price: price.value })
}

/** `currency`: of orders that name none. `sign`: what ends the whole units where no amount says so. */
export function readOrderTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  { currency, sign }: { currency: string; sign: DecimalSign },
): OrderTable {
  const names = header.map(plain)
  const placeOf = (column: Column) =>
    COLUMNS[column].map((name) => names.indexOf(plain(name))).find((at) => at >= 0) ?? -1
  const places = new Map(NAMES.map((column) => [column, placeOf(column)]))
  const reader =
    (cells: readonly string[]): Read =>
    (column) =>
      (cells[places.get(column) ?? -1] ?? '').trim().slice(0, LONGEST)
  const missing_columns = NEEDED.filter((column) => places.get(column) === -1)
  const understood = new Set(places.values())
  const ignored_columns = header
    .filter((name, at) => name.trim() !== '' && !understood.has(at))
    .map((name) => name.trim())
  if (missing_columns.length > 0) return { orders: [], missing_columns, ignored_columns }
  const habit = decimalSignOf(rows.map((cells) => reader(cells)('price'))) ?? sign
  const orders = new Map<string, TableOrder>()
  for (const [at, cells] of rows.entries()) {
    const line = at + 2
    const read = reader(cells)
    if (cells.every((cell) => cell.trim() === '')) continue
    const number = read('number')
    const known = orders.get(number)
    const order = known ?? newOrder(read, number, line, read('currency').toUpperCase() || currency)
    if (!known) orders.set(number, order)
    if (number === '') order.problems.push({ line, says: 'no_number' })
    addLine(order, read, line, habit)
  }
  return { orders: [...orders.values()], missing_columns, ignored_columns }
}
