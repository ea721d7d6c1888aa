/** Sourcing spec §2: a price range, or the chosen variant's price when every option of a variant matches. */
import type { Minor } from '../money.ts'

interface OptionValue {
  id: string
  value: string
}
export interface ProductOption {
  name: string
  values: readonly OptionValue[]
}
interface VariantProperty {
  sku_property_name: string
  property_value_id_long: string
  sku_property_value: string
  property_value_definition_name: string
}
export interface ChoosableVariant {
  sku_property: readonly VariantProperty[]
  price_usd: Minor
  /** null: the supplier does not say. */
  quantity: number | null
}
/** Option name -> id of the chosen value. An option without an entry is open. */
export type Choice = Readonly<Record<string, string>>

/** By id; suppliers that number no values are compared by what is shown. */
const isValue = (property: VariantProperty, value: OptionValue): boolean =>
  property.property_value_id_long !== '' && value.id !== ''
    ? property.property_value_id_long === value.id
    : [property.property_value_definition_name, property.sku_property_value].includes(value.value)

/** The id an option gives to what a variant has; undefined when the option does not list it. */
function valueIdOf(variant: ChoosableVariant, option: ProductOption): string | undefined {
  const property = variant.sku_property.find((one) => one.sku_property_name === option.name)
  return property && option.values.find((value) => isValue(property, value))?.id
}

/** Whether a variant agrees with everything that is chosen so far. */
const agrees = (variant: ChoosableVariant, options: readonly ProductOption[], choice: Choice): boolean =>
  options.every((option) => choice[option.name] === undefined || valueIdOf(variant, option) === choice[option.name])

/**
 * The variant whose every option is chosen; undefined while one is open. One without options is chosen from the start.
 */
export function chosenVariant<V extends ChoosableVariant>(
  variants: readonly V[],
  options: readonly ProductOption[],
  choice: Choice,
): V | undefined {
  return variants.find((variant) =>
    options.every((option) => {
      const id = valueIdOf(variant, option)
      return id === undefined ? choice[option.name] === undefined : id === choice[option.name]
    }),
  )
}

/** Whether a value can still be had beside what is chosen for the other options. Unknown stock counts as there. */
export function isOffered(
  variants: readonly ChoosableVariant[],
  options: readonly ProductOption[],
  choice: Choice,
  name: string,
  id: string,
): boolean {
  const wanted = { ...choice, [name]: id }
  return variants.some((variant) => variant.quantity !== 0 && agrees(variant, options, wanted))
}

/** What is shown as the price: one variant's, or the range of those that still can be chosen. */
export function shownPrice(
  variants: readonly ChoosableVariant[],
  options: readonly ProductOption[],
  choice: Choice,
  range: readonly [Minor, Minor],
): readonly [Minor, Minor] {
  const chosen = chosenVariant(variants, options, choice)
  if (chosen) return [chosen.price_usd, chosen.price_usd]
  const open = variants.filter((variant) => agrees(variant, options, choice)).map((variant) => variant.price_usd)
  if (Object.keys(choice).length === 0 || open.length === 0) return range
  return [open.reduce((low, price) => Math.min(low, price)), open.reduce((high, price) => Math.max(high, price))]
}
