/** Products and variations as the API shows them. */
import type { Selectable } from 'kysely'
import { homeOf, type Site, type WooWorld } from './auth.ts'
import { imagesOf } from './media.ts'
import type { Doc, WooTables } from './tables.ts'
import { BRANDS, CATEGORIES, DEFAULT_CATEGORY, shownTerms } from './terms.ts'
import { gmtDate, rendered, siteDate } from './wp.ts'

/** `view`: as a page shows it. Replies to writes are `edit`: as it was written. */
export type Context = 'view' | 'edit'
export const contextOf = (query: Record<string, string>): Context => (query['context'] === 'edit' ? 'edit' : 'view')

export type Post = Selectable<WooTables['posts']>

export const childrenOf = (world: WooWorld, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : world.db.selectFrom('posts').selectAll().where('parent_id', 'in', ids).orderBy('id').execute()

const decimal = (text: string) => Number.parseFloat(text)
const priceOf = ({ sale_price, regular_price }: Doc) => sale_price || regular_price

function sold(world: WooWorld, site: Site, post: Post, price: string, context: Context) {
  const { doc } = post
  const dates = (at: Date, name: 'date_created' | 'date_modified') => ({
    [name]: siteDate(at, site.utc_offset_h),
    [`${name}_gmt`]: gmtDate(at),
  })
  const inStock = doc.stock_status !== 'outofstock'
  return {
    id: post.id,
    permalink: `${homeOf(world, site)}/product/${post.slug}-${post.parent_id || post.id}/`,
    ...dates(post.created_at, 'date_created'),
    ...dates(post.modified_at, 'date_modified'),
    description: context === 'view' ? rendered(doc.description) : doc.description,
    sku: post.sku,
    global_unique_id: doc.global_unique_id,
    price,
    regular_price: doc.regular_price,
    sale_price: doc.sale_price,
    date_on_sale_from: null,
    date_on_sale_from_gmt: null,
    date_on_sale_to: null,
    date_on_sale_to_gmt: null,
    on_sale: doc.sale_price !== '',
    status: post.status,
    purchasable: post.status === 'publish' && price !== '' && inStock,
    virtual: false,
    downloadable: false,
    downloads: [],
    download_limit: -1,
    download_expiry: -1,
    tax_status: 'taxable',
    tax_class: '',
    manage_stock: doc.manage_stock,
    stock_quantity: doc.manage_stock ? doc.stock_quantity : null,
    stock_status: doc.stock_status,
    backorders: doc.backorders,
    backorders_allowed: doc.backorders !== 'no',
    backordered: doc.stock_status === 'onbackorder',
    low_stock_amount: null,
    weight: doc.weight,
    dimensions: { length: '', width: '', height: '' },
    shipping_class: '',
    shipping_class_id: 0,
    menu_order: 0,
    meta_data: doc.meta_data,
  }
}

const lowest = (prices: string[]) =>
  prices.filter((price) => price !== '').toSorted((a, b) => decimal(a) - decimal(b))[0] ?? ''

/** As `GET /products` shows them. */
export async function showProducts(world: WooWorld, site: Site, posts: readonly Post[], context: Context = 'view') {
  const children = Map.groupBy(
    await childrenOf(
      world,
      posts.map(({ id }) => id),
    ),
    ({ parent_id }) => parent_id,
  )
  const images = await imagesOf(
    world,
    site,
    posts.flatMap(({ doc }) => doc.image_ids),
  )
  return posts.map((post) => {
    const own = children.get(post.id) ?? []
    const { doc } = post
    const price = doc.type === 'variable' ? lowest(own.map((child) => priceOf(child.doc))) : priceOf(doc)
    return {
      ...sold(world, site, post, price, context),
      name: doc.name,
      slug: post.slug,
      type: post.kind === 'variation' ? 'variation' : doc.type,
      featured: false,
      catalog_visibility: 'visible',
      short_description: context === 'view' ? rendered(doc.short_description) : doc.short_description,
      price_html: price === '' ? '' : `<span class="amount">${price}</span>`,
      total_sales: 0,
      external_url: '',
      button_text: '',
      sold_individually: false,
      shipping_required: true,
      shipping_taxable: true,
      reviews_allowed: true,
      post_password: '',
      average_rating: '0.00',
      rating_count: 0,
      related_ids: [],
      upsell_ids: [],
      cross_sell_ids: [],
      parent_id: post.parent_id,
      purchase_note: '',
      categories: shownTerms(CATEGORIES, doc.category_ids ?? [DEFAULT_CATEGORY]),
      brands: shownTerms(BRANDS, doc.brand_ids ?? []),
      tags: doc.tags,
      images: doc.image_ids.flatMap((id) => images.get(id) ?? []),
      has_options: doc.type === 'variable',
      attributes: post.kind === 'variation' ? doc.chosen : doc.attributes,
      default_attributes: [],
      variations: own.map(({ id }) => id),
      grouped_products: [],
    }
  })
}

export async function showVariations(world: WooWorld, site: Site, posts: readonly Post[], context: Context = 'view') {
  const images = await imagesOf(
    world,
    site,
    posts.flatMap(({ doc }) => doc.image_ids),
  )
  return posts.map((post) => ({
    ...sold(world, site, post, priceOf(post.doc), context),
    type: 'variation',
    image: images.get(post.doc.image_ids[0] ?? 0) ?? null,
    attributes: post.doc.chosen,
    name: post.doc.chosen.map(({ option }) => option).join(', '),
    parent_id: post.parent_id,
  }))
}
