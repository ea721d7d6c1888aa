import { CATEGORIES } from '@omni/domain/catalog/categories.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { catalogIndex } from './search/catalog-index.ts'

/** The counts are those of the index: no counting. */
export async function getCategoryTree(ctx: Ctx) {
  const index = await ctx.db.read((tx) => catalogIndex(tx, ctx.config.DATABASE_URL))
  return {
    categories: CATEGORIES.map((category) => ({ ...category, products: index.products(`c:${category.category_id}`) })),
  }
}
