import type { EditorProduct } from '@omni/contracts/editor.calls.ts'
import type { Envelope } from '@omni/contracts/kernel.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Save, SaveReply } from './editor-state.ts'
import { type EditorStore, openEditorStore, SAVE_AFTER_MS, type Transport } from './editor-store.ts'
import { type EditKeeper, keepEdits, type Kept } from './unsaved-edits.ts'

const PRODUCT_ID = '00000000-0000-4000-8000-000000000001'
const variant = (id: string, price: number): EditorProduct['variants'][number] => ({
  variant_id: id,
  position: Number(id),
  option_values: [id],
  sku: '',
  barcode: '',
  price,
  compare_at_price: null,
  weight_g: null,
  image_id: null,
  sell_out_of_stock: true,
  enabled: true,
  cost: 500,
  quantity: 3,
  suppliers: 1,
})
const product = (change: Partial<EditorProduct> = {}): EditorProduct => ({
  product_id: PRODUCT_ID,
  revision: 1,
  title: 'Bag',
  description: '<p>a</p>',
  vendor: '',
  product_type: '',
  tags: [],
  collections: [],
  handle: 'bag',
  seo_title: '',
  seo_description: '',
  images: [],
  options: [{ name: 'Size', values: ['1', '2'] }],
  variants: [variant('1', 1000), variant('2', 2000)],
  currency: 'USD',
  ship_to: 'US',
  source: 'cj',
  source_product_id: 'p',
  product_link: '',
  store_name: null,
  pushed: 'unpushed',
  status: 'ready',
  created_at: '',
  updated_at: '',
  supplier_changes: [],
  ...change,
})

/** A server that lays saves onto its product once each, as the real one does. */
function server(first = product()) {
  let now = first
  const done = new Map<string, SaveReply>()
  const sent: Save[] = []
  const answers: ((save: Save) => Envelope<SaveReply> | null)[] = []
  const applyChanges = (changes: Record<string, unknown>) => {
    const next = structuredClone(now)
    for (const [field, value] of Object.entries(changes)) {
      const [, id, name] = field.split('/')
      if (!id) Object.assign(next, { [field]: value })
      else Object.assign(next.variants.find((item) => item.variant_id === id) ?? {}, { [name ?? '']: value })
    }
    now = { ...next, revision: now.revision + 1 }
  }
  const transport: Transport = {
    save: async (save) => {
      sent.push(structuredClone(save))
      const special = answers.shift()?.(save)
      if (special) return special
      let reply = done.get(save.save_id)
      if (!reply) {
        applyChanges(save.changes)
        reply = { revision: now.revision, merged: {}, overwrote: [], dropped: [], saved_at: '' }
        done.set(save.save_id, reply)
      }
      return { status: 200, success: true, message: '', data: reply }
    },
    load: async () => structuredClone(now),
    who: async () => 'Mia',
  }
  return {
    transport,
    sent,
    answers,
    applyChanges,
    now: () => now,
    set: (next: EditorProduct) => {
      now = next
    },
  }
}

const fails =
  (status: number, message = '', errors?: Record<string, string[]>) =>
  (): Envelope<SaveReply> => ({ status, success: false, message, data: null, ...(errors ? { errors } : {}) })

let ids = 0
const newId = () => `save-${++ids}`
const open = async (box: ReturnType<typeof server>, keeper: EditKeeper = keepEdits(PRODUCT_ID, `tab-${++ids}`)) =>
  openEditorStore({ product: structuredClone(box.now()), transport: box.transport, keeper, newId })
const settle = (ms = SAVE_AFTER_MS) => vi.advanceTimersByTimeAsync(ms)
// written by the keeper
const stored = (): Kept[] => Object.values({ ...localStorage }).map((text) => JSON.parse(String(text)) as Kept)
const title = (store: EditorStore) => store.get().view.title

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  ids = 0
})
afterEach(() => vi.useRealTimers())

test('typing is shown at once, kept at once and sent once after a pause', async () => {
  const box = server()
  const store = await open(box)
  for (const text of ['B', 'Ba', 'Bag 2']) store.edit({ title: text }, 'title')
  expect(title(store)).toBe('Bag 2')
  expect(stored()[0]?.pending).toEqual({ title: 'Bag 2' })
  expect(box.sent).toHaveLength(0)
  await settle()
  expect(box.sent.map(({ changes, base_revision }) => [changes, base_revision])).toEqual([[{ title: 'Bag 2' }, 1]])
  expect(store.status().kind).toBe('saved')
  expect(stored()).toEqual([])
  expect(store.get().revision).toBe(2)
})

test('what is typed while a save is on its way goes out afterwards, and one save flies at a time', async () => {
  const box = server()
  const gate = Promise.withResolvers<void>()
  const slow: Transport = {
    ...box.transport,
    save: async (save) => {
      await gate.promise
      return box.transport.save(save)
    },
  }
  const store = await openEditorStore({
    product: product(),
    transport: slow,
    keeper: keepEdits(PRODUCT_ID, 'a'),
    newId,
  })
  store.edit({ title: 'One' })
  await settle()
  store.edit({ title: 'Two', 'variants/1/price': 1500 })
  await settle()
  expect(box.sent).toHaveLength(0)
  gate.resolve()
  await settle()
  expect(box.sent.map(({ changes }) => changes)).toEqual([{ title: 'One' }, { title: 'Two', 'variants/1/price': 1500 }])
  expect(title(store)).toBe('Two')
  expect(box.now().variants[0]?.price).toBe(1500)
})

test('without a line the same save is tried again with the same id until it gets through', async () => {
  const box = server()
  const store = await open(box)
  box.answers.push(fails(0, 'no line'), fails(500), fails(1))
  store.edit({ title: 'Kept' })
  await settle()
  expect(store.status()).toEqual({ kind: 'offline', message: 'no line' })
  store.edit({ vendor: 'Later' })
  expect(stored()[0]).toMatchObject({ queue: [{ changes: { title: 'Kept' } }], pending: { vendor: 'Later' } })
  await settle(60_000)
  expect(new Set(box.sent.slice(0, 4).map(({ save_id }) => save_id)).size).toBe(1)
  expect([box.now().title, box.now().vendor]).toEqual(['Kept', 'Later'])
  expect(store.status().kind).toBe('saved')
})

test('a reply that got lost is not done twice', async () => {
  const box = server()
  const store = await open(box)
  const real = box.transport.save
  let lost = true
  box.transport.save = async (save) => {
    const reply = await real(save)
    if (!lost) return reply
    lost = false
    return fails(0)()
  }
  store.edit({ title: 'Once' })
  await settle(20_000)
  expect(box.now().revision).toBe(2)
  expect(store.get().revision).toBe(2)
})

test('a reload lays the kept edits over the product and sends them with their own id', async () => {
  const box = server()
  box.answers.push(fails(0))
  const dead = await open(box)
  dead.edit({ title: 'Before the crash' })
  await settle()
  dead.edit({ 'variants/2/price': 4200 })
  const [first] = box.sent
  await vi.advanceTimersByTimeAsync(0)
  vi.clearAllTimers() // the tab died: nothing of it runs any more
  vi.setSystemTime(Date.now() + 120_000)
  box.applyChanges({ vendor: 'Somebody' })
  const store = await open(box)
  expect([title(store), store.get().view.variants[1]?.price, store.get().view.vendor]).toEqual([
    'Before the crash',
    4200,
    'Somebody',
  ])
  await settle()
  expect(box.sent[1]?.save_id).toBe(first?.save_id)
  expect(box.sent.map(({ base_revision }) => base_revision)).toEqual([1, 1, 1])
  expect([box.now().title, box.now().variants[1]?.price, box.now().vendor]).toEqual([
    'Before the crash',
    4200,
    'Somebody',
  ])
  expect(stored()).toEqual([])
})

test('a refused field stays as typed and is marked; the rest is saved', async () => {
  const box = server()
  const store = await open(box)
  box.answers.push(fails(204, 'Check the title', { 'changes.title': ['A title is needed.'] }))
  store.edit({ title: '', vendor: 'Acme' })
  await settle()
  expect(box.now().vendor).toBe('Acme')
  expect(title(store)).toBe('')
  expect(store.get().refused).toEqual({ title: { value: '', message: 'A title is needed.' } })
  expect(store.status().kind).toBe('refused')
  expect(stored()[0]?.pending).toEqual({ title: '' })
  store.edit({ title: 'Better' })
  await settle()
  expect(store.get().refused).toEqual({})
  expect([box.now().title, store.status().kind]).toEqual(['Better', 'saved'])
})

test('a refusal that names no field keeps everything and sends it with the next edit', async () => {
  const box = server()
  const store = await open(box)
  box.answers.push(fails(204, 'No'))
  store.edit({ title: 'Bad' })
  await settle(30_000)
  expect([box.sent.length, store.status(), title(store)]).toEqual([1, { kind: 'refused', message: 'No' }, 'Bad'])
  store.edit({ vendor: 'V' })
  await settle()
  expect([box.now().title, box.now().vendor]).toEqual(['Bad', 'V'])
})

test('undo and redo walk edits, letters of one field together, and are saved too', async () => {
  const box = server()
  const store = await open(box)
  store.edit({ title: 'N' }, 'title')
  store.edit({ title: 'Ne' }, 'title')
  vi.advanceTimersByTime(5000)
  store.edit({ 'variants/1/price': 1, 'variants/2/price': 2 })
  await settle()
  store.undo()
  expect(store.get().view.variants.map(({ price }) => price)).toEqual([1000, 2000])
  store.undo()
  expect(title(store)).toBe('Bag')
  store.redo()
  expect(title(store)).toBe('Ne')
  store.undo()
  await settle()
  expect([box.now().title, ...box.now().variants.map(({ price }) => price)]).toEqual(['Bag', 1000, 2000])
})

test('an edit taken back before it was sent sends nothing', async () => {
  const box = server()
  const store = await open(box)
  store.edit({ title: 'X' })
  store.undo()
  await settle()
  expect(box.sent).toEqual([])
  expect([store.status().kind, stored()]).toEqual(['saved', []])
})

test('undo leaves alone what somebody else changed since', async () => {
  const box = server()
  const store = await open(box)
  store.edit({ title: 'Mine', vendor: 'Mine' })
  await settle()
  box.applyChanges({ title: 'Theirs' })
  await store.refresh()
  store.undo()
  expect([title(store), store.get().view.vendor]).toEqual(['Theirs', ''])
})

test("others' edits are laid under mine; the same field is told to both sides", async () => {
  const box = server()
  const store = await open(box)
  store.edit({ title: 'Mine' })
  box.applyChanges({ title: 'Theirs', vendor: 'Acme' })
  await store.refresh()
  await settle(0)
  expect([title(store), store.get().view.vendor]).toEqual(['Mine', 'Acme'])
  expect(store.get().notices).toMatchObject([{ kind: 'overwrote', field: 'title', value: 'Theirs', by: 'Mia' }])
  const [notice] = store.get().notices
  if (notice) store.take(notice)
  await settle()
  expect([box.now().title, store.get().notices]).toEqual(['Theirs', []])
})

test('the server names what a save replaced and what it merged', async () => {
  const box = server()
  const store = await open(box)
  box.answers.push(() => ({
    status: 200,
    success: true,
    message: '',
    data: {
      revision: 3,
      merged: { vendor: 'Acme', 'variants/1/price': 7 },
      overwrote: [{ field: 'title', theirs: 'Theirs', by: 'Ben' }],
      dropped: ['variants/9/price'],
      saved_at: '',
    },
  }))
  store.edit({ title: 'Mine' })
  await settle()
  expect([title(store), store.get().view.vendor, store.get().view.variants[0]?.price, store.get().revision]).toEqual([
    'Mine',
    'Acme',
    7,
    3,
  ])
  expect(store.get().notices).toMatchObject([
    { kind: 'overwrote', field: 'title', value: 'Theirs', by: 'Ben' },
    { kind: 'dropped', field: 'variants/9/price' },
  ])
})

test('somebody who replaces what this tab saved is named, and mine can be taken back', async () => {
  const box = server()
  const store = await open(box)
  store.edit({ title: 'Mine' })
  await settle()
  box.applyChanges({ title: 'Theirs' })
  await store.refresh()
  await settle(0)
  expect(title(store)).toBe('Theirs')
  const [notice] = store.get().notices
  expect(notice).toMatchObject({ kind: 'replaced', field: 'title', value: 'Mine', by: 'Mia' })
  if (notice) store.take(notice)
  await settle()
  expect(box.now().title).toBe('Mine')
})

test('what the server cleaned is shown, but a trimmed space is not pulled from under the typing', async () => {
  const box = server()
  const store = await open(box)
  const data = (merged: Record<string, never>) => () => ({
    status: 200,
    success: true,
    message: '',
    data: { revision: store.get().revision + 1, merged, overwrote: [], dropped: [], saved_at: '' },
  })
  box.answers.push(data({ title: 'Hello' as never, description: '<p>kept</p>' as never })) // JSON values
  store.edit({ title: 'Hello ', description: '<p>kept</p><script>bad</script>' })
  await settle()
  expect([title(store), store.get().view.description, store.get().notices]).toEqual(['Hello ', '<p>kept</p>', []])
  expect(store.status().kind).toBe('saved')
})

test('when an answer was lost and somebody wrote meanwhile, the product is asked for', async () => {
  const box = server()
  const store = await open(box)
  const real = box.transport.save
  let lost = true
  box.transport.save = async (save) => {
    const reply = await real(save)
    if (!lost) return { ...reply, data: reply.data && { ...reply.data, revision: box.now().revision } }
    lost = false
    box.applyChanges({ title: 'Theirs' })
    return fails(0)()
  }
  store.edit({ title: 'Mine' })
  await settle(5000)
  expect([title(store), store.get().notices.map(({ kind, value }) => [kind, value])]).toEqual([
    'Theirs',
    [['replaced', 'Mine']],
  ])
})

test("a trimmed title is not somebody else's edit", async () => {
  const box = server()
  const store = await open(box)
  store.edit({ title: 'Mine ' })
  await settle()
  box.set({ ...box.now(), title: 'Mine', revision: 9 })
  await store.refresh()
  expect(store.get().notices).toEqual([])
})

test('a refetch that is faster than the reply does not bring back an older value', async () => {
  const box = server()
  const gate = Promise.withResolvers<void>()
  const slow: Transport = {
    ...box.transport,
    save: async (save) => {
      const reply = await box.transport.save(save)
      await gate.promise
      return reply
    },
  }
  const store = await openEditorStore({
    product: product(),
    transport: slow,
    keeper: keepEdits(PRODUCT_ID, 'a'),
    newId,
  })
  store.edit({ title: 'Mine' })
  await settle()
  box.applyChanges({ title: 'Newer' })
  await store.refresh()
  gate.resolve()
  await settle()
  expect([title(store), store.get().revision]).toEqual(['Newer', 3])
})

test('a restore is shown, saves nothing by itself and can be undone', async () => {
  const box = server()
  const store = await open(box)
  store.receive(product({ revision: 5, title: 'Old' }), true)
  expect(title(store)).toBe('Old')
  await settle()
  expect(box.sent).toEqual([])
  store.undo()
  await settle()
  expect(box.now().title).toBe('Bag')
})

test('a browser that stores nothing is known, so that leaving can be asked about', async () => {
  const keeper: EditKeeper = { write: () => false, orphans: async () => [], release: () => undefined }
  const store = await open(server(), keeper)
  store.edit({ title: 'X' })
  expect([store.isKept(), store.isDirty()]).toEqual([false, true])
})

test('closing sends what is left', async () => {
  const box = server()
  const store = await open(box)
  store.edit({ title: 'Last' })
  store.close()
  await settle(0)
  expect(box.now().title).toBe('Last')
})

test('a page left without a line goes on trying, and lets go when it got through', async () => {
  const box = server()
  const onClosed = vi.fn()
  const store = await openEditorStore({
    product: product(),
    transport: box.transport,
    keeper: keepEdits(PRODUCT_ID, 'a'),
    newId,
    onClosed,
  })
  box.answers.push(fails(0), fails(0))
  store.edit({ title: 'Left' })
  store.close()
  await settle(500)
  expect([onClosed.mock.calls.length, stored().length]).toEqual([0, 1])
  await settle(10_000)
  expect([box.now().title, onClosed.mock.calls.length, stored()]).toEqual(['Left', 1, []])
})

// How long it takes is measured by bench/editor.ts.
test('2,048 variants: edits of one cell keep every other variant the same object', async () => {
  const many = product({ variants: Array.from({ length: 2048 }, (_, at) => variant(String(at + 1), 1000)) })
  const store = await open(server(many))
  const before = store.get().view.variants
  for (let at = 0; at < 20; at++) store.edit({ 'variants/1024/price': at })
  expect(store.get().view.variants.filter((item, at) => item !== before[at])).toHaveLength(1)
})
