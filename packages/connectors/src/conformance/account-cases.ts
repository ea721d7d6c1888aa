import { expect, test } from 'vitest'
import type { VendorDefinition } from '../vendor.ts'
import { CASE_MS, kindOf, type VendorSubject } from './vendor-subject.ts'

const CALLBACK = 'http://localhost:3000/callback'
const STATE = 'state with & and ='

/**
 * How an account gets connected. Application tokens (no page to allow us on, no key to copy) are covered by every other
 * case.
 */
export function accountCases(definition: VendorDefinition, subject: () => Promise<VendorSubject>): void {
  const { account } = definition
  if (!account) return

  test(
    'a connected account says whose it is; what ends, ends later',
    async () => {
      const { account: connected } = await subject()
      expect(connected?.account_id).not.toBe('')
      expect(connected?.account_name).not.toBe('')
      for (const end of [connected?.expires_at, connected?.refresh_expires_at])
        if (end) expect(end.getTime()).toBeGreaterThan(Date.now())
      expect(definition.credentials.safeParse(connected?.credentials).success).toBe(true)
    },
    CASE_MS,
  )

  test(
    'a wrong key or code is refused at once',
    async ({ skip }) => {
      const { app, limits, wrong_key, outside } = await subject()
      if (!wrong_key) return skip('it takes neither')
      const connect = () =>
        kindOf(account.connect({ app, limits, now: () => new Date(), credentials: null }, { code: wrong_key }))
      const { result, calls } = outside ? await outside.watch(connect) : { result: await connect(), calls: [] }
      expect(['auth_expired', 'invalid']).toContain(result)
      expect(calls.length).toBeLessThanOrEqual(1)
    },
    CASE_MS,
  )

  const askLimits = account.limits
  if (askLimits)
    test(
      'an account says how fast it may ask',
      async () => {
        const { app, limits, account: connected } = await subject()
        const said = await askLimits({ app, limits, now: () => new Date(), credentials: connected?.credentials })
        expect(said.per_second ?? said.per_day).toBeGreaterThan(0)
      },
      CASE_MS,
    )

  const { authorizeUrl } = account
  if (!authorizeUrl) return
  test(
    'a person who allows us in comes back with a code that is good once',
    async ({ skip }) => {
      const { app, limits, allow } = await subject()
      if (!allow) return skip('nobody is there to allow us in')
      const { code, state } = await allow(authorizeUrl(app, { state: STATE, callback_url: CALLBACK }))
      expect(state).toBe(STATE)
      const connect = () => account.connect({ app, limits, now: () => new Date(), credentials: null }, { code })
      const connected = await connect()
      expect(connected.account_id).not.toBe('')
      expect(await kindOf(connect())).toBe('invalid')
      if (!account.refresh) return
      const renewed = await account.refresh({ app, limits, now: () => new Date(), credentials: connected.credentials })
      expect([renewed.account_id, renewed.credentials]).not.toEqual([renewed.account_id, connected.credentials])
      expect(renewed.account_id).toBe(connected.account_id)
    },
    CASE_MS,
  )
}
