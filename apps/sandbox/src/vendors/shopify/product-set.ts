import { sql, type Transaction } from 'kysely'
import { numberOf } from './ids.ts'
import { addFiles, type FileInput } from './media.ts'
import {
  bookWrite,
  changeProduct,
  DEFAULT_OPTION,
  findByKey,
  freeHandle,
  insertProduct,
  type ProductRow,
} from './products.ts'
import type { CustomId, Identifier, Maybe, SetInput } from './set-input.ts'
import { fileKey, newVariant, setVariants } from './set-variants.ts'
import type { ProductBody, Shop, ShopifyTables, ShopifyWorld } from './tables.ts'
import { refuseUser } from './user-errors.ts'
import { isAppNamespace } from './view.ts'
import { announce, restProduct } from './webhooks.ts'

const MOST_VARIANTS = 2048
const MOST_OPTIONS = 3
const LONGEST_TITLE = 255

type Tx = Transaction<ShopifyTables>

/** Creates or changes a product in one go. Lists that are sent replace; what is not sent stays. */
export async function productSet(
  world: ShopifyWorld,
  shop: Shop,
  identifier: Maybe<Identifier>,
  input: SetInput,
  request_id: string,
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
  return found
    ? changeExisting(world, shop, found.id, input, key)
    : create(world, shop, identifier, input, key ?? null, request_id)
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

const lock = (tx: Tx, name: string) => sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)

async function create(
  world: ShopifyWorld,
  shop: Shop,
  identifier: Maybe<Identifier>,
  input: SetInput,
  key: string | null,
  request_id: string,
): Promise<ProductRow> {
  if (!input.title) throw refuseUser(['input', 'title'], "Title can't be blank", 'INVALID_PRODUCT')
  const { title } = input
  const { row, isNew } = await world.db.transaction().execute(async (tx) => {
    // Two with the same key must not meet.
    if (key !== null) await lock(tx, `${shop.domain} ${key}`)
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
    const body = await applyInput(tx, shop, emptyBody(shop), input, 0)
    // Nor two that want the same handle; here, because a shop that takes products one by one is a slow shop.
    await lock(tx, shop.domain)
    if (input.handle) await mustBeFree(tx, shop, input.handle)
    const handle = input.handle || (await freeHandle(tx, shop, title))
    const product = await insertProduct(
      world,
      tx,
      shop,
      { key, handle, status: input.status ?? 'ACTIVE', body },
      request_id,
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

/** New files are added, known ones are named by their ids; undefined: the list was not sent. */
async function setFiles(tx: Tx, shop: Shop, { files }: SetInput) {
  const byInput = new Map<string, number>()
  for (const file of files ?? []) if (file.id) byInput.set(fileKey(file), await knownFile(tx, shop, file))
  // The same address twice in a list is one file.
  const fresh = [...new Map((files ?? []).filter(({ id }) => !id).map((file) => [fileKey(file), file])).values()]
  const ids = await addFiles(tx, shop, fresh, ['input', 'files'])
  fresh.forEach((file, i) => byInput.set(fileKey(file), ids[i] ?? 0))
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
