/** What a request may say about a product or a variation, and what becomes of it. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Site, WooWorld } from './auth.ts'
import { type ImageInput, placeImages } from './media.ts'
import type { Doc } from './tables.ts'
import { BRANDS, CATEGORIES, DEFAULT_CATEGORY, keptTerms } from './terms.ts'
import { encodeAmps, invalidParam, kses, sanitizeTitle } from './wp.ts'

const STATUSES = ['draft', 'pending', 'private', 'publish', 'future', 'auto-draft', 'trash'] as const
const Image = z.object({
  id: z.int().optional(),
  src: z.string().optional(),
  name: z.string().optional(),
  alt: z.string().optional(),
})
const Attribute = z.object({
  id: z.int().optional(),
  name: z.string().optional(),
  position: z.int().optional(),
  visible: z.boolean().optional(),
  variation: z.boolean().optional(),
  options: z.array(z.string()).optional(),
  option: z.string().optional(),
})

/** Other fields are accepted and, here, not kept. */
const Body = z.object({
  name: z.string().optional(),
  type: z.enum(['simple', 'grouped', 'external', 'variable']).optional(),
  status: z.enum(STATUSES).optional(),
  description: z.string().optional(),
  short_description: z.string().optional(),
  sku: z.string().optional(),
  global_unique_id: z.string().optional(),
  regular_price: z.string().optional(),
  sale_price: z.string().optional(),
  manage_stock: z.boolean().optional(),
  stock_quantity: z.int().nullable().optional(),
  stock_status: z.enum(['instock', 'outofstock', 'onbackorder']).optional(),
  backorders: z.enum(['no', 'notify', 'yes']).optional(),
  weight: z.string().optional(),
  tags: z.array(z.object({ id: z.int().optional(), name: z.string().optional() })).optional(),
  categories: z.array(z.object({ id: z.int().optional() })).optional(),
  brands: z.array(z.object({ id: z.int().optional() })).optional(),
  images: z.array(Image).optional(),
  /** Of a variation; anything but an object takes its picture away. */
  image: z.union([Image, z.string(), z.null()]).optional(),
  attributes: z.array(Attribute).optional(),
  meta_data: z.array(z.object({ id: z.int().optional(), key: z.string(), value: z.unknown() })).optional(),
})
export type Body = z.output<typeof Body>

export function readBody(given: unknown): Body {
  const parsed = Body.safeParse(given ?? {})
  if (parsed.success) return parsed.data
  throw invalidParam(
    Object.fromEntries(
      parsed.error.issues.map((issue) => {
        const field = String(issue.path[0] ?? 'body')
        return [field, `${field} is not valid: ${issue.message}.`]
      }),
    ),
  )
}

const clean = (text: string) => encodeAmps(text.replace(/<[^>]*>/g, '')).trim()

function stockOf(old: Doc, body: Body, keepsBackorders: boolean) {
  const manage_stock = body.manage_stock ?? old.manage_stock
  if (!manage_stock)
    return {
      manage_stock,
      stock_quantity: null,
      stock_status: body.stock_status ?? old.stock_status,
      // A variation that is not counted loses its backorders, a product keeps them.
      backorders: keepsBackorders ? (body.backorders ?? old.backorders) : 'no',
    }
  const stock_quantity = body.stock_quantity ?? old.stock_quantity ?? 0
  const backorders = body.backorders ?? old.backorders
  const empty = backorders === 'no' ? 'outofstock' : 'onbackorder'
  return { manage_stock, stock_quantity, backorders, stock_status: stock_quantity > 0 ? 'instock' : empty }
}

function metaOf(old: Doc, body: Body): Doc['meta_data'] {
  const list = [...old.meta_data]
  for (const { id, key, value } of body.meta_data ?? []) {
    const at = list.findIndex((meta) => (id ? meta.id === id : meta.key === key))
    const meta = { id: list[at]?.id ?? 1000 + list.length, key, value }
    if (at >= 0) list[at] = meta
    else list.push(meta)
  }
  return list.filter(({ value }) => value !== null)
}

/** The same tag has the same id. */
const termId = (slug: string) => createHash('md5').update(slug).digest().readUInt32BE(0)

const tagsOf = (tags: NonNullable<Body['tags']>): Doc['tags'] =>
  tags.flatMap(({ name }) =>
    name ? [{ id: termId(sanitizeTitle(name)), name: clean(name), slug: sanitizeTitle(name) }] : [],
  )

const categoriesOf = (given: NonNullable<Body['categories']>): number[] => {
  const kept = keptTerms(CATEGORIES, given)
  return kept.length === 0 ? [DEFAULT_CATEGORY] : kept
}

/** Attributes that all products of a site share. */
export const GLOBAL_ATTRIBUTES = [
  { id: 1, name: 'Color', slug: 'pa_color' },
  { id: 2, name: 'Size', slug: 'pa_size' },
] as const

/** By id a global one, by name one of the product's own. An id that does not exist is dropped. */
const attributesOf = (attributes: NonNullable<Body['attributes']>): Doc['attributes'] =>
  attributes.flatMap(({ id = 0, name = '', position = 0, visible = false, variation = false, options }) => {
    const own = id > 0 ? GLOBAL_ATTRIBUTES.find((one) => one.id === id)?.name : name
    // Values of a product's own attribute are kept as one text, with "|" between them.
    const values = id > 0 ? options : options?.flatMap((value) => value.split('|'))
    const kept = values?.map(clean).filter((value) => value !== '')
    return own && kept ? [{ id, name: own, position, visible, variation, options: kept }] : []
  })

/** An attribute that the product lacks, or does not use for variations, is dropped without a word. */
function chosenOf(attributes: NonNullable<Body['attributes']>, parent: Doc): Doc['chosen'] {
  return attributes.flatMap(({ id = 0, name = '', option = '' }) => {
    const own = parent.attributes.find((one) => (id > 0 ? one.id === id : slugOf(one) === sanitizeTitle(name)))
    return own?.variation && option !== '' ? [{ id: own.id, name: own.name, option: clean(option) }] : []
  })
}

/** A global one is stored under another name, so its plain name does not find it. */
const slugOf = ({ id, name }: Doc['attributes'][number]) => (id > 0 ? `pa-${sanitizeTitle(name)}` : sanitizeTitle(name))

export async function productDoc(world: WooWorld, site: Site, old: Doc, body: Body): Promise<Doc> {
  const type = body.type ?? old.type
  const priced = type !== 'variable' && type !== 'grouped'
  const doc: Doc = {
    ...old,
    ...soldFields(old, body),
    type,
    ...(body.name !== undefined && { name: kses(body.name) }),
    ...(body.short_description !== undefined && { short_description: kses(body.short_description) }),
    ...(body.tags && { tags: tagsOf(body.tags) }),
    ...(body.categories && { category_ids: categoriesOf(body.categories) }),
    ...(body.brands && { brand_ids: keptTerms(BRANDS, body.brands) }),
    ...(body.attributes && { attributes: attributesOf(body.attributes) }),
    ...(!priced && { regular_price: '', sale_price: '' }),
    ...stockOf(old, body, true),
  }
  return body.images ? { ...doc, image_ids: await placeImages(world, site, body.images as ImageInput[]) } : doc // parsed above
}

export async function variationDoc(world: WooWorld, site: Site, old: Doc, body: Body, parent: Doc): Promise<Doc> {
  const doc: Doc = {
    ...old,
    ...soldFields(old, body),
    ...(body.attributes && { chosen: chosenOf(body.attributes, parent) }),
    ...stockOf(old, body, false),
  }
  const { image } = body
  if (image === undefined) return doc
  const list = typeof image === 'object' && image !== null ? [image] : []
  return { ...doc, image_ids: await placeImages(world, site, list, 'variation') }
}

/** A sale price that is not below the regular one is emptied. */
function soldFields(old: Doc, body: Body): Partial<Doc> {
  const regular_price = body.regular_price ?? old.regular_price
  const sale = body.sale_price ?? old.sale_price
  return {
    regular_price,
    sale_price: sale !== '' && Number.parseFloat(sale) < Number.parseFloat(regular_price) ? sale : '',
    ...(body.description !== undefined && { description: kses(body.description) }),
    ...(body.global_unique_id !== undefined && { global_unique_id: body.global_unique_id.replace(/[^0-9-]/g, '') }),
    ...(body.weight !== undefined && { weight: body.weight }),
    meta_data: metaOf(old, body),
  }
}
