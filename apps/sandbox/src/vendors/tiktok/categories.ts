import { refuse } from './envelope.ts'
import type { Shop } from './tables.ts'

interface SandboxCategory {
  id: string
  parent_id: string
  local_name: string
  /** Words of a title that lead here; a category without any is no leaf, or the last resort. */
  words: readonly string[]
  is_leaf: boolean
  attributes: readonly {
    id: string
    name: string
    required: boolean
    values: readonly { id: string; name: string }[]
    /** Asked for in shops of the US alone. */
    us_only?: true
    own_words?: true
  }[]
  /** A table of sizes is asked for. */
  sized: boolean
}

const branch = (id: string, parent_id: string, local_name: string): SandboxCategory => ({
  id,
  parent_id,
  local_name,
  words: [],
  is_leaf: false,
  attributes: [],
  sized: false,
})
const leaf = (
  id: string,
  parent_id: string,
  local_name: string,
  words: readonly string[],
  attributes: SandboxCategory['attributes'] = [],
  sized = false,
): SandboxCategory => ({ id, parent_id, local_name, words, is_leaf: true, attributes, sized })

const OCCASION = {
  id: '100392',
  name: 'Occasion',
  required: false,
  values: [
    { id: '1001533', name: 'Birthday' },
    { id: '1001534', name: 'Wedding' },
  ],
}
const AGE = {
  id: '101127',
  name: 'Recommended age',
  required: true,
  values: [
    { id: '1000101', name: '3 years and up' },
    { id: '1000102', name: '8 years and up' },
  ],
}

/** California's law on chemicals: a pair, as its page of attributes has it. */
const yesNo = (first: number) => [
  { id: String(first), name: 'Yes' },
  { id: String(first + 1), name: 'No' },
]
const PROP_65 = [
  { id: '101395', name: 'CA Prop 65: Carcinogens', required: true, us_only: true, values: yesNo(1000058) },
  { id: '101400', name: 'CA Prop 65: Repro. Chems', required: true, us_only: true, values: yesNo(1000068) },
] as const
const MATERIAL = {
  id: '100398',
  name: 'Material',
  required: false,
  own_words: true,
  values: [{ id: '1000039', name: 'Cotton' }],
} as const

const OTHER_HOME = '600020'
const CATEGORIES: readonly SandboxCategory[] = [
  branch('600001', '0', 'Home Supplies'),
  leaf('600003', '600001', 'Lamps & Lighting', ['lamp', 'light', 'led', 'lantern'], [OCCASION]),
  leaf('600011', '600001', 'Kitchen Tools', ['kitchen', 'knife', 'pan', 'mug', 'bottle']),
  leaf(OTHER_HOME, '600001', 'Other Home Supplies', []),
  branch('601001', '0', 'Fashion'),
  leaf('601002', '601001', 'Bags', ['bag', 'backpack', 'purse', 'wallet']),
  leaf('601003', '601001', 'Jewellery', ['necklace', 'ring', 'bracelet', 'earrings'], [OCCASION]),
  leaf('601004', '601001', 'Dresses', ['gown', 'kaftan'], [MATERIAL], true),
  branch('602001', '0', 'Toys & Hobbies'),
  leaf('602002', '602001', 'Toys', ['toy', 'toys', 'puzzle', 'kids'], [AGE, OCCASION, ...PROP_65]),
]

/** Trees have versions; the vendor's page names the one that a region has. */
export function checkVersion({ region }: Shop, version: string | undefined) {
  const right = region === 'US' ? 'v2' : 'v1'
  if ((version ?? 'v1') !== right)
    throw refuse(12052217, `Incorrect category version. Specify 'category_version=${right}' for this shop.`)
}

export const allCategories = () =>
  CATEGORIES.map(({ id, parent_id, local_name, is_leaf }) => ({
    id,
    parent_id,
    local_name,
    is_leaf,
    permission_statuses: ['AVAILABLE'],
  }))

export const findCategory = (id: unknown) => CATEGORIES.find((one) => one.id === id)

export function leafCategory(id: unknown): SandboxCategory {
  const category = findCategory(id)
  if (!category) throw refuse(12052023, 'Category does not exist')
  if (!category.is_leaf) throw refuse(12052024, 'Category is not final category')
  return category
}

export function recommend(title: string) {
  const words = title.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  if (words.join('').length < 3)
    throw refuse(12019064, 'No matching categories. Provide the full name of your product and try again.')
  const found = CATEGORIES.find((one) => one.words.some((word) => words.includes(word))) ?? findCategory(OTHER_HOME)
  return {
    leaf_category_id: found?.id,
    categories: found && [{ id: found.id, name: found.local_name, level: 2, is_leaf: true, permission_statuses: [] }],
  }
}

/** What a shop of this region is asked for. */
export const attributesFor = ({ region }: Pick<Shop, 'region'>, id: unknown) =>
  leafCategory(id).attributes.filter(({ us_only }) => region === 'US' || !us_only)

/** The name of the flag is the vendor's own. */
export const attributesOf = (shop: Shop, id: unknown) =>
  attributesFor(shop, id).map(({ id: attribute, name, required, values, own_words = false }) => ({
    id: attribute,
    name,
    type: 'PRODUCT_PROPERTY',
    is_requried: required,
    values,
    is_customizable: own_words,
    is_multiple_selection: false,
  }))

const EU = ['DE', 'ES', 'FR', 'IE', 'IT']
/** Toys need somebody in the EU who answers for them there. */
const ANSWERED_FOR = ['602002']

export function rulesOf({ region }: Pick<Shop, 'region'>, id: unknown) {
  const { sized, id: category } = leafCategory(id)
  const inEu = EU.includes(region)
  const answered = { is_supported: inEu, is_required: inEu && ANSWERED_FOR.includes(category) }
  return {
    product_certifications: [],
    size_chart: { is_supported: sized, is_required: sized },
    cod: { is_supported: false },
    package_dimension: { is_required: region !== 'ID' },
    epr: { is_required: false },
    manufacturer: answered,
    responsible_person: answered,
    allowed_special_product_types: [],
  }
}
