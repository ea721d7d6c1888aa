import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ALWAYS_SENT, isAlwaysSent } from './always-sent.ts'

const LOCALES = new URL('../../../../apps/server/locales/', import.meta.url)

test('each notice that no switch keeps back has its texts in every language', () => {
  for (const file of readdirSync(LOCALES)) {
    const texts = JSON.parse(readFileSync(new URL(file, LOCALES), 'utf8')) as Record<string, string> // our own files
    for (const key of ALWAYS_SENT)
      for (const part of ['title', 'body']) expect(texts).toHaveProperty([`notification.${key}.${part}`])
  }
})

test('news of the day can be switched off', () => {
  expect(['welcome', 'feedback_answered', 'rule_blocked'].filter(isAlwaysSent)).toEqual([])
  expect(isAlwaysSent('payment_timed_out')).toBe(true)
})
