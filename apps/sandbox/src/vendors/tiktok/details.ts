/** What sellers made in the Seller Center before they list: brands, tables of sizes, who answers for goods in the EU. */
import { refuse } from './envelope.ts'
import type { Shop } from './tables.ts'

interface Brand {
  id: string
  name: string
  authorized: boolean
  /** Known all over the world: nobody may name it without its leave. */
  is_t1_brand: boolean
}

export const BRANDS: readonly Brand[] = [
  { id: '7082427311584347905', name: 'Northwind', authorized: true, is_t1_brand: false },
  { id: '7082427311584347906', name: 'Oakline', authorized: false, is_t1_brand: false },
  { id: '7082427311584347907', name: 'Grandmark', authorized: false, is_t1_brand: true },
]
export const SIZE_CHARTS = [{ template_id: '7267563252536723205', template_name: 'Women, EU sizes' }]
export const MANUFACTURERS = [{ id: '1738292047293', name: 'Northwind Works' }]
export const RESPONSIBLE = [{ id: '1738292047401', name: 'Ada Byron, Hamburg' }]

const LOCAL = ['DE', 'ES', 'FR', 'IE', 'IT']

export function mustBeEu({ region, seller_type }: Shop): void {
  if (!LOCAL.includes(region) || seller_type !== 'LOCAL')
    throw refuse(38023050, 'This operation is not supported for global sellers.')
}

export const showBrand = ({ id, name, authorized, is_t1_brand }: Brand) => ({
  id,
  name,
  is_t1_brand,
  authorized_status: authorized ? 'AUTHORIZED' : 'UNAUTHORIZED',
  brand_status: authorized ? 'AVAILABLE' : 'UNAVAILABLE',
})

/** One that may not be named is taken off again, with a warning. */
export const mayName = (id: string | undefined): boolean =>
  BRANDS.some((brand) => brand.id === id && (brand.authorized || !brand.is_t1_brand))
