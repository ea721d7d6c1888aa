import type { JobEntry } from '@omni/contracts/products.fields.ts'
import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useJobsAtFirst } from './jobs-at-first.ts'

const moment = (after_ms: number) => new Date(performance.timeOrigin + after_ms).toISOString()
const entry = (key: string, change: Partial<JobEntry> = {}) =>
  ({
    key,
    kind: 'import',
    run_id: `run of ${key}`,
    status: 'success',
    failed: 0,
    created_at: moment(-60_000),
    ...change,
  }) as JobEntry // what is looked at
const open = (entries?: JobEntry[]) =>
  renderHook(({ now }) => useJobsAtFirst(now), { initialProps: { now: entries as JobEntry[] | undefined } })
const keys = ({ shown }: { shown: JobEntry[] }) => shown.map(({ key }) => key).join()

beforeEach(() => sessionStorage.clear())

test('what went well before this tab was opened is not shown; what runs or failed is', () => {
  const before = [entry('good'), entry('running', { status: 'processing' }), entry('partly', { failed: 1 })]
  const { result, rerender } = open()
  expect([keys(result.current), result.current.wasThere]).toEqual(['', false])
  rerender({ now: before })
  expect([keys(result.current), result.current.wasThere]).toEqual(['running,partly', true])
  // A refused push is said by its listing; one that runs is shown.
  sessionStorage.clear()
  const pushes = [entry('refused', { kind: 'push', failed: 1 }), entry('busy', { kind: 'push', status: 'processing' })]
  expect(keys(open(pushes).result.current)).toBe('busy')
})

test('what ends in this tab is told in it, also after a reload', () => {
  const { result, rerender } = open([entry('good'), entry('running', { status: 'processing' })])
  rerender({ now: [entry('good'), entry('running')] })
  expect(keys(result.current)).toBe('running')
  expect(keys(open([entry('good'), entry('running')]).result.current)).toBe('running')
})

test('what begins later is shown, also where the same was done before', () => {
  const { result, rerender } = open([entry('good')])
  expect(keys(result.current)).toBe('')
  rerender({ now: [entry('good', { run_id: 'another' }), entry('new')] })
  expect([keys(result.current), result.current.wasThere]).toEqual(['good,new', false])
})

test('what this tab began is shown, also where it had ended before the list was read for the first time', () => {
  const { result, rerender } = open()
  const list = [entry('good'), entry('own', { created_at: moment(1000) })]
  rerender({ now: list })
  expect([keys(result.current), result.current.wasThere]).toEqual(['own', false])
  // A reload is the same tab.
  expect(keys(open(list).result.current)).toBe('own')
})
