import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countJobs, isDone, JOB_KINDS, JOB_STATUSES, type JobFlags, jobKey, mayClose } from './jobs.ts'

const entry = fc.record({
  id: fc.uuid(),
  kind: fc.constantFrom(...JOB_KINDS),
  channel: fc.option(fc.constantFrom('shopify', 'tiktok')),
  ai_action: fc.option(fc.constantFrom('title', 'image')),
  status: fc.constantFrom(...JOB_STATUSES),
})

test('a key is the same exactly when channel, split or duplicate, id and ai action are', () => {
  const parts = ({ id, kind, channel, ai_action }: JobFlags) => [
    channel,
    kind === 'split',
    kind === 'duplicate',
    id,
    ai_action,
  ]
  fc.assert(
    fc.property(entry, entry, fc.boolean(), (a, other, sameId) => {
      const b = sameId ? { ...other, id: a.id } : other
      expect(jobKey(a) === jobKey(b)).toBe(JSON.stringify(parts(a)) === JSON.stringify(parts(b)))
    }),
    { numRuns: 500 },
  )
})

test('a key as the browser keeps it', () => {
  const of = (more: Partial<JobFlags>) => jobKey({ id: '7', kind: 'push', channel: null, ai_action: null, ...more })
  expect(of({})).toBe('||7|')
  expect(of({ kind: 'split' })).toBe('|split|7|')
  expect(of({ kind: 'duplicate', channel: 'shopify', ai_action: 'title' })).toBe('shopify|duplicate|7|title')
})

test('counts by kind and by status add up to all; channels count those that have one', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 30 }), (entries) => {
      const { all, kinds, channels } = countJobs(entries)
      const sum = (list: { total: number }[]) => list.reduce((total, one) => total + one.total, 0)
      expect(all.total).toBe(entries.length)
      expect(sum(Object.values(kinds))).toBe(entries.length)
      expect(sum(Object.values(channels))).toBe(entries.filter(({ channel }) => channel !== null).length)
      for (const one of [all, ...Object.values(kinds), ...Object.values(channels)])
        expect(one.processing + one.success + one.error).toBe(one.total)
      expect(mayClose(entries)).toBe(all.processing === 0)
      expect(entries.filter(({ status }) => isDone(status))).toHaveLength(all.success + all.error)
    }),
  )
})
