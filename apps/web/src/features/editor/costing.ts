/** Cost, shipping, fees and profit of each variant, to one chosen country. */
import { editorCalls } from '@omni/contracts/editor.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { convert, type Minor, type Rates } from '@omni/domain/money.ts'
import { DEFAULT_SELLING_PRICE, type SellingPrice } from '@omni/domain/pricing/price-rule.ts'
import { belowFloor, type Profit, profitOf } from '@omni/domain/pricing/profit.ts'
import type { ProductVariant } from '@omni/domain/products/product.ts'
import { createContext, use, useMemo } from 'react'
import { useCall } from '../../platform/query.ts'
import type { Extra } from './editor-state.ts'
import { useEditor, useEditorState } from './use-editor.ts'

export interface Figures extends Profit { low: boolean }

export interface Costing {
  currency: string
  rates: Rates
  rule: SellingPrice
  country: string
  /** US cents; null: not known. */
  costOf: (variant_id: string) => Minor | null
  shippingOf: (variant_id: string) => Minor | null
  /** null: no supplier, or no rate. Remembered per variant object, so only what changed is computed again. */
  figuresOf: (variant: ProductVariant) => Figures | null
  ready: boolean
}

export interface CountryChoice { country: string; setCountry: (code: string) => void }
export const CountryContext = createContext<CountryChoice | null>(null)

export function useCountry(): CountryChoice {
  const choice = use(CountryContext)
  if (!choice) throw new Error('useCountry needs the editor page above it')
  return choice
}

export function makeCosting(given: { currency: string; rates: Rates; rule: SellingPrice; country: string; extras: ReadonlyMap<string, Extra>; shipping: Record<string, Minor>; usual: Minor | null; ready: boolean }): Costing {
  const { currency, rates, rule, country, extras, shipping, usual, ready } = given
  const known = new WeakMap<ProductVariant, Figures | null>()
  const costOf = (id: string) => extras.get(id)?.cost ?? null
  const shippingOf = (id: string) => shipping[id] ?? usual
  // The floor is set in the rule's currency; the profit is in the product's.
  const least = rule.floor.min_profit === null ? null : convert(rule.floor.min_profit, rule.currency, currency, rates)
  const floor = { ...rule.floor, min_profit: least?.ok ? least.value : null }
  const compute = (variant: ProductVariant): Figures | null => {
    const cost = costOf(variant.variant_id)
    if (cost === null) return null
    const profit = profitOf({ price: variant.price, cost, shipping: shippingOf(variant.variant_id), currency, rates }, rule)
    return profit.ok ? { ...profit.value, low: belowFloor(profit.value.profit, profit.value.margin, floor) } : null
  }
  return {
    currency, rates, rule, country, costOf, shippingOf, ready,
    figuresOf: (variant) => {
      const seen = known.get(variant)
      if (seen !== undefined) return seen
      const figures = compute(variant)
      known.set(variant, figures)
      return figures
    },
  }
}

export const CostingContext = createContext<Costing | null>(null)

export function useCosting(): Costing {
  const costing = use(CostingContext)
  if (!costing) throw new Error('useCosting needs the editor page above it')
  return costing
}

/** Asked once by the page; the sections share the answer. */
export function useMakeCosting(country: string): Costing {
  const { server: { product_id, currency } } = useEditor()
  const extras = useEditorState((state) => state.extras)
  const rule = useCall(productSettingsCalls.getSellingPrice, {}, { quiet: true }).data
  const rates = useCall(settingsCalls.getCurrencyRates, {}, { quiet: true }).data?.rates
  const quotes = useCall(editorCalls.getProductShipping, { id: product_id, country_code: country }, { quiet: true, keep: true }).data
  // Quotes are by the supplier's variant; whose that is, is asked only when there are such quotes.
  const single = Object.keys(quotes?.shipping ?? {}).length > 0
  const links = useCall(importListCalls.getSourceVariants, { id: product_id }, { quiet: true, enabled: single }).data
  const shipping = useMemo(() => {
    const pairs = links?.variants.flatMap(({ variant_id, suppliers }) => { const amount = quotes?.shipping[suppliers[0]?.sku_id ?? '']; return amount === undefined ? [] : [[variant_id, amount] as const] })
    return Object.fromEntries(pairs ?? [])
  }, [links, quotes])
  return useMemo(
    () => makeCosting({ currency, rates: rates ?? {}, rule: rule ?? DEFAULT_SELLING_PRICE, country, extras, shipping, usual: quotes?.default ?? null, ready: rule !== undefined && rates !== undefined }),
    [currency, rates, rule, country, extras, quotes, shipping],
  )
}
