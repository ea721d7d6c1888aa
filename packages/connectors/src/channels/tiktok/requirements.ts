import type { Asked, AskedAttribute, CategoryAsks, Named } from '@omni/domain/channels/listing-details.ts'
import type { z } from 'zod'
import { VendorError } from '../../vendor-error.ts'
import type { Category, DetailChoices, DetailKind, Prerequisite, Warehouse } from '../channel.ts'
import { categoryVersion } from './app.ts'
import { ask, type Caller, type TikTokCall } from './client.ts'
import {
  Attributes,
  Brands,
  Categories,
  CategoryRules,
  Manufacturers,
  Prerequisites,
  Recommended,
  ResponsiblePersons,
  SizeCharts,
  Warehouses,
} from './schemas.ts'

const NO_MATCH = '12019064'
/** Manufacturers and responsible persons are of shops in the EU; others are told so. */
const NOT_FOR_THIS_SELLER = '38023050'
const MOST = '100'

/** Those that orders are sent from. */
export async function readWarehouses(call: Caller): Promise<Warehouse[]> {
  const { warehouses } = await ask(call, { path: '/logistics/202309/warehouses' }, Warehouses)
  return warehouses
    .filter(({ type, effect_status }) => type === 'SALES_WAREHOUSE' && effect_status === 'ENABLED')
    .map(({ id, name, is_default }) => ({ id, name, is_default }))
}

export async function readPrerequisites(call: TikTokCall): Promise<Prerequisite[]> {
  const { check_results } = await ask(call, { path: '/product/202312/prerequisites' }, Prerequisites)
  return check_results.map(({ check_item, is_failed, fail_reasons }) => ({
    item: check_item,
    is_failed,
    reasons: fail_reasons,
  }))
}

const treeOf = ({ credentials }: TikTokCall) => ({ category_version: categoryVersion(credentials.region) })

export async function readCategories(call: TikTokCall): Promise<Category[]> {
  const { categories } = await ask(call, { path: '/product/202309/categories', query: treeOf(call) }, Categories)
  const byId = new Map(categories.map((one) => [one.id, one]))
  const nameOf = (id: string, below = 0): string => {
    const one = byId.get(id)
    // The deepest tree has seven levels.
    if (!one || below > 7) return ''
    const above = nameOf(one.parent_id, below + 1)
    return above === '' ? one.local_name : `${above} > ${one.local_name}`
  }
  return categories.filter(({ is_leaf }) => is_leaf).map(({ id }) => ({ id, name: nameOf(id) }))
}

export async function recommendCategory(
  call: TikTokCall,
  { title, description }: { title: string; description: string },
): Promise<Category | null> {
  const body = { product_title: title, ...(description !== '' && { description }), ...treeOf(call) }
  try {
    const request = { method: 'POST', path: '/product/202309/categories/recommend', body } as const
    const { leaf_category_id: id, categories } = await ask(call, request, Recommended)
    return id === '' ? null : { id, name: categories.find((one) => one.id === id)?.name ?? '' }
  } catch (error) {
    if (error instanceof VendorError && error.code === NO_MATCH) return null
    throw error
  }
}

const askedOf = (rule: { is_required: boolean; is_supported: boolean } | null): Asked => {
  if (!rule) return 'no'
  if (rule.is_required) return 'required'
  return rule.is_supported ? 'optional' : 'no'
}

/** Of the product itself: what tells its variants apart are its options. */
export async function readAsks(call: TikTokCall, { category_id }: { category_id: string }): Promise<CategoryAsks> {
  const path = `/product/202309/categories/${encodeURIComponent(category_id)}`
  const query = treeOf(call)
  const { attributes } = await ask(call, { path: `${path}/attributes`, query }, Attributes)
  const rules = await ask(call, { path: `${path}/rules`, query }, CategoryRules)
  return {
    attributes: attributes
      .filter(({ type }) => type !== 'SALES_PROPERTY')
      .map(({ id, name, is_required, is_multiple_selection, is_customizable, values }): AskedAttribute => ({
        id,
        name,
        is_required,
        takes_many: is_multiple_selection,
        takes_own: is_customizable,
        values,
      })),
    size_chart: askedOf(rules.size_chart),
    manufacturer: askedOf(rules.manufacturer),
    responsible: askedOf(rules.responsible_person),
    // A size of the parcel is taken of every product.
    parcel: rules.package_dimension?.is_required ? 'required' : 'optional',
  }
}

/**
 * What a seller may put on a product: of brands those that may be chosen in this category; of the others what the seller
 * made in the Seller Center.
 */
export async function readChoices(
  call: TikTokCall,
  { category_id, brand, of }: { category_id: string; brand: string; of: readonly DetailKind[] },
): Promise<DetailChoices> {
  const query = { ...treeOf(call), category_id, page_size: MOST, ...(brand !== '' && { brand_name: brand }) }
  const { brands } = await ask(call, { path: '/product/202309/brands', query }, Brands)
  const found: DetailChoices = { brands: [], size_charts: [], manufacturers: [], responsible: [] }
  found.brands = brands
    .filter(({ authorized_status, brand_status, is_t1_brand }) =>
      authorized_status === 'AUTHORIZED' ? brand_status === 'AVAILABLE' : !is_t1_brand,
    )
    .map(({ id, name }) => ({ id, name }))
  if (of.includes('size_chart')) {
    const { size_chart } = await search(call, '/product/202407/sizecharts/search', SizeCharts)
    found.size_charts = size_chart.map(({ template_id: id, template_name: name }) => ({ id, name }))
  }
  if (of.includes('manufacturer'))
    found.manufacturers = await people(async () => {
      const { manufacturers } = await search(call, '/product/202501/compliance/manufacturers/search', Manufacturers)
      return manufacturers
    })
  if (of.includes('responsible'))
    found.responsible = await people(async () => {
      const path = '/product/202501/compliance/responsible_persons/search'
      return (await search(call, path, ResponsiblePersons)).responsible_persons
    })
  return found
}

const search = <T extends z.ZodType>(call: TikTokCall, path: string, schema: T): Promise<z.output<T>> =>
  ask(call, { method: 'POST', path, query: { page_size: MOST }, body: {} }, schema)

interface Profiled {
  id: string
  name: string
  regional_profiles: { name: string }[]
}

/** Named by country; one name is enough to choose by. */
async function people(read: () => Promise<Profiled[]>): Promise<Named[]> {
  try {
    return (await read()).map(({ id, name, regional_profiles }) => ({
      id,
      name: name || (regional_profiles[0]?.name ?? id),
    }))
  } catch (error) {
    if (error instanceof VendorError && error.code === NOT_FOR_THIS_SELLER) return []
    throw error
  }
}
