/**
 * Which of a supplier's variants are imported, and under which options (sourcing spec §3; bad supplier data is made
 * even here).
 */
import type { NormalProduct, NormalVariant } from '../catalog/normalise-product.ts'
import { toIsoCountry } from '../catalog/sources.ts'
import { MAX_OPTIONS, MAX_TAG, MAX_VARIANTS, type ProductOption } from '../products/product.ts'

type SourceOptions = NormalProduct['options']
export type ChoiceNote =
  | 'one_warehouse'
  | 'warehouse_not_offered'
  | 'unbuyable_variants_dropped'
  | 'duplicate_variants_merged'
  | 'variants_cut'
  | 'options_joined'
export interface Choice {
  variant: NormalVariant
  values: string[]
}
export interface Chosen {
  options: ProductOption[]
  choices: Choice[]
  /** The warehouse, where there were several to choose from. */ ships_from: string | null
  notes: ChoiceNote[]
}

const SHIPS_FROM = /^ships?\s*from$/i
const NOTHING = '-' // a variant that says nothing for an option others have
const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()
const valueOf = (variant: NormalVariant, name: string): string =>
  variant.values.find((value) => same(value.name, name))?.value.trim() ?? ''

/** A buyer never chooses a warehouse: the wanted one, else the one with most variants; the option goes. */
function fromOneWarehouse(
  options: SourceOptions,
  variants: readonly NormalVariant[],
  wanted: string | null,
): { options: SourceOptions; variants: NormalVariant[]; ships_from: string | null; notes: ChoiceNote[] } {
  const option = options.find(({ name }) => SHIPS_FROM.test(name.trim()))
  if (!option) return { options, variants: [...variants], ships_from: null, notes: [] }
  const offers = option.values
    .map(({ value, countryCode }) => ({
      value,
      country: countryCode === null ? null : toIsoCountry(countryCode),
      variants: variants.filter((variant) => same(valueOf(variant, option.name), value)),
    }))
    .filter((offer) => offer.variants.length > 0)
  const requested =
    wanted === null
      ? undefined
      : offers.find(({ country, value }) => country === toIsoCountry(wanted) || same(value, wanted))
  const taken =
    requested ??
    offers.reduce<(typeof offers)[number] | undefined>(
      (best, offer) => (best && best.variants.length >= offer.variants.length ? best : offer),
      undefined,
    )
  const notes: ChoiceNote[] = []
  if (offers.length > 1) notes.push('one_warehouse')
  if (wanted !== null && !requested) notes.push('warehouse_not_offered')
  return {
    options: options.filter((one) => one !== option),
    variants: taken?.variants ?? [...variants],
    ships_from: taken?.country ?? taken?.value ?? null,
    notes,
  }
}

/** More options than a product can have: the last ones are told together. */
function columnsOf(options: SourceOptions): { name: string; parts: string[] }[] {
  const names = options.map(({ name }) => name.trim())
  const kept = names.length > MAX_OPTIONS ? MAX_OPTIONS - 1 : names.length
  const joined = names.slice(kept)
  return [
    ...names.slice(0, kept).map((name) => ({ name: name.slice(0, MAX_TAG), parts: [name] })),
    ...(joined.length > 0 ? [{ name: joined.join(' / ').slice(0, MAX_TAG), parts: joined }] : []),
  ]
}

/**
 * Values that differ only in case or spaces are one, spelt as first seen; of variants that are then alike the first
 * stays.
 */
export function chooseVariants(
  options: SourceOptions,
  offered: readonly NormalVariant[],
  wanted: string | null,
): Chosen {
  const buyable = offered.filter(({ price, quantity }) => Number.isSafeInteger(price) && price > 0 && quantity !== 0)
  const named = options.filter(
    (option, at) => option.name.trim() !== '' && options.findIndex((other) => same(other.name, option.name)) === at,
  )
  const from = fromOneWarehouse(named, buyable, wanted)
  const notes = [...from.notes]
  if (buyable.length < offered.length) notes.push('unbuyable_variants_dropped')
  const used = from.options.filter(({ name }) => from.variants.some((variant) => valueOf(variant, name) !== ''))
  const columns = columnsOf(used)
  if (used.length > MAX_OPTIONS) notes.push('options_joined')

  const spelling = columns.map(() => new Map<string, string>())
  const spelt = (value: string, at: number): string => {
    const text = value.slice(0, MAX_TAG).trim()
    const known = spelling[at]?.get(text.toLowerCase())
    if (known === undefined) spelling[at]?.set(text.toLowerCase(), text)
    return known ?? text
  }
  const taken = new Set<string>()
  const choices: Choice[] = []
  for (const variant of from.variants) {
    const values = columns.map(({ parts }) => parts.map((part) => valueOf(variant, part) || NOTHING).join(' / '))
    const key = JSON.stringify(values.map((value) => value.slice(0, MAX_TAG).trim().toLowerCase()))
    if (taken.has(key) || choices.length >= MAX_VARIANTS) {
      notes.push(taken.has(key) ? 'duplicate_variants_merged' : 'variants_cut')
      continue
    }
    taken.add(key)
    choices.push({ variant, values: values.map(spelt) })
  }
  return {
    options: columns.map(({ name }, at) => ({ name, values: [...(spelling[at]?.values() ?? [])] })),
    choices,
    ships_from: from.ships_from,
    notes: [...new Set(notes)],
  }
}
