import { expect, test } from 'vitest'
import { z } from 'zod'
import { VendorError } from '../vendor-error.ts'
import { openSupplier, type Tokens } from './open-supplier.ts'
import { type Connected, defineSupplier } from './supplier.ts'

type Credentials = { token: string }
const NOW = new Date('2026-01-05T12:00:00Z')

const connected = (token: string, minutes: number | null): Connected<Credentials> => ({
  credentials: { token },
  account_id: 'a',
  account_name: 'A',
  refresh_expires_at: null,
  expires_at: minutes === null ? null : new Date(NOW.getTime() + minutes * 60_000),
})

/** A vendor that takes one token and counts; a store that lets one renew at a time. */
function world(good: string, kept: Connected<Credentials> | null, { refreshable = true } = {}) {
  const seen = { searches: [] as string[], refreshes: 0, refused: 0 }
  let queue: Promise<unknown> = Promise.resolve()
  const tokens: Tokens<Credentials> = {
    read: async () => kept,
    write: async (next) => {
      kept = next
    },
    alone: (work) => {
      const mine = queue.then(work)
      queue = mine.catch(() => undefined)
      return mine
    },
  }
  const definition = defineSupplier({
    id: 'zopi',
    name: 'Test',
    via: 'api',
    app: z.object({}),
    credentials: z.object({ token: z.string() }),
    limits: { per_second: 1 },
    productIdOf: () => null,
    account: {
      connect: async () => connected(good, 60),
      ...(refreshable && {
        refresh: async () => {
          seen.refreshes++
          return connected(good, 60)
        },
      }),
    },
    catalog: {
      async search({ credentials }, { text }) {
        seen.searches.push(credentials.token)
        if (credentials.token !== good) {
          seen.refused++
          throw new VendorError('test', 'auth_expired', 'old token')
        }
        if (text === 'broken') throw new VendorError('test', 'invalid', 'no')
        return { items: [], next: null, total: 0 }
      },
      get: async () => {
        throw new VendorError('test', 'not_found', 'none')
      },
    },
  })
  const supplier = openSupplier(definition, { app: {}, tokens, pace: async () => undefined, now: () => NOW })
  const search = (text = 'x') =>
    supplier.catalog?.search({ text, page_size: 10, ship_to: 'US' }) ?? expect.fail('no catalogue')
  return { supplier, search, seen, kept: () => kept }
}

test('a refused token is renewed once and the call made again', async () => {
  const { search, seen, kept } = world('new', connected('old', 60))
  await search()
  expect(seen).toEqual({ searches: ['old', 'new'], refreshes: 1, refused: 1 })
  expect(kept()?.credentials.token).toBe('new')
})

test('a token about to end is renewed before it is used', async () => {
  const { search, seen } = world('new', connected('old', 0.5))
  await search()
  expect(seen).toEqual({ searches: ['new'], refreshes: 1, refused: 0 })
})

test('ten calls that find the token old renew it once', async () => {
  const { search, seen } = world('new', connected('old', 60))
  await Promise.all(Array.from({ length: 10 }, () => search()))
  expect(seen.refreshes).toBe(1)
})

test('other refusals renew nothing; without renewal, or without an account, a person must connect', async () => {
  const fine = world('good', connected('good', null))
  await expect(fine.search('broken')).rejects.toMatchObject({ kind: 'invalid' })
  expect(fine.seen.refreshes).toBe(0)
  await expect(world('new', connected('old', 60), { refreshable: false }).search()).rejects.toMatchObject({
    kind: 'auth_expired',
  })
  await expect(world('new', null).search()).rejects.toMatchObject({ kind: 'auth_expired' })
})

test('a capability that is not offered is absent', () => {
  const { supplier } = world('good', connected('good', null))
  expect(Object.keys(supplier).sort()).toEqual(['catalog', 'definition'])
  expect(Object.keys(supplier.catalog ?? {}).sort()).toEqual(['get', 'search'])
})
