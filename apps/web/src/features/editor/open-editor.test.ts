import type { EditorProduct } from '@omni/contracts/editor.calls.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { sendLeftEdits } from './left-edits.ts'
import { openEditor } from './open-editor.ts'

const { send, sent } = vi.hoisted(() => ({ send: vi.fn(), sent: [] as { save_id: string; changes: object }[] }))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/realtime.ts', () => ({ onRealtime: () => () => undefined }))
vi.mock('../../platform/react-to-reply.ts', () => ({ reactToReply: () => undefined }))

const product = (id: string): EditorProduct => ({
  product_id: id,
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
  options: [],
  variants: [],
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
})
const ok = (data: unknown) => ({ status: 200, success: true, message: '', data })

beforeEach(() => {
  localStorage.clear()
  sent.length = 0
  send.mockImplementation(async ({ name }: { name: string }, input: (typeof sent)[number] & { id: string }) => {
    if (name !== 'saveProduct') return ok({ product: product(input.id) })
    sent.push(input)
    return ok({ revision: 2, merged: {}, overwrote: [], dropped: [], saved_at: '' })
  })
})

test('coming back before everything is sent finds the same edits and the same undo', async () => {
  const first = await openEditor(product('a'))
  first.store.edit({ title: 'Half typed' })
  const again = await openEditor(product('a'))
  first.close()
  expect(again.store).toBe(first.store)
  expect(again.store.get().view.title).toBe('Half typed')
  again.store.undo()
  expect(again.store.get().view.title).toBe('Bag')
  again.close()
})

test('what a dead tab left is sent without the product being opened, with its own id', async () => {
  const old = {
    queue: [{ save_id: 'kept', base_revision: 1, changes: { title: 'From the dead tab' } }],
    pending: {},
    base_revision: 1,
    at: Date.now() - 120_000,
  }
  localStorage.setItem('omni.edits.b.gone', JSON.stringify(old))
  localStorage.setItem('omni.edits.c.ancient', JSON.stringify({ ...old, at: 0 }))
  await sendLeftEdits()
  await vi.waitFor(() => expect(sent).toMatchObject([{ save_id: 'kept', changes: { title: 'From the dead tab' } }]))
  await vi.waitFor(() => expect(Object.keys(localStorage)).toEqual([]))
})
