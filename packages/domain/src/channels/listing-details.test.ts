import { expect, test } from 'vitest'
import { fieldsOfDocument } from './fields.ts'
import {
  type CategoryAsks,
  type ListingDetails,
  missingDetails,
  NO_DETAILS,
  withRemembered,
} from './listing-details.ts'
import { DEFAULT_POLICIES, merge } from './merge.ts'

const yes = { id: '1', name: 'Yes' }
const no = { id: '2', name: 'No' }
const asked = { name: 'Prop 65', is_required: true, takes_many: false, takes_own: false, values: [yes, no] }
const asks: CategoryAsks = {
  attributes: [
    { ...asked, id: 'a' },
    { ...asked, id: 'b', name: 'Material', takes_own: true },
    { ...asked, id: 'c', name: 'Occasion', is_required: false },
  ],
  size_chart: 'required',
  manufacturer: 'optional',
  responsible: 'no',
  parcel: 'required',
}
const filled: ListingDetails = {
  ...NO_DETAILS,
  attributes: [
    { id: 'a', values: [yes] },
    { id: 'b', values: [{ id: '', name: 'Bamboo' }] },
  ],
  size_chart: { id: 's', name: 'Sizes' },
  parcel: { weight_g: 100, length_cm: 1, width_cm: 2, height_cm: 3 },
}

test('what is required is missing until it is said as the category takes it', () => {
  expect(missingDetails(asks, NO_DETAILS)).toEqual([
    { what: 'attribute', name: 'Prop 65' },
    { what: 'attribute', name: 'Material' },
    { what: 'size_chart' },
    { what: 'parcel' },
  ])
  expect(missingDetails(asks, filled)).toEqual([])
  // A value that the marketplace has taken off its list, and own words where it takes none.
  for (const value of [
    { id: '9', name: 'Perhaps' },
    { id: '', name: 'Perhaps' },
  ])
    expect(
      missingDetails(asks, { ...filled, attributes: [{ id: 'a', values: [value] }, ...filled.attributes.slice(1)] }),
    ).toEqual([{ what: 'attribute', name: 'Prop 65' }])
})

test('what is remembered fills what is open, and never replaces an answer', () => {
  const own = { ...NO_DETAILS, attributes: [{ id: 'a', values: [no] }], brand: yes }
  expect(withRemembered(own, { ...filled, brand: no })).toEqual({
    ...filled,
    brand: yes,
    attributes: [{ id: 'a', values: [no] }, filled.attributes[1]],
  })
  expect(withRemembered(own, null)).toEqual(own)
})

test('an answer that changed is sent; what was never said is left as it is in the store', () => {
  const document = {
    title: 't',
    description: '',
    vendor: '',
    product_type: '',
    tags: [],
    seo_title: '',
    seo_description: '',
    status: 'active' as const,
    options: [],
    pictures: [],
    variants: [],
  }
  const [silent, said] = [fieldsOfDocument(document), fieldsOfDocument({ ...document, details: filled })]
  const other = fieldsOfDocument({ ...document, details: { ...filled, attributes: [{ id: 'a', values: [no] }] } })
  const sends = (desired: typeof said, ours: typeof said) =>
    merge({ desired, ours, theirs: silent, seen: silent }, DEFAULT_POLICIES).send
  expect(sends(said, silent)).toEqual(['details'])
  expect(sends(other, said)).toEqual(['details'])
  expect(sends(said, said)).toEqual([])
  expect(sends(silent, said)).toEqual([])
})
