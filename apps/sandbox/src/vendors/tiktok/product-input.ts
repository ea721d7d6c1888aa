import { z } from 'zod'
import { attributesFor, leafCategory, rulesOf } from './categories.ts'
import { MANUFACTURERS, RESPONSIBLE, SIZE_CHARTS } from './details.ts'
import { refuse } from './envelope.ts'
import { skuNumber } from './ids.ts'
import { warehousesOf } from './shops.ts'
import type { ProductBody, SalesAttribute, Shop, SkuRow, TikTokWorld } from './tables.ts'

const text = z.string().refine((value) => !value.includes('\0'))
const Price = z.object({ amount: text.optional(), sale_price: text.optional(), currency: text })

const SkuInput = z.object({
  id: text.optional(),
  seller_sku: text.optional(),
  external_sku_id: text.max(999).optional(),
  sales_attributes: z
    .array(
      z.object({
        id: text.optional(),
        name: text.optional(),
        value_id: text.optional(),
        value_name: text.optional(),
        sku_img: z.object({ uri: text }).optional(),
      }),
    )
    .optional(),
  price: Price.optional(),
  list_price: z.object({ amount: text, currency: text }).optional(),
  inventory: z.array(z.object({ warehouse_id: text, quantity: z.number().int().optional() })).optional(),
  identifier_code: z.object({ code: text, type: text }).optional(),
})
export type SkuInput = z.output<typeof SkuInput>

const content = {
  title: text.optional(),
  description: text.optional(),
  main_images: z.array(z.object({ uri: text })).optional(),
  package_weight: z.object({ value: text, unit: text }).optional(),
  package_dimensions: z.object({ length: text, width: text, height: text, unit: text }).optional(),
  product_attributes: z
    .array(z.object({ id: text, values: z.array(z.object({ id: text.optional(), name: text.optional() })) }))
    .optional(),
  skus: z.array(SkuInput).optional(),
  brand_id: text.optional(),
  category_id: text.optional(),
  category_version: text.optional(),
  size_chart: z.object({ template: z.object({ id: text }) }).optional(),
  manufacturer_ids: z.array(text).optional(),
  responsible_person_ids: z.array(text).optional(),
  external_product_id: text.max(999).optional(),
}
export const EditInput = z.object({ save_mode: z.enum(['LISTING', 'AS_DRAFT']).default('LISTING'), ...content })
export const CreateInput = EditInput.extend({ idempotency_key: text.max(128).optional() })
export type EditInput = z.output<typeof EditInput>

export function readInput<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw refuse(12052910, `Invalid input parameters. ${parsed.error.issues[0]?.path.join('.') ?? ''}`)
}

const SHORT_TITLES = ['US', 'GB', 'DE']
const MOST_PICTURES = 9
const LEAST_PIXELS = 300
const MOST_PIXELS = 4000
const MOST_STOCK = 99_999
const EMOJI_OR_CHINESE = /[\p{Extended_Pictographic}\p{Script=Han}]/u

function checkTexts({ region }: Shop, { title, description }: Pick<ProductBody, 'title' | 'description'>) {
  if (title.trim() === '') throw refuse(12052261, 'product name is empty')
  if (title.length > 255 || (!SHORT_TITLES.includes(region) && title.length < 25))
    throw refuse(12052051, 'The product name exceed max limit characters')
  if (EMOJI_OR_CHINESE.test(title)) throw refuse(12052262, 'Chinese characters are not supported in product name')
  if (description.trim() === '') throw refuse(12052015, 'The product description is required')
  if (description.length > 10_000) throw refuse(12052013, 'The product description cannot exceed maximum characters')
  if (/<img\b/i.test(description)) throw refuse(12052340, 'product description image uri illegal')
}

async function checkPictures(world: TikTokWorld, { seller }: Shop, uris: readonly string[]) {
  if (uris.length === 0) throw refuse(12052028, 'Main product image is required')
  if (uris.length > MOST_PICTURES) throw refuse(12052306, 'main product images count exceed limit')
  const rows = await world.db
    .selectFrom('images')
    .select(['uri', 'width', 'height'])
    .where('seller', '=', seller)
    .where('uri', 'in', [...uris])
    .execute()
  for (const uri of uris) {
    const image = rows.find((row) => row.uri === uri)
    if (!image) throw refuse(12052722, `The image URI does not exist in TikTok Shop. ${uri}`)
    const sides = [image.width, image.height]
    if (Math.min(...sides) < LEAST_PIXELS || Math.max(...sides) > MOST_PIXELS)
      throw refuse(12052301, `Width and length of main image must be at least ${LEAST_PIXELS}, check uri ${uri}`)
  }
}

function checkParcel({ region }: Shop, { package_weight, package_dimensions }: ProductBody) {
  if (!(Number(package_weight.value) > 0)) throw refuse(12052181, 'The package weight must be above 0')
  const metric = package_weight.unit === 'KILOGRAM'
  if (!metric && !(region === 'US' && package_weight.unit === 'POUND'))
    throw refuse(12019061, 'Product weight or dimensions unit does not support the imperial system')
  if (!package_dimensions) {
    if (region !== 'ID') throw refuse(12019012, 'product package size is invalid')
    return
  }
  const { length, width, height, unit } = package_dimensions
  if (![length, width, height].every((side) => /^[1-9]\d*$/.test(side)))
    throw refuse(12019012, 'product package size is invalid')
  if (unit !== (metric ? 'CENTIMETER' : 'INCH'))
    throw refuse(12052915, 'The units of weight and dimensions must be of one system')
}

function checkAttributes(shop: Shop, { category_id, product_attributes }: ProductBody) {
  const attributes = attributesFor(shop, category_id)
  for (const { id, values } of product_attributes) {
    const attribute = attributes.find((one) => one.id === id)
    const isKnown = (value: { id?: string | undefined }) =>
      value.id === undefined ? attribute?.own_words : attribute?.values.some((one) => one.id === value.id)
    if (!attribute || !values.every(isKnown)) throw refuse(12052242, `The attribute value is not supported: ${id}`)
  }
  const given = new Set(product_attributes.filter(({ values }) => values.length > 0).map(({ id }) => id))
  const missing = attributes.find(({ id, required }) => required && !given.has(id))
  if (missing) throw refuse(12052104, `property is required: ${missing.name}`)
}

function checkDetails(shop: Shop, body: ProductBody) {
  const rules = rulesOf(shop, body.category_id)
  const { size_chart = null, manufacturer_ids = [], responsible_person_ids = [] } = body
  if (rules.size_chart.is_required && !SIZE_CHARTS.some(({ template_id }) => template_id === size_chart))
    throw refuse(12052036, 'The size chart is required for this category.')
  if (rules.manufacturer.is_required && !MANUFACTURERS.some(({ id }) => manufacturer_ids.includes(id)))
    throw refuse(12052282, 'The manufacturer is required for this category.')
  if (rules.responsible_person.is_required && !RESPONSIBLE.some(({ id }) => responsible_person_ids.includes(id)))
    throw refuse(12052287, 'The responsible person is required for this category.')
}

const MOST_SKUS: Record<string, number> = { US: 300, GB: 300, DE: 300 }

function checkSkus({ region, ...shop }: Shop, skus: readonly SkuRow[]) {
  if (skus.length === 0) throw refuse(12052902, 'The SKU list is empty.')
  if (skus.length > (MOST_SKUS[region] ?? 100)) throw refuse(12052558, 'Number of product skus exceed limit.')
  const names = skus.map(({ sales_attributes }) => sales_attributes.map(({ name }) => name).join('\n'))
  if (new Set(names).size > 1) throw refuse(12052550, 'SKU property must contain all properties')
  if ((skus[0]?.sales_attributes.length ?? 0) > 3) throw refuse(12052525, 'The attribute max num cannot exceed 3.')
  const tuples = skus.map(({ sales_attributes }) => JSON.stringify(sales_attributes.map((one) => one.value_name)))
  if (new Set(tuples).size < tuples.length) throw refuse(12052560, 'The SKU contains duplicate sales attribute.')
  const own = new Set(
    warehousesOf({ id: shop.id, name: shop.name })
      .filter(({ type }) => type === 'SALES_WAREHOUSE')
      .map(({ id }) => id),
  )
  for (const { price, inventory, seller_sku, sales_attributes } of skus) {
    if (!(Number(price) > 0)) throw refuse(12052073, 'The product price is invalid')
    if (seller_sku.length > 50 || /\s/.test(seller_sku)) throw refuse(12019059, 'seller sku is invalid')
    if (inventory.length === 0) throw refuse(12019022, 'SKU must contain a valid warehouse.')
    if (inventory.some(({ warehouse_id }) => !own.has(warehouse_id)))
      throw refuse(12052097, 'The warehouse does not exist')
    if (inventory.some(({ quantity }) => quantity < 0 || quantity > MOST_STOCK))
      throw refuse(12052055, 'The SKU inventory quantity for the warehouse must be within allowed limits.')
    if (sales_attributes.some(({ name, value_name }) => name.length > 20 || value_name.length > 50))
      throw refuse(12052242, 'The attribute name characters cannot exceed max_limit')
  }
}

export async function checkBody(world: TikTokWorld, shop: Shop, body: ProductBody): Promise<void> {
  checkTexts(shop, body)
  leafCategory(body.category_id)
  await checkPictures(world, shop, body.main_images)
  checkAttributes(shop, body)
  checkDetails(shop, body)
  checkSkus(shop, body.skus)
  checkParcel(shop, body)
}

/** Names get ids when they are first used in a product. */
export function readSkus(
  { currency, region }: Shop,
  product: number,
  inputs: readonly SkuInput[],
  before: Pick<ProductBody, 'skus' | 'next_no'>,
): Pick<ProductBody, 'skus' | 'next_no'> {
  let { next_no } = before
  const known: SalesAttribute[] = before.skus.flatMap(({ sales_attributes }) => sales_attributes)
  const attribute = (input: NonNullable<SkuInput['sales_attributes']>[number]): SalesAttribute => {
    const same = known.find((one) => (input.id ? one.id === input.id : one.name === input.name))
    if (input.id && !same && !input.name) throw refuse(12052527, 'The sale attribute id not exist.')
    const of = known.filter((one) => same && one.id === same.id)
    const value = of.find((one) =>
      input.value_id ? one.value_id === input.value_id : one.value_name === input.value_name,
    )
    if (input.value_id && !value && !input.value_name) throw refuse(12052529, 'The property value id not exist.')
    const made: SalesAttribute = {
      id: same?.id ?? `70000000000000000${String(known.length).padStart(2, '0')}`,
      name: same?.name ?? input.name ?? '',
      value_id: value?.value_id ?? `71000000000000${String(known.length).padStart(5, '0')}`,
      value_name: value?.value_name ?? input.value_name ?? '',
      // What is left out of a SKU is blank.
      sku_img: input.sku_img?.uri ?? null,
    }
    if (made.name === '' || made.value_name === '') throw refuse(12052241, 'attribute name or attribute id is empty.')
    known.push(made)
    return made
  }
  const skus = inputs.map((input): SkuRow => {
    const no = input.id === undefined ? undefined : skuNumber(product, input.id)
    const old = before.skus.find((sku) => sku.no === no)
    if (input.id !== undefined && !old) throw refuse(12052557, 'The SKU ID does not belong to the product.')
    const amount = input.price?.amount ?? input.price?.sale_price
    if (!input.price || amount === undefined) throw refuse(12052571, 'Missing price for SKU(s)')
    if (input.price.currency !== currency)
      throw refuse(12052084, 'The provided currency is not available for this shop/region.')
    const list = input.list_price && region === 'US' ? input.list_price.amount : null
    return {
      no: old?.no ?? next_no++,
      seller_sku: input.seller_sku ?? '',
      external_sku_id: input.external_sku_id ?? '',
      sales_attributes: (input.sales_attributes ?? []).map(attribute),
      price: amount,
      list_price: list !== null && Number(list) >= Number(amount) ? list : null,
      inventory: (input.inventory ?? old?.inventory ?? []).map((one) => ({ ...one, quantity: one.quantity ?? 0 })),
      identifier_code: input.identifier_code ?? old?.identifier_code ?? null,
    }
  })
  return { skus, next_no }
}
