import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { numberOf, variantOf } from './ids.ts'
import { addFile, type FileInput } from './media.ts'
import {
  bookWrite,
  changeProduct,
  DEFAULT_OPTION,
  findByKey,
  freeHandle,
  insertProduct,
  type ProductRow,
} from './products.ts'
import { LOCATION } from './shops.ts'
import type { OptionRow, ProductBody, ProductStatus, Shop, ShopifyTables, ShopifyWorld, VariantRow } from './tables.ts'
import { refuseUser } from './user-errors.ts'
import { isAppNamespace } from './view.ts'
import { announce, restProduct } from './webhooks.ts'

export const MOST_VARIANTS = 2048
const MOST_OPTIONS = 3
const LONGEST_TITLE = 255

type Maybe<T> = T | null | undefined
type Tx = Transaction<ShopifyTables>

interface CustomId {
  key: string
  namespace?: Maybe<string>
  value: string
}

export interface OptionValueInput {
  optionName?: Maybe<string>
  name?: Maybe<string>
}

export interface ItemInput {
  sku?: Maybe<string>
  tracked?: Maybe<boolean>
  measurement?: Maybe<{ weight?: Maybe<{ unit: string; value: number }> }>
}

interface VariantInput {
  id?: Maybe<string>
  optionValues: OptionValueInput[]
  sku?: Maybe<string>
  barcode?: Maybe<string>
  price?: Maybe<string>
  compareAtPrice?: Maybe<string>
  file?: Maybe<FileInput>
  inventoryItem?: Maybe<ItemInput>
  inventoryPolicy?: Maybe<'CONTINUE' | 'DENY'>
  inventoryQuantities?: Maybe<{ locationId: string; quantity: number }[]>
}

export interface SetInput {
  title?: Maybe<string>
  descriptionHtml?: Maybe<string>
  handle?: Maybe<string>
  vendor?: Maybe<string>
  productType?: Maybe<string>
  tags?: Maybe<string[]>
  status?: Maybe<ProductStatus>
  seo?: Maybe<{ title?: Maybe<string>; description?: Maybe<string> }>
  metafields?: Maybe<{ key?: Maybe<string>; namespace?: Maybe<string>; value?: Maybe<string> }[]>
  files?: Maybe<FileInput[]>
  productOptions?: Maybe<{ name?: Maybe<string>; values?: Maybe<{ name?: Maybe<string> }[]> }[]>
  variants?: Maybe<VariantInput[]>
}

export type Identifier = { id?: Maybe<string>; handle?: Maybe<string>; customId?: Maybe<CustomId> }

/** Creates or changes a product in one go. Lists that are sent replace; what is not sent stays. */
export async function productSet(
  world: ShopifyWorld,
  shop: Shop,
  identifier: Maybe<Identifier>,
  input: SetInput,
): Promise<ProductRow> {
  checkLists(input)
  const key = keyIn(shop, input)
  if (identifier?.id) {
    const id = numberOf('Product', identifier.id)
    if (id === undefined) throw refuseUser(['identifier', 'id'], 'Product does not exist', 'PRODUCT_DOES_NOT_EXIST')
    return changeExisting(world, shop, id, input, key)
  }
  if (identifier?.handle && identifier.handle !== input.handle)
    throw refuseUser(['input', 'handle'], 'The handle must be equal to the identifier', 'INPUT_MISMATCH')
  if (identifier?.customId) checkCustomId(shop, identifier.customId, key)
  const found = await existing(world, shop, identifier)
  return found ? changeExisting(world, shop, found.id, input, key) : create(world, shop, identifier, input, key ?? null)
}

function existing(world: ShopifyWorld, shop: Shop, identifier: Maybe<Identifier>): Promise<ProductRow | undefined> {
  if (identifier?.customId) return findByKey(world, shop, identifier.customId.value)
  if (!identifier?.handle) return Promise.resolve(undefined)
  return world.db
    .selectFrom('products')
    .selectAll()
    .where('shop', '=', shop.domain)
    .where('handle', '=', identifier.handle)
    .executeTakeFirst()
}

function checkCustomId(shop: Shop, { key, namespace, value }: CustomId, inInput: string | null | undefined) {
  if (key !== shop.definition || !isAppNamespace(namespace))
    throw refuseUser(
      ['identifier', 'customId'],
      'Metafield definition with unique values was not found',
      'INVALID_METAFIELD',
    )
  if (inInput === undefined || inInput === null)
    throw refuseUser(['input', 'metafields'], 'The metafield of the identifier is missing', 'MISSING_FIELD_REQUIRED')
  if (inInput !== value)
    throw refuseUser(['input', 'metafields'], 'The metafield differs from the identifier', 'METAFIELD_MISMATCH')
}

/** The value of the app's unique metafield: undefined when metafields were not sent, null when it is not among them. */
function keyIn(shop: Shop, { metafields }: SetInput): string | null | undefined {
  if (!metafields) return undefined
  const own = metafields.find(({ key, namespace }) => key === shop.definition && isAppNamespace(namespace))
  return own?.value ?? null
}

function checkLists({ title, productOptions, variants }: SetInput) {
  if (title !== undefined && !title?.trim())
    throw refuseUser(['input', 'title'], "Title can't be blank", 'INVALID_PRODUCT')
  if ((title?.length ?? 0) > LONGEST_TITLE)
    throw refuseUser(['input', 'title'], 'Title is too long (maximum is 255 characters)', 'INVALID_PRODUCT')
  if (variants && !productOptions)
    throw refuseUser(
      ['input', 'productOptions'],
      'Product options input is required when updating variants',
      'PRODUCT_OPTIONS_INPUT_MISSING',
    )
  if (productOptions && !variants)
    throw refuseUser(
      ['input', 'variants'],
      'Variants input is required when updating product options',
      'VARIANTS_INPUT_MISSING',
    )
  if ((variants?.length ?? 0) > MOST_VARIANTS)
    throw refuseUser(['input', 'variants'], 'Product has too many variants (maximum is 2048)', 'VARIANTS_OVER_LIMIT')
  if ((productOptions?.length ?? 0) > MOST_OPTIONS)
    throw refuseUser(['input', 'productOptions'], 'Product can have a maximum of 3 options', 'OPTIONS_OVER_LIMIT')
  const names = (productOptions ?? []).map(({ name }) => name?.toLowerCase())
  if (new Set(names).size < names.length)
    throw refuseUser(['input', 'productOptions'], 'Option names must be unique', 'DUPLICATED_OPTION_NAME')
  for (const { values } of productOptions ?? []) {
    const each = (values ?? []).map(({ name }) => name?.toLowerCase())
    if (new Set(each).size < each.length)
      throw refuseUser(['input', 'productOptions', 'values'], 'Option values must be unique', 'DUPLICATED_OPTION_VALUE')
  }
}

async function create(
  world: ShopifyWorld,
  shop: Shop,
  identifier: Maybe<Identifier>,
  input: SetInput,
  key: string | null,
): Promise<ProductRow> {
  if (!input.title) throw refuseUser(['input', 'title'], "Title can't be blank", 'INVALID_PRODUCT')
  const { title } = input
  const { row, isNew } = await world.db.transaction().execute(async (tx) => {
    // One creation at a time in a shop: two with the same key, or the same handle, must not meet.
    await sql`select pg_advisory_xact_lock(hashtextextended(${shop.domain}, 0))`.execute(tx)
    const sameKey =
      key !== null &&
      (await tx
        .selectFrom('products')
        .selectAll()
        .where('shop', '=', shop.domain)
        .where('key', '=', key)
        .executeTakeFirst())
    if (sameKey && identifier?.customId) return { row: sameKey, isNew: false }
    if (sameKey) throw refuseUser(['input', 'metafields'], 'Value has already been taken', 'DUPLICATED_METAFIELD_VALUE')
    if (input.handle) await mustBeFree(tx, shop, input.handle)
    const body = await applyInput(tx, shop, emptyBody(shop), input, 0)
    const handle = input.handle || (await freeHandle(tx, shop, title))
    const product = await insertProduct(
      world,
      tx,
      shop,
      { key, handle, status: input.status ?? 'ACTIVE', body },
      randomUUID(),
    )
    await bookWrite(world, tx, shop, product.id, 'app', Object.keys(input))
    return { row: product, isNew: true }
  })
  // Whoever came second changes what the first has made.
  if (!isNew) return changeExisting(world, shop, row.id, input, key)
  await announce(world, shop, 'products/create', restProduct(row))
  return row
}

const changeExisting = (
  world: ShopifyWorld,
  shop: Shop,
  id: number,
  input: SetInput,
  key: string | null | undefined,
): Promise<ProductRow> =>
  changeProduct(world, shop, id, { who: 'app' }, async (old, tx) => {
    if (input.handle && input.handle !== old.handle) await mustBeFree(tx, shop, input.handle)
    return {
      body: await applyInput(tx, shop, old.body, input, old.id),
      ...(input.status && { status: input.status }),
      ...(input.handle && { handle: input.handle }),
      ...(key !== undefined && { key }),
      fields: Object.keys(input),
    }
  })

async function mustBeFree(tx: Tx, shop: Shop, handle: string) {
  const taken = await tx
    .selectFrom('products')
    .select('id')
    .where('shop', '=', shop.domain)
    .where('handle', '=', handle)
    .executeTakeFirst()
  if (taken) throw refuseUser(['input', 'handle'], `Handle '${handle}' already in use`, 'HANDLE_NOT_UNIQUE')
}

const emptyBody = (shop: Shop): ProductBody => ({
  title: '',
  description: '',
  vendor: shop.name,
  product_type: '',
  tags: [],
  seo: { title: null, description: null },
  options: [{ id: 1, name: DEFAULT_OPTION.name, values: [DEFAULT_OPTION.value] }],
  variants: [newVariant(1, [DEFAULT_OPTION.value])],
  file_ids: [],
  publications: [],
  next_no: 2,
})

export const newVariant = (no: number, option_values: string[]): VariantRow => ({
  no,
  option_values,
  sku: null,
  barcode: null,
  price: '0.00',
  compare_at_price: null,
  policy: 'DENY',
  tracked: true,
  weight: null,
  quantity: 0,
  file_id: null,
})

async function applyInput(
  tx: Tx,
  shop: Shop,
  old: ProductBody,
  input: SetInput,
  product_id: number,
): Promise<ProductBody> {
  const { files: sent, byInput } = await setFiles(tx, shop, input)
  const structure =
    input.productOptions && input.variants
      ? setVariants(old, input.productOptions, input.variants, byInput, product_id)
      : {}
  return {
    ...old,
    ...(input.title && { title: input.title }),
    ...(input.descriptionHtml !== undefined && { description: input.descriptionHtml ?? '' }),
    ...(input.vendor !== undefined && { vendor: input.vendor ?? '' }),
    ...(input.productType !== undefined && { product_type: input.productType ?? '' }),
    ...(input.tags && { tags: [...new Set(input.tags)].sort() }),
    ...(input.seo && { seo: { title: input.seo.title || null, description: input.seo.description || null } }),
    ...(sent && { file_ids: sent }),
    ...structure,
  }
}

const fileKey = ({ id, originalSource }: FileInput) => id ?? originalSource ?? ''

/** New files are added, known ones are named by their ids; undefined: the list was not sent. */
async function setFiles(tx: Tx, shop: Shop, { files }: SetInput) {
  const byInput = new Map<string, number>()
  for (const file of files ?? []) {
    const known = file.id ? await knownFile(tx, shop, file) : undefined
    byInput.set(
      fileKey(file),
      known ?? byInput.get(fileKey(file)) ?? (await addFile(tx, shop, file, ['input', 'files'])),
    )
  }
  return { files: files ? [...new Set(files.map((file) => byInput.get(fileKey(file)) ?? 0))] : undefined, byInput }
}

async function knownFile(tx: Tx, shop: Shop, { id, alt }: FileInput): Promise<number> {
  const number = numberOf('MediaImage', id)
  const row =
    number === undefined
      ? undefined
      : await tx
          .selectFrom('files')
          .select(['id', 'alt'])
          .where('shop', '=', shop.domain)
          .where('id', '=', number)
          .executeTakeFirst()
  if (!row) throw refuseUser(['input', 'files'], `File ${id} does not exist`, 'INVALID_INPUT')
  if (alt !== undefined && alt !== null && alt !== row.alt)
    await tx.updateTable('files').set({ alt }).where('id', '=', row.id).execute()
  return row.id
}

function setVariants(
  old: ProductBody,
  productOptions: NonNullable<SetInput['productOptions']>,
  inputs: VariantInput[],
  files: ReadonlyMap<string, number>,
  product_id: number,
): Pick<ProductBody, 'options' | 'variants' | 'next_no'> {
  const options: OptionRow[] = productOptions.map(({ name, values }, i) => ({
    id: old.options.find((option) => option.name === name)?.id ?? 100 * (i + 1) + old.next_no,
    name: name ?? '',
    values: (values ?? []).map((value) => value.name ?? ''),
  }))
  let next_no = old.next_no
  const used = new Set<number>()
  const variants = inputs.map((input, i) => {
    const option_values = tupleOf(options, input.optionValues, ['input', 'variants', String(i), 'optionValues'])
    const before = variantBefore(old, input, option_values, product_id, used, i)
    const base = before ?? newVariant(next_no++, option_values)
    used.add(base.no)
    return applyVariant({ ...base, option_values }, input, files, i)
  })
  const tuples = variants.map(({ option_values }) => JSON.stringify(option_values))
  if (new Set(tuples).size < tuples.length)
    throw refuseUser(
      ['input', 'variants'],
      'The variant already exists. Please change at least one option value.',
      'INVALID_VARIANT',
    )
  return { options, variants, next_no }
}

function variantBefore(
  old: ProductBody,
  { id }: VariantInput,
  option_values: string[],
  product_id: number,
  used: ReadonlySet<number>,
  index: number,
): VariantRow | undefined {
  const free = old.variants.filter(({ no }) => !used.has(no))
  if (!id) return free.find((variant) => JSON.stringify(variant.option_values) === JSON.stringify(option_values))
  const meant = variantOf('ProductVariant', id)
  const found = meant?.product_id === product_id ? free.find(({ no }) => no === meant.no) : undefined
  if (!found)
    throw refuseUser(
      ['input', 'variants', String(index), 'id'],
      'Product variant does not exist',
      'PRODUCT_VARIANT_DOES_NOT_EXIST',
    )
  return found
}

/** One value for each option, in their order; a value that an option does not have yet is added to it. */
export function tupleOf(
  options: OptionRow[],
  given: OptionValueInput[],
  field: string[],
  code = 'INVALID_VARIANT',
): string[] {
  return options.map((option) => {
    const value = given.find(({ optionName }) => optionName?.toLowerCase() === option.name.toLowerCase())?.name
    if (!value) throw refuseUser(field, `You need to add option values for ${option.name}`, code)
    const known = option.values.find((one) => one.toLowerCase() === value.toLowerCase())
    if (known === undefined) option.values.push(value)
    return known ?? value
  })
}

function applyVariant(
  base: VariantRow,
  input: VariantInput,
  files: ReadonlyMap<string, number>,
  index: number,
): VariantRow {
  const at = (name: string) => ['input', 'variants', String(index), name]
  const file_id = input.file ? files.get(fileKey(input.file)) : base.file_id
  if (file_id === undefined)
    throw refuseUser(at('file'), 'Variant file must also be in the files of the product', 'INVALID_INPUT')
  const wrongPlace = input.inventoryQuantities?.find(({ locationId }) => locationId !== LOCATION.id)
  if (wrongPlace) throw refuseUser(at('inventoryQuantities'), 'Location does not exist', 'INVALID_INPUT')
  return {
    ...withItem(base, input.inventoryItem),
    ...(input.sku !== undefined && { sku: input.sku ?? null }),
    ...(input.barcode !== undefined && { barcode: input.barcode ?? null }),
    ...prices(input, at('price'), 'INVALID_VARIANT'),
    ...(input.inventoryPolicy && { policy: input.inventoryPolicy }),
    ...(input.inventoryQuantities?.[0] && { quantity: input.inventoryQuantities[0].quantity }),
    file_id,
  }
}

export const withItem = (base: VariantRow, item: Maybe<ItemInput>): VariantRow => ({
  ...base,
  ...(item?.sku !== undefined && { sku: item.sku ?? null }),
  ...(typeof item?.tracked === 'boolean' && { tracked: item.tracked }),
  ...(item?.measurement?.weight && { weight: item.measurement.weight }),
})

export function prices(
  { price, compareAtPrice }: { price?: Maybe<string>; compareAtPrice?: Maybe<string> },
  field: string[],
  code: string,
): Partial<Pick<VariantRow, 'price' | 'compare_at_price'>> {
  const money = (text: string) => {
    if (!/^\d{1,15}(\.\d{1,4})?$/.test(String(text))) throw refuseUser(field, 'Price must be a positive amount', code)
    return Number(text).toFixed(2)
  }
  return {
    ...(price !== undefined && price !== null && { price: money(price) }),
    ...(compareAtPrice !== undefined && { compare_at_price: compareAtPrice === null ? null : money(compareAtPrice) }),
  }
}
