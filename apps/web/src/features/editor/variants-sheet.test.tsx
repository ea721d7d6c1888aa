import { MantineProvider } from '@mantine/core'
import type { EditorProduct } from '@omni/contracts/editor.calls.ts'
import { DEFAULT_SELLING_PRICE } from '@omni/domain/pricing/price-rule.ts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CostingContext } from './costing.ts'
import { type EditorStore, openEditorStore } from './editor-store.ts'
import { makeCosting } from './make-costing.ts'
import type { EditKeeper } from './unsaved-edits.ts'
import { EditorContext } from './use-editor.ts'
import { VariantsSheet } from './variants-sheet.tsx'

vi.mock('../../platform/i18n.ts', () => ({ useT: () => translate, useLanguage: () => 'en', intlLocale: () => 'en' }))
vi.mock('../../platform/format.ts', () => ({ useFormat: () => ({ number: String }) }))
const { translate } = vi.hoisted(() => ({
  translate: (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(' '),
}))

const ROWS = 2048
const variant = (at: number): EditorProduct['variants'][number] => ({
  variant_id: `v${at}`,
  position: at,
  option_values: [`Colour ${at}`],
  sku: `S${at}`,
  barcode: '',
  price: 1000,
  compare_at_price: null,
  weight_g: null,
  image_id: null,
  sell_out_of_stock: false,
  enabled: true,
  cost: 400,
  quantity: 5,
  suppliers: 1,
})
const product: EditorProduct = {
  product_id: 'p',
  revision: 1,
  title: 'Bag',
  description: '',
  vendor: '',
  product_type: '',
  tags: [],
  collections: [],
  handle: '',
  seo_title: '',
  seo_description: '',
  images: [],
  options: [{ name: 'Colour', values: [] }],
  variants: Array.from({ length: ROWS }, (_, at) => variant(at)),
  currency: 'USD',
  ship_to: 'US',
  source: 'cj',
  source_product_id: 'x',
  product_link: '',
  store_name: null,
  pushed: 'unpushed',
  status: 'ready',
  created_at: '',
  updated_at: '',
  supplier_changes: [],
}
const keeper: EditKeeper = { write: () => true, orphans: async () => [], release: () => undefined }
const ids = product.variants.map(({ variant_id }) => variant_id)
let store: EditorStore

async function show() {
  store = await openEditorStore({
    product,
    keeper,
    newId: () => 'id',
    transport: { save: () => new Promise(() => undefined), load: async () => null, who: async () => null },
  })
  const costing = makeCosting({
    currency: 'USD',
    rates: {},
    rule: DEFAULT_SELLING_PRICE,
    country: 'US',
    extras: store.get().extras,
    shipping: {},
    usual: 100,
    ready: true,
  })
  const onSelected = vi.fn()
  render(
    <MantineProvider>
      <EditorContext value={{ store, client_id: 'c', server: product }}>
        <CostingContext value={costing}>
          <VariantsSheet ids={ids} selected={new Set()} onSelected={onSelected} onPicture={vi.fn()} />
        </CostingContext>
      </EditorContext>
    </MantineProvider>,
  )
  return { grid: screen.getByRole('grid'), onSelected }
}
const key = (target: Element, name: string, more: object = {}) => fireEvent.keyDown(target, { key: name, ...more })
/** Columns: check, picture, Colour, cost, shipping, price … */
const toPrice = (grid: Element) => {
  for (let at = 0; at < 5; at++) key(grid, 'ArrowRight')
}
const price = (at: number) => store.get().view.variants[at]?.price
const paste = (target: Element, text: string) => fireEvent.paste(target, { clipboardData: { getData: () => text } })

beforeEach(() => {
  // happy-dom lays nothing out; the sheet needs a height to know which rows are in view.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('2,048 rows are announced, and only those in view exist', async () => {
  const { grid } = await show()
  expect(grid.getAttribute('aria-rowcount')).toBe(String(ROWS + 1))
  const shown = screen.getAllByRole('row').length
  expect(shown).toBeGreaterThan(10)
  expect(shown).toBeLessThan(60)
})

test('arrows move, letters replace, Enter takes it and goes down', async () => {
  const { grid } = await show()
  toPrice(grid)
  expect(grid.getAttribute('aria-activedescendant')).toBe('sheet-0-5')
  key(grid, '4')
  const field = screen.getByRole<HTMLInputElement>('textbox')
  expect(field.value).toBe('4')
  fireEvent.input(field, { target: { value: '49.90' } })
  key(field, 'Enter')
  expect([price(0), grid.getAttribute('aria-activedescendant')]).toEqual([4990, 'sheet-1-5'])
})

test('Escape leaves a cell as it was', async () => {
  const { grid } = await show()
  toPrice(grid)
  key(grid, 'F2')
  const field = screen.getByRole<HTMLInputElement>('textbox')
  expect(field.value).toBe('10.00')
  fireEvent.input(field, { target: { value: '1' } })
  key(field, 'Escape')
  expect([price(0), screen.queryByRole('textbox')]).toEqual([1000, null])
})

test('clicking elsewhere takes what was typed', async () => {
  const { grid } = await show()
  toPrice(grid)
  key(grid, '5')
  const other = document.querySelector('#sheet-3-3') ?? grid
  fireEvent.pointerDown(other, { button: 0, pointerType: 'mouse' })
  expect([price(0), grid.getAttribute('aria-activedescendant'), screen.queryByRole('textbox')]).toEqual([
    500,
    'sheet-3-3',
    null,
  ])
})

test('dragging the handle fills', async () => {
  const { grid } = await show()
  toPrice(grid)
  paste(grid, '3')
  fireEvent.pointerDown(document.querySelector('[data-handle]') ?? grid, { button: 0, pointerType: 'mouse' })
  const over = document.querySelector('#sheet-2-5')
  Object.defineProperty(document, 'elementFromPoint', { configurable: true, value: () => over })
  fireEvent.pointerMove(grid, { buttons: 1 })
  fireEvent.pointerUp(grid)
  expect([price(0), price(1), price(2), price(3)]).toEqual([300, 300, 300, 1000])
})

test('what is no amount is said and changes nothing', async () => {
  const { grid } = await show()
  toPrice(grid)
  key(grid, 'x')
  key(screen.getByRole('textbox'), 'Enter')
  expect(price(0)).toBe(1000)
  expect(screen.getByRole('status').textContent).toContain('editor.cell_not_an_amount')
})

test('a pasted block fills cells, and is one step to undo', async () => {
  const { grid } = await show()
  toPrice(grid)
  paste(grid, '1.50\t2.50\n3.50\t4.50\n')
  expect([price(0), price(1), store.get().view.variants[1]?.compare_at_price]).toEqual([150, 350, 450])
  act(() => store.undo())
  expect([price(0), price(1)]).toEqual([1000, 1000])
})

test('Shift and arrows select, Ctrl+D fills down, Delete clears', async () => {
  const { grid } = await show()
  toPrice(grid)
  paste(grid, '7')
  for (let at = 0; at < 3; at++) key(grid, 'ArrowDown', { shiftKey: true })
  key(grid, 'd', { ctrlKey: true })
  expect([price(0), price(3), price(4)]).toEqual([700, 700, 1000])
  // Compare-at, profit, margin, stock, SKU.
  for (let at = 0; at < 5; at++) key(grid, 'ArrowRight')
  key(grid, 'Delete')
  expect(store.get().view.variants[3]?.sku).toBe('')
})

test('Ctrl+C writes the block as a spreadsheet reads it', async () => {
  const { grid } = await show()
  toPrice(grid)
  key(grid, 'ArrowDown', { shiftKey: true })
  const setData = vi.fn()
  fireEvent.copy(grid, { clipboardData: { setData } })
  expect(setData).toHaveBeenCalledWith('text/plain', '10.00\n10.00')
})

test('Space switches and selects; Ctrl+End reaches the last row', async () => {
  const { grid, onSelected } = await show()
  key(grid, ' ')
  expect(onSelected).toHaveBeenCalledWith(new Set(['v0']))
  key(grid, 'End')
  key(grid, ' ')
  expect(store.get().view.variants[0]?.enabled).toBe(false)
  key(grid, 'End', { ctrlKey: true })
  expect(grid.getAttribute('aria-activedescendant')).toBe(`sheet-${ROWS - 1}-14`)
})

test('Tab walks the row and leaves the sheet at its end, or after Escape', async () => {
  const { grid } = await show()
  expect(key(grid, 'Tab')).toBe(false) // prevented: it moved inside
  expect(grid.getAttribute('aria-activedescendant')).toBe('sheet-0-1')
  key(grid, 'Escape')
  expect(key(grid, 'Tab')).toBe(true)
})

test('an edit draws one row again, not the sheet', async () => {
  await show()
  const before = screen.getAllByRole('row')
  const changed: Element[] = []
  const watch = new MutationObserver((list) =>
    changed.push(
      ...list.map(({ target }) => (target instanceof Element ? target : target.parentElement) ?? document.body),
    ),
  )
  watch.observe(document.body, { subtree: true, childList: true, characterData: true })
  act(() => store.edit({ 'variants/v2/price': 5555 }))
  await Promise.resolve()
  expect(new Set(changed.map((item) => item.closest('[role="row"]')?.getAttribute('data-row')))).toEqual(new Set(['2']))
  expect(before[3]?.textContent).toContain('$55.55')
})
