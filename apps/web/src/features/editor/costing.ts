/** What the sections share: the country that was chosen, and the figures of every variant for it. */
import { editorCalls } from '@omni/contracts/editor.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import { ratesCalls } from '@omni/contracts/rates.calls.ts'
import { DEFAULT_SELLING_PRICE } from '@omni/domain/pricing/price-rule.ts'
import { createContext, use, useMemo } from 'react'
import { useCall } from '../../platform/query.ts'
import { type Costing, makeCosting } from './make-costing.ts'
import { useEditor, useEditorState } from './use-editor.ts'

export interface CountryChoice {
  country: string
  setCountry: (code: string) => void
}
export const CountryContext = createContext<CountryChoice | null>(null)

export function useCountry(): CountryChoice {
  const choice = use(CountryContext)
  if (!choice) throw new Error('useCountry needs the editor page above it')
  return choice
}

export const CostingContext = createContext<Costing | null>(null)

export function useCosting(): Costing {
  const costing = use(CostingContext)
  if (!costing) throw new Error('useCosting needs the editor page above it')
  return costing
}

/** Asked once by the page; the sections share the answer. */
export function useMakeCosting(country: string): Costing {
  const {
    server: { product_id, currency },
  } = useEditor()
  const extras = useEditorState((state) => state.extras)
  const rule = useCall(productSettingsCalls.getSellingPrice, {}, { quiet: true }).data
  const rates = useCall(ratesCalls.getCurrencyRates, {}, { quiet: true }).data?.rates
  const quotes = useCall(
    editorCalls.getProductShipping,
    { id: product_id, country_code: country },
    { quiet: true, keep: true },
  ).data
  // Quotes are by the supplier's variant; whose that is, is asked only when there are such quotes.
  const single = Object.keys(quotes?.shipping ?? {}).length > 0
  const links = useCall(importListCalls.getSourceVariants, { id: product_id }, { quiet: true, enabled: single }).data
  const shipping = useMemo(() => {
    const pairs = links?.variants.flatMap(({ variant_id, suppliers }) => {
      const amount = quotes?.shipping[suppliers[0]?.sku_id ?? '']
      return amount === undefined ? [] : [[variant_id, amount] as const]
    })
    return Object.fromEntries(pairs ?? [])
  }, [links, quotes])
  return useMemo(
    () =>
      makeCosting({
        currency,
        rates: rates ?? {},
        rule: rule ?? DEFAULT_SELLING_PRICE,
        country,
        extras,
        shipping,
        usual: quotes?.default ?? null,
        ready: rule !== undefined && rates !== undefined,
      }),
    [currency, rates, rule, country, extras, quotes, shipping],
  )
}
