import { formatMinor, formatRange } from '@omni/domain/format-money.ts'
import type { ProductVariant } from '@omni/domain/products/product.ts'
import { useDeferredValue, useMemo } from 'react'
import { useFormat } from '../../platform/format.ts'
import { intlLocale, type TextKey, useLanguage, useT } from '../../platform/i18n.ts'
import type { Costing } from './make-costing.ts'
import type { Extra } from './editor-state.ts'
import { useEditorState } from './use-editor.ts'

interface Figure {
  label: TextKey
  value: string
  tone: 'plain' | 'gain' | 'loss'
}

interface Totals {
  landed: number[]
  price: number[]
  profit: number[]
  margin: number[]
  /** Of some variant it is not known what sending it costs. */
  isUnknown: boolean
  stock: number | null
  soldOut: number
  low: number
}

const spread = (list: number[], value: number) => {
  list[0] = Math.min(list[0] ?? value, value)
  list[1] = Math.max(list[1] ?? value, value)
}

function totalsOf(variants: readonly ProductVariant[], extras: ReadonlyMap<string, Extra>, costing: Costing): Totals {
  const totals: Totals = {
    landed: [],
    price: [],
    profit: [],
    margin: [],
    isUnknown: false,
    stock: null,
    soldOut: 0,
    low: 0,
  }
  for (const variant of variants) {
    if (!variant.enabled) continue
    spread(totals.price, variant.price)
    const quantity = extras.get(variant.variant_id)?.quantity ?? null
    if (quantity !== null) totals.stock = (totals.stock ?? 0) + quantity
    if (quantity === 0) totals.soldOut += 1
    const figures = costing.figuresOf(variant)
    if (!figures) continue
    spread(totals.profit, figures.profit)
    if (figures.shipping !== null) spread(totals.landed, figures.cost + figures.shipping)
    if (figures.margin !== null) spread(totals.margin, figures.margin)
    if (figures.state === 'unknown') totals.isUnknown = true
    if (figures.low) totals.low += 1
  }
  return totals
}

/** The strip above the sheet. Follows edits a moment later, so that 2,048 rows never hold up a keystroke. */
export function useSummary(costing: Costing) {
  const t = useT()
  const format = useFormat()
  const locale = intlLocale(useLanguage())
  const variants = useDeferredValue(useEditorState(({ view }) => view.variants))
  const extras = useEditorState((state) => state.extras)
  return useMemo(() => {
    const totals = totalsOf(variants, extras, costing)
    const { currency } = costing
    const margins = [...new Set(totals.margin)].map(format.number).join('–')
    const strip: Figure[] = [
      {
        label: 'editor.landed',
        value: formatRange(totals.landed[0], totals.landed[1], currency, locale),
        tone: 'plain',
      },
      {
        label: 'editor.selling',
        value: formatRange(totals.price[0], totals.price[1], currency, locale),
        tone: 'plain',
      },
      {
        label: 'editor.profit_per_sale',
        value: totals.isUnknown
          ? t('profit.at_most', { amount: formatMinor(totals.profit[1], currency, locale) })
          : formatRange(totals.profit[0], totals.profit[1], currency, locale),
        tone: (totals.profit[0] ?? 0) < 0 ? 'loss' : totals.isUnknown ? 'plain' : 'gain',
      },
      {
        label: 'editor.margin',
        value: margins === '' ? formatMinor(null) : `${margins} %`,
        tone: (totals.margin[0] ?? 0) < 0 ? 'loss' : totals.margin.length === 0 ? 'plain' : 'gain',
      },
      {
        label: 'editor.stock',
        value: totals.stock === null ? formatMinor(null) : format.number(totals.stock),
        tone: 'plain',
      },
    ]
    return { strip, soldOut: totals.soldOut, low: totals.low }
  }, [variants, extras, costing, t, format, locale])
}
