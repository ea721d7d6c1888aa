import type { JobEntry } from '@omni/contracts/products.fields.ts'
import { expect, test } from 'vitest'
import { failedFirst, summarise } from './job-order.ts'

const entry = (
  key: string,
  status: JobEntry['status'],
  total = 1,
  done = 0,
  failed = 0,
  kind: JobEntry['kind'] = 'import',
): JobEntry => ({
  key,
  id: key,
  run_id: key,
  image: null,
  title: key,
  kind,
  status,
  channel: null,
  ai_action: null,
  error: null,
  split: false,
  duplicate: false,
  import: true,
  total,
  done,
  failed,
  can_undo: false,
  can_retry: false,
  created_at: '',
  updated_at: key,
})

test('what failed stands first, then what runs, the newest first of each', () => {
  const entries = [
    entry('a', 'success'),
    entry('b', 'processing'),
    entry('c', 'error', 1, 0, 1),
    entry('d', 'processing', 9, 3, 1),
    entry('e', 'processing'),
  ]
  expect(failedFirst(entries).map(({ key }) => key)).toEqual(['d', 'c', 'e', 'b', 'a'])
})

test('rows are counted, not jobs, and never more than there are', () => {
  expect(summarise([entry('a', 'processing', 50, 20, 3), entry('b', 'success', 1, 1)])).toEqual({
    total: 51,
    good: 21,
    bad: 3,
    running: 1,
    kind: 'import',
  })
  expect(summarise([entry('a', 'error', 0), entry('b', 'success', 5, 9, 0, 'split')])).toEqual({
    total: 6,
    good: 5,
    bad: 1,
    running: 0,
    kind: null,
  })
})
