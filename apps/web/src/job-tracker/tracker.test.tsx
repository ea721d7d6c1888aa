import type { JobEntry } from '@omni/contracts/products.fields.ts'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../platform/query.ts'
import { Tracker } from './tracker.tsx'
import { draw } from '../testing/draw.tsx'

const { send } = vi.hoisted(() => ({ send: vi.fn() }))
vi.mock('../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../platform/toasts.tsx', () => ({ toast: vi.fn(), undoToast: vi.fn() }))
vi.mock('../platform/i18n.ts', () => {
  const t = (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(' ')
  return { useT: () => t, translate: t }
})

const entry = (run_id: string, change: Partial<JobEntry>): JobEntry => ({
  key: run_id,
  id: run_id,
  run_id,
  image: null,
  title: run_id,
  kind: 'import',
  status: 'success',
  channel: null,
  ai_action: null,
  error: null,
  split: false,
  duplicate: false,
  import: true,
  total: 1,
  done: 1,
  failed: 0,
  can_undo: false,
  can_retry: false,
  created_at: '',
  updated_at: '',
  ...change,
})
// contracts have names
const sent = () => send.mock.calls.map(([call, input]) => [(call as { name: string }).name, input as unknown])
const show = (entries: JobEntry[], wasThere = false) => draw(<Tracker entries={entries} wasThere={wasThere} />)

beforeEach(() => {
  vi.clearAllMocks()
  queryClient.clear()
  localStorage.clear()
  send.mockImplementation(async (call: { name: string }) => ({
    status: 200,
    success: true,
    message: '',
    data:
      call.name === 'listJobRows'
        ? {
            rows: [
              {
                row: 4,
                product_id: null,
                source: 'cj',
                source_product_id: '9',
                title: 'Gone lamp',
                error: 'Not there any more',
                error_key: 'gone',
                fix: 'retry',
              },
            ],
          }
        : { closed: 1, run_id: 'r', total: 1 },
  }))
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
})

test('while something runs, closing folds it away and says why', async () => {
  show([entry('one', { status: 'processing', total: 50, done: 20 }), entry('two', {})])
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'jobs.close' }))
  })
  expect(sent()).toEqual([])
  expect(screen.getByText('jobs.still_running 1')).toBeTruthy()
  expect(screen.queryByText('one')).toBeNull()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('21')
})

test('when all is done, closing clears it', async () => {
  show([entry('one', {})])
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'jobs.close' }))
  })
  expect(sent()).toEqual([['closeJobs', {}]])
})

test('a row that failed says why and is tried again alone', async () => {
  show([entry('run', { status: 'error', total: 50, done: 50, failed: 1 })])
  fireEvent.click(screen.getByRole('button', { name: 'jobs.show_rows' }))
  expect(await screen.findByText('Not there any more')).toBeTruthy()
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'jobs.retry' }))
  })
  expect(sent()).toContainEqual(['retryRun', { run_id: 'run', rows: [{ row: 4 }] }])
})

test('a job of many rows is named: by its store, or by what it does', () => {
  show([
    entry('one', { title: 'Northwind', kind: 'push', channel: 'shopify', status: 'processing', total: 60, done: 2 }),
    entry('two', { title: '', kind: 'bulk_edit', status: 'processing', total: 40, done: 1 }),
  ])
  expect(screen.getByText('Northwind')).toBeTruthy()
  expect(screen.getByText('jobs.running_bulk_edit 40')).toBeTruthy()
})

test('on a phone a job begins as a line', () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  show([entry('one', { status: 'processing', total: 60, done: 2 })])
  expect(screen.queryByRole('list')).toBeNull()
  expect(screen.getByRole('progressbar')).toBeTruthy()
})

test('what ran before this page was opened is one line, whatever became of it', () => {
  const failed = [entry('run', { status: 'error', total: 50, done: 50, failed: 1 })]
  show(failed, true)
  expect(screen.queryByRole('list')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'jobs.unfold' }))
  expect(screen.getByRole('list')).toBeTruthy()
  cleanup()
  localStorage.clear()
  show(failed)
  expect(screen.getByRole('list')).toBeTruthy()
})
