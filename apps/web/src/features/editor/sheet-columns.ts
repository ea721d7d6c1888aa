/** The columns of the variants sheet: how each cell reads, and what may be typed into it. */
import { formatMinor } from '@omni/domain/format-money.ts'
import { toDecimal } from '@omni/domain/money.ts'
import {
  MAX_AMOUNT,
  MAX_WEIGHT_G,
  type ProductOption,
  type ProductVariant,
  type VariantField,
} from '@omni/domain/products/product.ts'
import { no, ok, type Result } from '@omni/domain/result.ts'
import type { Translate } from '../../platform/i18n.ts'
import type { Costing } from './make-costing.ts'
import type { Extra } from './editor-state.ts'
import { profitText } from '../../product-cards/profit-amount.tsx'
import { readAmount, readNumber } from '../../platform/read-amount.ts'

type ColumnKind = 'check' | 'image' | 'option' | 'text' | 'money' | 'weight' | 'switch' | 'shown'

export interface SheetColumn {
  key: string
  title: string
  width: number
  kind: ColumnKind
  /** What it edits; absent = read only. */
  field?: VariantField
  option?: number
  end?: boolean
}

export interface SheetEnv {
  costing: Costing
  extras: ReadonlyMap<string, Extra>
  locale: string
  t: Translate
  number: (value: number) => string
}

const MAX_SKU = 255
const MAX_BARCODE = 64
const SHEET_WIDTHS = {
  check: 40,
  image: 50,
  option: 120,
  sku: 150,
  barcode: 130,
  money: 94,
  small: 78,
  switch: 92,
} as const

/** What a price leaves and what is left of it stand first: at 1280 they are in sight beside two options. */
export function columnsOf(options: readonly ProductOption[], t: Translate): SheetColumn[] {
  const { check, image, option, sku, barcode, money, small, switch: toggle } = SHEET_WIDTHS
  return [
    { key: 'check', title: t('editor.select'), width: check, kind: 'check' },
    { key: 'image_id', title: t('editor.picture'), width: image, kind: 'image', field: 'image_id' },
    ...options.map(({ name }, index): SheetColumn => ({
      key: `option-${index}`,
      title: name,
      width: option,
      kind: 'option',
      option: index,
    })),
    { key: 'cost', title: t('editor.cost'), width: money, kind: 'shown', end: true },
    { key: 'shipping', title: t('editor.shipping'), width: money, kind: 'shown', end: true },
    { key: 'price', title: t('editor.price'), width: money, kind: 'money', field: 'price', end: true },
    {
      key: 'compare_at_price',
      title: t('editor.compare_at'),
      width: money,
      kind: 'money',
      field: 'compare_at_price',
      end: true,
    },
    { key: 'profit', title: t('editor.profit'), width: money, kind: 'shown', end: true },
    { key: 'margin', title: t('editor.margin'), width: small, kind: 'shown', end: true },
    { key: 'stock', title: t('editor.stock'), width: small, kind: 'shown', end: true },
    { key: 'sku', title: t('editor.sku'), width: sku, kind: 'text', field: 'sku' },
    { key: 'barcode', title: t('editor.barcode'), width: barcode, kind: 'text', field: 'barcode' },
    { key: 'weight_g', title: t('editor.weight_g'), width: small, kind: 'weight', field: 'weight_g', end: true },
    {
      key: 'sell_out_of_stock',
      title: t('editor.sell_sold_out'),
      width: toggle,
      kind: 'switch',
      field: 'sell_out_of_stock',
    },
    { key: 'enabled', title: t('editor.listed'), width: small, kind: 'switch', field: 'enabled' },
  ]
}

export const mayType = ({ kind, field }: SheetColumn) =>
  field !== undefined && (kind === 'text' || kind === 'money' || kind === 'weight')
const EMPTY = '—'

/** As it stands in the cell. */
export function cellText(column: SheetColumn, variant: ProductVariant, env: SheetEnv): string {
  const { costing, extras, locale, t, number } = env
  const money = (amount: number | null | undefined, currency = costing.currency) =>
    amount === null || amount === undefined ? EMPTY : formatMinor(amount, currency, locale)
  switch (column.key) {
    case 'price':
      return money(variant.price)
    case 'compare_at_price':
      return money(variant.compare_at_price)
    case 'cost': {
      const figures = costing.figuresOf(variant)
      return figures ? money(figures.cost) : money(costing.costOf(variant.variant_id), 'USD')
    }
    case 'shipping': {
      const shipping = costing.shippingOf(variant.variant_id)
      return shipping === 0 ? t('editor.free') : shipping === null ? EMPTY : money(costing.figuresOf(variant)?.shipping)
    }
    case 'profit':
      return profitOfVariant(variant, env)
    case 'margin': {
      const margin = costing.figuresOf(variant)?.margin ?? null
      return margin === null ? EMPTY : `${number(margin)} %`
    }
    case 'weight_g':
      return variant.weight_g === null ? EMPTY : number(variant.weight_g)
    case 'stock': {
      const stock = extras.get(variant.variant_id)?.quantity
      return stock === null || stock === undefined ? EMPTY : number(stock)
    }
    case 'sku':
      return variant.sku
    case 'barcode':
      return variant.barcode
    case 'enabled':
      return t(variant.enabled ? 'editor.yes' : 'editor.no')
    case 'sell_out_of_stock':
      return t(variant.sell_out_of_stock ? 'editor.yes' : 'editor.no')
    default:
      return column.option === undefined ? '' : (variant.option_values[column.option] ?? '')
  }
}

function profitOfVariant(variant: ProductVariant, { costing, locale, t }: SheetEnv): string {
  const figures = costing.figuresOf(variant)
  if (!figures) return EMPTY
  const money = (amount: number, currency: string) => ({ text: formatMinor(amount, currency, locale) })
  return profitText({ t, money }, { ...figures, amount: figures.profit, currency: costing.currency })
}

/** As it is typed and copied: numbers without a sign or grouping, in the reader's decimal sign. */
export function plainText(column: SheetColumn, variant: ProductVariant, env: SheetEnv): string {
  const { currency } = env.costing
  const decimal = (amount: number | null) =>
    amount === null ? '' : toDecimal(amount, currency).replace('.', decimalSign(env.locale))
  switch (column.key) {
    case 'price':
      return decimal(variant.price)
    case 'compare_at_price':
      return decimal(variant.compare_at_price)
    case 'weight_g':
      return variant.weight_g === null ? '' : String(variant.weight_g)
    case 'cost':
      return decimal(env.costing.figuresOf(variant)?.cost ?? null)
    case 'profit': {
      const figures = env.costing.figuresOf(variant)
      return decimal(figures && figures.state !== 'unknown' ? figures.profit : null)
    }
    case 'check':
      return ''
    case 'image_id':
      return variant.image_id ?? ''
    default: {
      const text = cellText(column, variant, env)
      return text === EMPTY ? '' : text
    }
  }
}

const decimalSign = (locale: string) =>
  new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'

export type CellProblem =
  | 'read_only'
  | 'not_an_amount'
  | 'too_large'
  | 'not_a_weight'
  | 'too_long'
  | 'not_yes_or_no'
  | 'picture_unknown'
const YES = new Set(['1', 'true', 'yes', 'y', 'on', '✓'])
const NO = new Set(['0', 'false', 'no', 'n', 'off', ''])

/** What a typed or pasted text means in a column. */
export function readCell(
  column: SheetColumn,
  text: string,
  env: Pick<SheetEnv, 'locale' | 't'> & { currency: string; images: ReadonlySet<string> },
): Result<unknown, CellProblem> {
  const typed = text.trim()
  switch (column.key) {
    case 'sku':
      return typed.length > MAX_SKU ? no('too_long') : ok(typed)
    case 'barcode':
      return typed.length > MAX_BARCODE ? no('too_long') : ok(typed)
    case 'price':
    case 'compare_at_price': {
      if (typed === '' || typed === EMPTY) return column.key === 'price' ? no('not_an_amount') : ok(null)
      const amount = readAmount(typed, env.currency, env.locale)
      return amount === null ? no('not_an_amount') : amount > MAX_AMOUNT ? no('too_large') : ok(amount)
    }
    case 'weight_g': {
      if (typed === '' || typed === EMPTY) return ok(null)
      const grams = Number(readNumber(typed, env.locale) ?? Number.NaN)
      return Number.isFinite(grams) && grams >= 0 && grams <= MAX_WEIGHT_G ? ok(Math.round(grams)) : no('not_a_weight')
    }
    case 'enabled':
    case 'sell_out_of_stock': {
      const word = typed.toLowerCase()
      if (YES.has(word) || word === env.t('editor.yes').toLowerCase()) return ok(true)
      return NO.has(word) || word === env.t('editor.no').toLowerCase() ? ok(false) : no('not_yes_or_no')
    }
    case 'image_id':
      return typed === '' ? ok(null) : env.images.has(typed) ? ok(typed) : no('picture_unknown')
    default:
      return no('read_only')
  }
}

/** What Delete leaves; undefined: the cell cannot be empty. */
export function emptied(column: SheetColumn): unknown {
  const blanks: Record<string, unknown> = {
    sku: '',
    barcode: '',
    compare_at_price: null,
    weight_g: null,
    image_id: null,
  }
  return blanks[column.key]
}
