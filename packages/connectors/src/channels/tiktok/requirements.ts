import { VendorError } from '../../vendor-error.ts'
import type { Category, CategoryAttribute, Prerequisite, Warehouse } from '../channel.ts'
import { categoryVersion } from './app.ts'
import { ask, type Caller, type TikTokCall } from './client.ts'
import { Attributes, Categories, Prerequisites, Recommended, Warehouses } from './schemas.ts'

const NO_MATCH = '12019064'

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
  return categories.filter(({ is_leaf }) => is_leaf).map(({ id, local_name }) => ({ id, name: local_name }))
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

/** Of the product itself: what tells its variants apart are its options. */
export async function readAttributes(
  call: TikTokCall,
  { category_id }: { category_id: string },
): Promise<CategoryAttribute[]> {
  const path = `/product/202309/categories/${encodeURIComponent(category_id)}/attributes`
  const { attributes } = await ask(call, { path, query: treeOf(call) }, Attributes)
  return attributes
    .filter(({ type }) => type !== 'SALES_PROPERTY')
    .map(({ id, name, is_required, values }) => ({ id, name, is_required, values }))
}
