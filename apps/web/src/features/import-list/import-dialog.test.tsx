import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import { ImportDialog } from './import-dialog.tsx'
import type { ImportRow } from './import-rows.ts'
import { draw } from '../../testing/draw.tsx'

const { send } = vi.hoisted(() => ({ send: vi.fn() }))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/toasts.tsx', () => ({ toast: vi.fn(), undoToast: vi.fn() }))
vi.mock('../../platform/account.ts', () => ({
  useAccount: () => ({ is_demo: false, is_user_mkt: false, is_workplace_no_store: false }),
}))
vi.mock('../../platform/i18n.ts', () => {
  const t = (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(' ')
  return { useT: () => t, translate: t, useLanguage: () => 'en', intlLocale: () => 'en' }
})

const row = (line: number, text: string, will: ImportRow['will']): ImportRow => ({
  line,
  text,
  source: will === 'fail' ? null : 'cj',
  product_id: will === 'fail' ? null : text.slice(-2),
  name: null,
  image: null,
  cost_min: null,
  total_variants: null,
  changes: { title: null, price: null, tags: [], variants: [] },
  notes: [],
  will,
  reason: will === 'fail' ? 'No product in it' : null,
  reason_key: null,
})
/** What names a product is taken, what does not is refused. */
const preview = ({ text }: { text: string }) => {
  const rows = text.split('\n').map((line, index) => row(index + 1, line, line.includes('cj') ? 'import' : 'fail'))
  return {
    format: 'urls',
    rows,
    will_import: 0,
    will_fetch: 0,
    will_skip: 0,
    will_fail: 0,
    ignored_columns: [],
    quota_left: null,
  }
}
const sent = (name: string) =>
  // contracts have names
  send.mock.calls.filter(([call]) => (call as { name: string }).name === name).map(([, input]) => input as unknown)
const onClose = vi.fn()

beforeEach(() => {
  vi.clearAllMocks()
  queryClient.clear()
  send.mockImplementation(async (call: { name: string }, input: { text: string }) => ({
    status: 200,
    success: true,
    message: '',
    data: call.name === 'previewImport' ? preview(input) : { run_id: 'r', total: 2, settings: {}, rates: {} },
  }))
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  draw(<ImportDialog onClose={onClose} />)
})

test('a row that fails is put right in place, checked alone, and imported with the others', async () => {
  fireEvent.change(screen.getByRole('textbox', { name: 'imports.links' }), {
    target: { value: 'https://cj/11\nnonsense' },
  })
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'imports.check 2' }))
  })
  expect(screen.getByText('No product in it')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'imports.run 1' })).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox', { name: 'imports.correct 2' }), { target: { value: 'https://cj/22' } })
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'imports.check_again' }))
  })
  expect(sent('previewImport').at(-1)).toMatchObject({ text: 'https://cj/22', kind: 'urls' })
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'imports.run 2' }))
  })
  expect(sent('runImport')).toEqual([
    {
      rows: [
        { line: 1, source: 'cj', product_id: '11' },
        { line: 2, source: 'cj', product_id: '22' },
      ],
      ship_to: 'US',
    },
  ])
  expect(onClose).toHaveBeenCalledOnce()
})

test('what was pasted is still there after going back', async () => {
  fireEvent.change(screen.getByRole('textbox', { name: 'imports.links' }), { target: { value: 'nonsense' } })
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'imports.check 1' }))
  })
  fireEvent.click(screen.getByRole('button', { name: 'imports.back' }))
  // a textarea
  expect((screen.getByRole('textbox', { name: 'imports.links' }) as HTMLTextAreaElement).value).toBe('nonsense')
})
