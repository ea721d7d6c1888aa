/** Every notification of the table is sent by some code: a text and a switch for what never comes would be a promise. */
import { readdirSync, readFileSync } from 'node:fs'
import { NOTIFICATION_KEYS } from '@omni/domain/notifications/kinds.ts'
import { expect, test } from 'vitest'

const FEATURES = new URL('../', import.meta.url)
const senders = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('notifications/'))
  .map((path) => readFileSync(new URL(path, FEATURES), 'utf8'))
  .filter((code) => /\b(createNotification|notifyOfOrder|notifyMembers)\b/.test(code))
  .join('\n')

test('each notification has a sender', () => {
  const unsent = NOTIFICATION_KEYS.filter((key) => !senders.includes(`'${key}'`))
  expect(unsent).toEqual([])
})
