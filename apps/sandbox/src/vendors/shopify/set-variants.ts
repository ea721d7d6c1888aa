import { variantOf } from './ids.ts'
import type { FileInput } from './media.ts'
import type { ItemInput, Maybe, OptionValueInput, SetInput, VariantInput } from './set-input.ts'
import { LOCATION } from './shops.ts'
import type { OptionRow, ProductBody, VariantRow } from './tables.ts'
import { refuseUser } from './user-errors.ts'

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

/** What a list of files and a variant name the same file by. */
export const fileKey = ({ id, originalSource }: FileInput) => id ?? originalSource ?? ''

export function setVariants(
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
