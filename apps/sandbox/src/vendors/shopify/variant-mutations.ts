import { gid, numberOf, variantNumber, variantOf } from './ids.ts'
import { changeProduct, DEFAULT_OPTION, findProduct, isDefaultOnly, type ProductRow } from './products.ts'
import type { ItemInput, Maybe, OptionValueInput } from './set-input.ts'
import { newVariant, prices, tupleOf, withItem } from './set-variants.ts'
import { LOCATION } from './shops.ts'
import type { OptionRow, ProductBody, Shop, ShopifyWorld, VariantRow } from './tables.ts'
import { refuseUser } from './user-errors.ts'
import { announce } from './webhooks.ts'

export interface BulkInput {
  id?: Maybe<string>
  optionValues?: Maybe<OptionValueInput[]>
  barcode?: Maybe<string>
  price?: Maybe<string>
  compareAtPrice?: Maybe<string>
  mediaId?: Maybe<string>
  inventoryItem?: Maybe<ItemInput>
  inventoryPolicy?: Maybe<'CONTINUE' | 'DENY'>
  inventoryQuantities?: Maybe<{ locationId: string; availableQuantity: number }[]>
}

function idOf(productId: string): number {
  const id = numberOf('Product', productId)
  if (id === undefined) throw refuseUser(['productId'], 'Product does not exist', 'PRODUCT_DOES_NOT_EXIST')
  return id
}

const namesOf = (inputs: readonly BulkInput[]) => [
  ...new Set(
    inputs.flatMap((input) =>
      Object.keys(input)
        .filter((name) => name !== 'id')
        .map((name) => `variants.${name}`),
    ),
  ),
]

export function createVariants(
  world: ShopifyWorld,
  shop: Shop,
  productId: string,
  inputs: BulkInput[],
  strategy: string,
): Promise<ProductRow> {
  return changeProduct(world, shop, idOf(productId), { who: 'app' }, ({ body }) => {
    const options = copy(body.options)
    let next_no = body.next_no
    const added = inputs.map((input, i) => {
      const field = ['variants', String(i)]
      const option_values = tupleOf(options, input.optionValues ?? [], field, 'NEED_TO_ADD_OPTION_VALUES')
      const [level] = input.inventoryQuantities ?? []
      if (level && level.locationId !== LOCATION.id)
        throw refuseUser(
          [...field, 'inventoryQuantities'],
          'Location does not exist',
          'TRACKED_VARIANT_LOCATION_NOT_FOUND',
        )
      const made = apply(newVariant(next_no++, option_values), input, body, field)
      return level ? { ...made, quantity: level.availableQuantity } : made
    })
    // The placeholder variant of a product without options goes when real ones come.
    const alone = isDefaultOnly(body) && strategy !== 'PRESERVE_STANDALONE_VARIANT'
    const before =
      alone || strategy === 'REMOVE_STANDALONE_VARIANT'
        ? body.variants.filter((one) => !isPlaceholder(one))
        : body.variants
    const variants = [...before, ...added]
    refuseTwins(variants, 'VARIANT_ALREADY_EXISTS')
    return { body: { ...body, options, variants, next_no }, fields: ['variants.created', ...namesOf(inputs)] }
  })
}

export function updateVariants(
  world: ShopifyWorld,
  shop: Shop,
  productId: string,
  inputs: BulkInput[],
): Promise<ProductRow> {
  const product_id = idOf(productId)
  return changeProduct(world, shop, product_id, { who: 'app' }, ({ body }) => {
    const options = copy(body.options)
    const changed = new Map<number, VariantRow>()
    inputs.forEach((input, i) => {
      const field = ['variants', String(i)]
      if (!input.id) throw refuseUser(field, 'Product variant is missing ID attribute', 'PRODUCT_VARIANT_ID_MISSING')
      if (input.inventoryQuantities)
        throw refuseUser(
          [...field, 'inventoryQuantities'],
          'Inventory quantities can only be provided during create',
          'NO_INVENTORY_QUANTITIES_ON_VARIANTS_UPDATE',
        )
      const meant = variantOf('ProductVariant', input.id)
      const old = meant?.product_id === product_id ? body.variants.find(({ no }) => no === meant.no) : undefined
      if (!old) throw refuseUser([...field, 'id'], 'Product variant does not exist', 'PRODUCT_VARIANT_DOES_NOT_EXIST')
      const option_values = input.optionValues
        ? tupleOf(options, mergeOptions(options, old, input.optionValues), field, 'NEED_TO_ADD_OPTION_VALUES')
        : old.option_values
      changed.set(old.no, apply({ ...old, option_values }, input, body, field))
    })
    const variants = body.variants.map((one) => changed.get(one.no) ?? one)
    refuseTwins(variants, 'VARIANT_ALREADY_EXISTS')
    return { body: { ...body, options: onlyUsed(options, variants), variants }, fields: namesOf(inputs) }
  })
}

export function deleteVariants(world: ShopifyWorld, shop: Shop, productId: string, ids: string[]): Promise<ProductRow> {
  const product_id = idOf(productId)
  return changeProduct(world, shop, product_id, { who: 'app' }, ({ body }) => {
    const gone = new Set(
      ids.map((id) => {
        const meant = variantOf('ProductVariant', id)
        const found = meant?.product_id === product_id && body.variants.find(({ no }) => no === meant.no)
        if (!found)
          throw refuseUser(
            ['variantsIds'],
            'At least one variant does not belong to the product',
            'AT_LEAST_ONE_VARIANT_DOES_NOT_BELONG_TO_THE_PRODUCT',
          )
        return found.no
      }),
    )
    const variants = body.variants.filter(({ no }) => !gone.has(no))
    if (variants.length === 0)
      throw refuseUser(['variantsIds'], 'Product must have at least one variant', 'CANNOT_DELETE_LAST_VARIANT')
    return { body: { ...body, options: onlyUsed(body.options, variants), variants }, fields: ['variants.deleted'] }
  })
}

const copy = (options: readonly OptionRow[]): OptionRow[] =>
  options.map((option) => ({ ...option, values: [...option.values] }))
const isPlaceholder = ({ option_values }: VariantRow) =>
  option_values.length === 1 && option_values[0] === DEFAULT_OPTION.value

/** Values that no variant has any more leave their option. */
const onlyUsed = (options: readonly OptionRow[], variants: readonly VariantRow[]): OptionRow[] =>
  options.map((option, i) => ({
    ...option,
    values: option.values.filter((value) => variants.some(({ option_values }) => option_values[i] === value)),
  }))

/** What an update does not name stays as it is. */
const mergeOptions = (options: readonly OptionRow[], old: VariantRow, inputs: OptionValueInput[]): OptionValueInput[] =>
  options.map(
    ({ name }, i) =>
      inputs.find(({ optionName }) => optionName?.toLowerCase() === name.toLowerCase()) ?? {
        optionName: name,
        name: old.option_values[i] ?? null,
      },
  )

function refuseTwins(variants: readonly VariantRow[], code: string) {
  const tuples = variants.map(({ option_values }) => JSON.stringify(option_values))
  const twin = tuples.find((tuple, i) => tuples.indexOf(tuple) < i)
  if (twin)
    throw refuseUser(
      ['variants'],
      `The variant '${twin}' already exists. Please change at least one option value.`,
      code,
    )
}

function apply(base: VariantRow, input: BulkInput, body: ProductBody, field: string[]): VariantRow {
  const file = input.mediaId ? numberOf('MediaImage', input.mediaId) : undefined
  if (input.mediaId && (file === undefined || !body.file_ids.includes(file)))
    throw refuseUser([...field, 'mediaId'], 'Media does not exist on the product', 'INVALID_INPUT')
  return {
    ...withItem(base, input.inventoryItem),
    ...(input.barcode !== undefined && { barcode: input.barcode ?? null }),
    ...prices(input, [...field, 'price'], 'NEGATIVE_PRICE_VALUE'),
    ...(input.inventoryPolicy && { policy: input.inventoryPolicy }),
    ...(file !== undefined && { file_id: file }),
  }
}

export interface QuantityInput {
  changeFromQuantity?: Maybe<number>
  inventoryItemId: string
  locationId: string
  quantity: number
}

const REASONS = [
  'correction',
  'cycle_count_available',
  'damaged',
  'other',
  'promotion',
  'received',
  'restock',
  'shrinkage',
]

const unknownItem = (field: string[]) =>
  refuseUser([...field, 'inventoryItemId'], 'The specified inventory item could not be found', 'INVALID_INVENTORY_ITEM')

/** Within a product all or nothing. */
export async function setQuantities(
  world: ShopifyWorld,
  shop: Shop,
  { name, reason, quantities }: { name: string; reason: string; quantities: QuantityInput[] },
): Promise<void> {
  if (name !== 'available' && name !== 'on_hand')
    throw refuseUser(['input', 'name'], 'The quantity name must be either available or on_hand', 'INVALID_NAME')
  if (!REASONS.includes(reason))
    throw refuseUser(['input', 'reason'], 'The specified reason is invalid', 'INVALID_REASON')
  const at = (i: number) => ['input', 'quantities', String(i)]
  const meant = quantities.map((one, i) => {
    if (one.locationId !== LOCATION.id)
      throw refuseUser([...at(i), 'locationId'], 'The specified location could not be found', 'INVALID_LOCATION')
    if (one.quantity < 0)
      throw refuseUser([...at(i), 'quantity'], "The quantity can't be negative", 'INVALID_QUANTITY_NEGATIVE')
    const item = variantOf('InventoryItem', one.inventoryItemId)
    if (!item) throw unknownItem(at(i))
    return { ...one, ...item, field: at(i) }
  })
  const changes: { no: number; product_id: number; quantity: number }[] = []
  for (const [product_id, group] of Map.groupBy(meant, (one) => one.product_id)) {
    if (!(await findProduct(world, shop, gid('Product', product_id)))) throw unknownItem(group[0]?.field ?? [])
    await changeProduct(world, shop, product_id, { who: 'app', stock_only: true }, ({ body }) => {
      const variants = body.variants.map((variant) => {
        const wanted = group.find(({ no }) => no === variant.no)
        if (!wanted) return variant
        const from = wanted.changeFromQuantity
        if (typeof from === 'number' && from !== variant.quantity)
          throw refuseUser(
            [...wanted.field, 'changeFromQuantity'],
            'The changeFromQuantity argument no longer matches the persisted quantity',
            'CHANGE_FROM_QUANTITY_STALE',
          )
        if (variant.quantity !== wanted.quantity)
          changes.push({ no: variant.no, product_id, quantity: wanted.quantity })
        return { ...variant, quantity: wanted.quantity }
      })
      const lost = group.find(({ no }) => !body.variants.some((variant) => variant.no === no))
      if (lost) throw unknownItem(lost.field)
      return { body: { ...body, variants }, fields: ['quantity'] }
    })
  }
  for (const { product_id, no, quantity } of changes) await announceStock(world, shop, product_id, no, quantity)
}

export async function announceStock(
  world: ShopifyWorld,
  shop: Shop,
  product_id: number,
  no: number,
  available: number,
) {
  const item = variantNumber(product_id, no)
  await announce(world, shop, 'inventory_levels/update', {
    inventory_item_id: item,
    location_id: numberOf('Location', LOCATION.id),
    available,
    updated_at: world.now().toISOString(),
    admin_graphql_api_id: `gid://shopify/InventoryLevel/${item}?inventory_item_id=${item}`,
  })
}
