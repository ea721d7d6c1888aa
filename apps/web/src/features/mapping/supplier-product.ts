import { SOURCES } from '@omni/domain/catalog/sources.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import type { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import type { SourceVariant } from '@omni/domain/mapping/match-variants.ts'
import { useCall } from '../../platform/query.ts'

export type Suggestion = Out<typeof mappingCalls.listSuggestions>['items'][number]
export type SupplierKey = Pick<Suggestion, 'source' | 'source_product_id'>
type Detail = Out<typeof importListCalls.getSourceDetail>['product']

export const isSameSupplier = (a: SupplierKey | null, b: SupplierKey): boolean =>
  a?.source === b.source && a.source_product_id === b.source_product_id

/** A supplier's variant as a seller reads it. */
export interface SupplierSku extends SourceVariant {
  name: string
  quantity: number | null
}

export const skusOf = ({ variants }: Pick<Detail, 'variants'>): SupplierSku[] =>
  variants.map(({ sku_id, sku_property, price_usd, quantity }) => ({
    sku_id,
    values: sku_property.map(({ sku_property_value }) => ({ value: sku_property_value })),
    name: sku_property.map(({ sku_property_value }) => sku_property_value).join(' / '),
    price: price_usd,
    quantity,
  }))

/** Nothing is read until a supplier product is chosen. */
export const useSupplierProduct = (key: SupplierKey | null) =>
  useCall(
    importListCalls.getSourceDetail,
    { platform: key?.source ?? SOURCES[0], id: key?.source_product_id ?? '-' },
    { quiet: true, enabled: key !== null, fresh: 60_000 },
  )
