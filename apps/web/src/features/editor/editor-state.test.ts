import type { EditorProduct } from '@omni/contracts/editor.calls.ts'
import { applyPatch, cell, wholeVariant } from '@omni/domain/products/changes.ts'
import type { ProductVariant } from '@omni/domain/products/product.ts'
import { expect, test } from 'vitest'
import { type EditorState, editState, startState, undoState } from './editor-state.ts'

const variant = (variant_id: string, position: number): ProductVariant => ({
  variant_id,
  position,
  option_values: [variant_id],
  sku: '',
  barcode: '',
  price: 1000,
  compare_at_price: null,
  weight_g: null,
  image_id: null,
  sell_out_of_stock: false,
  enabled: true,
})
// Only what the steps read.
const start = () =>
  startState(
    {
      title: 'Lamp',
      description: '',
      vendor: '',
      product_type: '',
      tags: [],
      collections: [],
      handle: '',
      seo_title: '',
      seo_description: '',
      images: [],
      options: [],
      variants: [variant('a', 0), variant('b', 1)],
      revision: 1,
    } as unknown as EditorProduct,
    { queue: [], pending: {} },
  )

/** What will be sent turns what the server has into what is shown: nothing typed is left behind. */
const sendsWhatIsShown = ({ base, pending, view }: EditorState) =>
  expect(applyPatch(base, pending).product).toEqual(view)

test('what was typed back to what the server has is not sent', () => {
  const there = editState(
    editState(start(), { title: 'Vase', [cell('a', 'price')]: 5 }, false),
    { [cell('a', 'price')]: 1000 },
    false,
  )
  expect(there.pending).toEqual({ title: 'Vase' })
  sendsWhatIsShown(there)
  expect(undoState(undoState(there)).pending).toEqual({})
})

test('a cell of a variant that is not saved yet goes out with it', () => {
  const added = editState(start(), { [wholeVariant('c')]: variant('c', 2) }, false)
  const priced = editState(added, { [cell('c', 'price')]: 1250 }, false)
  sendsWhatIsShown(priced)
  expect(priced.view.variants.at(-1)?.price).toBe(1250)
  const back = editState(priced, { [cell('c', 'price')]: 1000 }, false)
  sendsWhatIsShown(back)
  sendsWhatIsShown(editState(priced, { [wholeVariant('a')]: null }, false))
})
