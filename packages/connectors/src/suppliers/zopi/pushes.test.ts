import { expect, test } from 'vitest'
import { zopi } from './index.ts'

const secretsAt = (at: string, env: Record<string, string>) =>
  zopi.pushes?.operatorSecrets?.(zopi.app.parse(zopi.setup(env).app), new Date(at))

test('a secret that was replaced still signs until the end of its last day; without one of today, nobody is believed', () => {
  const env = { ZOPI_URL: 'https://supplier.test', ZOPI_WEBHOOK_SECRET: 'new', ZOPI_OLD_SECRETS: 'old@2026-12-31' }
  expect(secretsAt('2026-12-31T23:59:59Z', env)).toEqual(['new', 'old'])
  expect(secretsAt('2027-01-01T00:00:00Z', env)).toEqual(['new'])
  expect(
    secretsAt('2026-12-31T23:59:59Z', { ZOPI_URL: 'https://supplier.test', ZOPI_OLD_SECRETS: 'old@2026-12-31' }),
  ).toEqual([])
})
