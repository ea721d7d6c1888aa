import { z } from 'zod'
import { SourceField } from './catalog.calls.ts'
import { Id } from './fields.ts'
import { productFilter, productQuery } from './import-list.calls.ts'
import { calls, listOf, page } from './kernel.ts'
import { ProductRow, Selection } from './products.fields.ts'

/** `orders`: each person's own; the others are the workplace's. */
const VIEW_SCREENS = ['import', 'center', 'pushed', 'orders'] as const
const View = z.object({
  view_id: Id,
  screen: z.enum(VIEW_SCREENS),
  name: z.string(),
  query: z.record(z.string(), z.string()),
})

export const productCenterCalls = calls({
  listProducts: {
    method: 'GET',
    path: '/center/products/elastic-products',
    about: 'All products of the workplace, searched, filtered and sorted.',
    input: z.object(productQuery),
    data: listOf(ProductRow),
  },
  deleteProducts: {
    method: 'DELETE',
    path: '/center/products/elastic-products',
    about: 'Deletes products; can be taken back.',
    input: z.object({ selection: Selection }),
    data: z.object({ deleted: z.int(), run_id: Id }),
  },
  countProducts: {
    method: 'GET',
    path: '/center/products/elastic-products/count',
    about: 'How many products a filter leaves; capped.',
    input: z.object(productFilter),
    data: z.object({ total: z.int(), total_is_capped: z.boolean() }),
  },
  listProductFeed: {
    // spec: not shown what a feed is: here, what changed, oldest change first, for programs that follow along.
    method: 'GET',
    path: '/center/products/elastic-products/feeds',
    about: 'Products in the order they changed, from a point on.',
    input: z.object({ ...page }),
    data: listOf(ProductRow.extend({ deleted: z.boolean() })),
  },
  listCollectionNames: {
    method: 'GET',
    path: '/products/collection/all',
    about: "The collections used by this workplace's products.",
    input: z.object({}),
    data: z.object({ collections: z.array(z.object({ name: z.string(), products: z.int() })) }),
  },
  listTags: {
    method: 'GET',
    path: '/products/tags',
    about: "The tags used by this workplace's products, most used first.",
    input: z.object({ text: z.string().trim().max(200).default('') }),
    data: z.object({ tags: z.array(z.object({ name: z.string(), products: z.int() })) }),
  },
  listProductSuppliers: {
    // spec: not shown
    method: 'GET',
    path: '/center/products/supplier-list',
    about: "The suppliers behind this workplace's products, with what of theirs is watched.",
    input: z.object({ text: z.string().trim().max(200).default(''), source: SourceField.optional(), ...page }),
    data: listOf(
      z.object({
        source: SourceField,
        seller_id: z.string(),
        store_name: z.string(),
        store_url: z.string(),
        rating: z.number().nullable(),
        score: z.number().nullable(),
        products: z.int(),
        tracking: z.int(),
        partial: z.int(),
        not_tracking: z.int(),
        skus: z.int(),
        skus_tracking: z.int(),
        followed: z.boolean(),
      }),
    ),
  },
  setTracking: {
    // spec: not shown
    method: 'PUT',
    path: '/center/products/tracking',
    about: "Watches products' suppliers for price and stock, or stops to.",
    input: z.object({ selection: Selection, tracking: z.boolean() }),
    data: z.object({ changed: z.int() }),
  },
  listViews: {
    // spec: not shown
    method: 'GET',
    path: '/center/products/views',
    about: 'Saved views of a list.',
    input: z.object({ screen: z.enum(VIEW_SCREENS) }),
    data: z.object({ views: z.array(View) }),
  },
  saveView: {
    // spec: not shown
    method: 'POST',
    path: '/center/products/views',
    body: 'small',
    about: 'Saves filters and sort under a name; the same name replaces.',
    input: View.omit({ view_id: true }).extend({
      name: z.string().trim().min(1).max(60),
      query: z.record(z.string().max(40), z.string().max(500)),
    }),
    data: View,
  },
  deleteView: {
    // spec: not shown
    method: 'DELETE',
    path: '/center/products/views/{view_id}',
    about: 'Forgets a saved view.',
    input: z.object({ view_id: Id }),
    data: z.object({ deleted: z.boolean() }),
  },
})
