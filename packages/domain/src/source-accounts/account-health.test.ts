import { expect, test } from 'vitest'
import { accountHealth } from './account-health.ts'

const NOW = new Date('2026-11-16T12:00:00Z')
const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS).toISOString()
const health = (account: Partial<Parameters<typeof accountHealth>[0]> = {}) =>
  accountHealth({ health: 'ok', expires_at: null, refresh_expires_at: null, ...account }, NOW)

test('an account without an end is usable; one that ends warns during its last three days', () => {
  expect(health()).toBe('ok')
  expect(health({ expires_at: inHours(72) })).toBe('ok')
  expect(health({ expires_at: inHours(71) })).toBe('expiring')
  expect(health({ expires_at: inHours(1) })).toBe('expiring')
  expect(health({ expires_at: inHours(0) })).toBe('expired')
})

test('a token that can be renewed ends with its renewal', () => {
  expect(health({ expires_at: inHours(-1), refresh_expires_at: inHours(24 * 30) })).toBe('ok')
  expect(health({ expires_at: inHours(24 * 30), refresh_expires_at: inHours(-1) })).toBe('expired')
})

test('a supplier that does not answer is told, unless the seller has to connect again anyway', () => {
  expect(health({ health: 'unreachable' })).toBe('unreachable')
  expect(health({ health: 'unreachable', expires_at: inHours(1) })).toBe('unreachable')
  expect(health({ health: 'unreachable', expires_at: inHours(-1) })).toBe('expired')
  expect(health({ health: 'expired', expires_at: inHours(24 * 30) })).toBe('expired')
})
