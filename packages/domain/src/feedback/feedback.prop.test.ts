import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isUnanswered, type Message, standingOf } from './feedback.ts'

const message: fc.Arbitrary<Message> = fc.record({
  who: fc.constantFrom('person' as const, 'supplier' as const),
  state: fc.constantFrom('sending' as const, 'sent' as const, 'failed' as const),
  written_at: fc.date({ noInvalidDate: true }),
})
const byTime = fc.uniqueArray(message, { selector: ({ written_at }) => written_at.getTime(), minLength: 1 })

test('the latest message says where a conversation stands, in whatever order it was heard', () => {
  fc.assert(
    fc.property(byTime, (messages) => {
      const [latest] = messages.toSorted((a, b) => b.written_at.getTime() - a.written_at.getTime())
      const expected = { sending: 'sending', sent: 'open', failed: 'failed' } as const
      const wanted = latest?.who === 'supplier' ? 'answered' : expected[latest?.state ?? 'sent']
      expect(standingOf(messages)).toBe(wanted)
      expect(standingOf(messages.toReversed())).toBe(wanted)
    }),
  )
})

test('what was answered or ended is never overdue; what waits is, after a day', () => {
  const then = new Date(0)
  const later = (ms: number) => new Date(86_400_000 + ms)
  expect(isUnanswered('open', then, later(0))).toBe(false)
  expect(isUnanswered('open', then, later(1))).toBe(true)
  expect(isUnanswered('sending', then, later(1))).toBe(true)
  for (const state of ['answered', 'done', 'failed'] as const) expect(isUnanswered(state, then, later(1))).toBe(false)
})
