/** What only catalogs do: answers that come later, items refused one by one, products that are judged and that lapse. */
import { describe, expect, test } from 'vitest'
import type { SandboxProcess } from '../../conformance/sandbox-process.ts'
import { CASE_MS, kindOf } from '../../conformance/vendor-subject.ts'
import type { ChannelDefinition } from '../channel.ts'
import { facebook as facebookDefinition } from '../facebook/index.ts'
import { google as googleDefinition } from '../google/index.ts'
import { facebookSubject } from './facebook-subject.ts'
import { googleSubject } from './google-subject.ts'
import { make, readOne } from './listing-cases.ts'
import { type ChannelSubject, fresh, large, must, open, perform, simple } from './subject.ts'
import type { TestReceiver } from './test-receiver.ts'

const DAY_MS = 86_400_000
// Their own types are no longer needed.
const facebook = facebookDefinition as unknown as ChannelDefinition
const google = googleDefinition as unknown as ChannelDefinition

interface Around {
  sandbox: SandboxProcess
  receiver: TestReceiver
}

/** Deleted in the middle of our work: an update is not an upsert. */
async function deletedMeanwhile(definition: ChannelDefinition, store: ChannelSubject): Promise<void> {
  const channel = open(definition, store)
  const { key, remote } = await make(channel, (sku) => large(sku, []))
  await store.merchant.remove(remote.remote_id)
  const update = [{ remote_variant_id: remote.variants[0]?.remote_variant_id ?? '', fields: { price: 4242 } }]
  const known_pictures = {}
  const writes = [
    await perform(channel.listings.update, { remote, fields: { title: 'Back again' }, known_pictures }),
    await perform(channel.listings.variants, { remote, create: [], update, remove: [], known_pictures }),
  ]
  for (const outcome of writes) expect(outcome).toMatchObject({ outcome: 'refused', kind: 'not_found' })
  expect((await store.books()).products.filter((one) => one.key === key)).toEqual([])
}

export function catalogCases(around: () => Around): void {
  describe('facebook: a catalog', () => facebookCases(around))
  describe('google: an account', () => googleCases(around))
}

interface Batch {
  allow_upsert?: boolean
  requests?: { method: string }[]
}

function facebookCases(around: () => Around): void {
  let ready: Promise<ChannelSubject> | undefined
  const check = (title: string, run: (store: ChannelSubject, act: Act) => Promise<void>) =>
    test(
      title,
      async () => {
        const { sandbox, receiver } = around()
        const store = await (ready ??= facebookSubject(sandbox, receiver))
        await run(store, (action, input = {}) => sandbox.act('facebook', action, { catalog: store.shop, ...input }))
      },
      CASE_MS,
    )
  type Act = (action: string, input?: object) => Promise<void>
  const createOf = (store: ChannelSubject, document = simple) => {
    const channel = open(facebook, store)
    const { key, sku } = fresh()
    return { channel, key, sku, create: () => perform(channel.listings.create, newOf(key, document(sku))) }
  }
  const newOf = (key: string, document: ReturnType<typeof simple>) => ({ key, document, known_pictures: {} })

  check('a batch that is worked later is waited for', async (store, act) => {
    await act('set_finish', { finish_ms: 1500 })
    const { channel, create } = createOf(store)
    const from = Date.now()
    const made = await create().finally(() => act('set_finish', { finish_ms: 0 }))
    expect(made.outcome).toBe('done')
    expect(Date.now() - from).toBeGreaterThan(1400)
    if (made.outcome === 'done')
      expect(await readOne(channel, made.reply.remote_id)).toMatchObject({ status: 'active' })
  })

  check(
    'one item of ten is refused when the batch is worked: refused, and the nine others are taken back',
    async (store, act) => {
      const { channel, key, sku, create } = createOf(store, (own) => large(own, []))
      await act('refuse_items', { times: 1 })
      expect(await create()).toMatchObject({
        outcome: 'refused',
        kind: 'invalid',
        message: 'The item could not be processed',
      })
      expect(await channel.listings.find({ key, sku })).toEqual([])
      expect((await store.books()).products.filter((one) => one.key === key)).toEqual([])
    },
  )

  check('one variant of two is refused: nobody says that both were changed', async (store, act) => {
    const channel = open(facebook, store)
    const { remote } = await make(channel, (sku) => large(sku, []))
    const ids = remote.variants.slice(0, 2).map((one) => one.remote_variant_id)
    const update = ids.map((remote_variant_id) => ({ remote_variant_id, fields: { price: 4242 } }))
    await act('refuse_items', { times: 1 })
    const input = { remote, create: [], update, remove: [], known_pictures: {} }
    expect((await perform(channel.listings.variants, input)).outcome).toBe('unknown')
    const after = await readOne(channel, remote.remote_id)
    expect(after.variants.slice(0, 2).map(({ price }) => price)).toEqual([1000, 4242])
  })

  check('deleted by the merchant meanwhile: no update brings it back', (store) => deletedMeanwhile(facebook, store))

  check('a success without a handle took nothing: refused', async (store, act) => {
    const { channel, key, sku, create } = createOf(store)
    await act('answer_without_handle', { times: 1 })
    expect(await create()).toMatchObject({ outcome: 'refused', code: 'nothing_taken' })
    expect(await channel.listings.find({ key, sku })).toEqual([])
  })

  check('a picture that cannot be fetched is told, and the product is there', async (store, act) => {
    await act('fail_media', { times: 1 })
    const { remote } = await make(open(facebook, store), (sku) => large(sku, [`${store.pictures[0]}?broken=${sku}`]))
    expect(remote.pictures[0]?.problem).toContain('could not fetch')
    expect(remote.variants).toHaveLength(10)
  })

  check('an item that is gone between the handle and the read is not there', async (store, act) => {
    const { channel, create } = createOf(store)
    await act('let_vanish', { times: 1 })
    const made = await create()
    expect(made.outcome).toBe('done')
    if (made.outcome === 'done') expect(await channel.listings.read({ remote_ids: [made.reply.remote_id] })).toEqual([])
  })

  check('without a page to lead to nothing is sent', async (store) => {
    const { complete: _, ...bare } = store
    const channel = open(facebook, bare)
    const { key, sku } = fresh()
    expect(await perform(channel.listings.create, newOf(key, simple(sku)))).toMatchObject({ code: 'no_link' })
  })

  check('no update may create: it says so itself, whatever it holds', async (store) => {
    const channel = open(facebook, store)
    const { remote } = await make(channel)
    await must(channel.listings.update, { remote, fields: { title: 'Another' }, known_pictures: {} })
    const reply = await fetch(`${around().sandbox.url}/control/events?vendor=facebook&kind=call&limit=1000`)
    const { events } = (await reply.json()) as { events: { detail: { request?: Batch } }[] } // the sandbox's own list
    const updates = events.flatMap(({ detail: { request } }) =>
      request?.requests?.some(({ method }) => method === 'UPDATE') ? [request.allow_upsert] : [],
    )
    expect([...new Set(updates)]).toEqual([false])
  })

  check('too many reads, and too many batches, are told apart', async (store, act) => {
    const { channel, key, sku, create } = createOf(store)
    await act('set_usage', { reads: 100, batches: 0 })
    const throttled = await channel.listings.find({ key, sku }).catch((error: unknown) => error)
    expect(throttled).toMatchObject({ kind: 'rate_limited', code: '80009', retry_after_s: 180 })
    // The same account may still send, and its handle cannot be asked for.
    expect((await create()).outcome).toBe('unknown')
    await act('set_usage', { reads: 0, batches: 100 })
    expect(await channel.listings.find({ key, sku })).toHaveLength(1)
    const again = await perform(channel.listings.create, newOf(fresh().key, simple(fresh().sku)))
    expect(again).toMatchObject({ outcome: 'unknown', reason: expect.stringContaining('batch uploads') })
    await act('set_usage', { reads: 0, batches: 0 })
  })
}

function googleCases(around: () => Around): void {
  let ready: Promise<ChannelSubject> | undefined
  const check = (title: string, run: (store: ChannelSubject, act: Act, sandbox: SandboxProcess) => Promise<void>) =>
    test(
      title,
      async () => {
        const { sandbox, receiver } = around()
        const store = await (ready ??= googleSubject(sandbox, receiver))
        const act = (action: string, input: object = {}) =>
          sandbox.act('google-merchant', action, { account: store.shop, ...input })
        await run(store, act, sandbox)
      },
      CASE_MS,
    )
  type Act = (action: string, input?: object) => Promise<void>
  const advance = async ({ url }: SandboxProcess, advance_ms: number) => {
    const headers = { 'content-type': 'application/json' }
    await fetch(`${url}/control/clock`, { method: 'POST', headers, body: JSON.stringify({ advance_ms }) })
  }
  const at = (store: ChannelSubject, now: () => Date) => ({
    ...open(google, store),
    sendAt: (key: string, sku: string) => {
      const call = {
        app: google.app.parse(store.app),
        credentials: google.credentials.parse(store.account.credentials),
        now,
        limits: { take: async () => undefined, report: async () => undefined },
        send_by: performance.now() + 5000,
      }
      const document = store.complete?.(simple(sku)) ?? simple(sku)
      return google.listings.create.send(call, { key, document, known_pictures: {} })
    },
  })

  check('an insert that left earlier than the one that is there is aborted, and the newer one stays', async (store) => {
    const channel = at(store, () => new Date(Date.now() - 60_000))
    const { key, sku } = fresh()
    await must(channel.listings.create, { key, document: simple(sku), known_pictures: {} })
    expect(await channel.sendAt(key, `${sku}-old`)).toMatchObject({ outcome: 'unknown' })
    expect((await readOne(channel, key)).variants[0]?.sku).toBe(sku)
  })

  check(
    'a product shows later than it was taken, and what is wrong with it later still',
    async (store, act, sandbox) => {
      const channel = open(google, store)
      const { key, sku } = fresh()
      await act('set_delays', { process_ms: 60_000, judge_ms: 120_000 })
      await act('fail_media', { times: 1 })
      const pictures = [{ picture_key: 'broken', url: `${store.pictures[0]}?broken=${sku}`, alt: '' }]
      const document = simple(sku, { pictures })
      await must(channel.listings.create, { key, document, known_pictures: {} })
      expect(await channel.listings.find({ key, sku })).toEqual([])
      await advance(sandbox, 60_000)
      const [taken] = await channel.listings.find({ key, sku })
      expect(taken).toMatchObject({ key })
      expect(taken?.problems).toBeUndefined()
      await advance(sandbox, 120_000)
      const judged = await readOne(channel, key)
      expect(judged.problems).toEqual(['Image cannot be processed'])
      expect(judged.pictures[0]?.problem).toBe('Image cannot be processed')
      await act('set_delays', { process_ms: 0, judge_ms: 0 })
    },
  )

  check('deleted by the merchant meanwhile: no update brings it back', (store) => deletedMeanwhile(google, store))

  check('an account says how fast it may ask: as fast as the slowest of the calls we make', async (store) => {
    const limits = { take: async () => undefined, report: async () => undefined }
    const credentials = google.credentials.parse(store.account.credentials)
    const call = { app: google.app.parse(store.app), credentials, now: () => new Date(), limits }
    expect(await google.account?.limits?.(call)).toEqual({ per_second: 10 })
  })

  check('a project that is not registered is no matter of tokens', async (store, act) => {
    await act('set_registered', { registered: 0 })
    const kind = await kindOf(open(google, store).store(null))
    await act('set_registered', { registered: 1 })
    expect(kind).toBe('invalid')
  })

  check(
    'it lapses after 30 days, unless it was renewed; renewed is what is there now',
    async (store, _act, sandbox) => {
      const channel = open(google, store)
      const { renew } = channel.listings
      if (!renew) throw new Error('it offers to renew')
      const [kept, left] = [await make(channel), await make(channel)]
      const days = (Date.parse(kept.remote.lapses_at ?? '') - Date.now()) / DAY_MS
      expect(days).toBeGreaterThan(29)
      await store.merchant.retitle(kept.remote.remote_id, 'The merchant was here')
      await advance(sandbox, 26 * DAY_MS)
      // The token ended long ago: the first write says so, and the next one has another.
      expect(await perform(renew, { remote_id: kept.remote.remote_id })).toMatchObject({ kind: 'auth_expired' })
      await must(renew, { remote_id: kept.remote.remote_id })
      await advance(sandbox, 5 * DAY_MS)
      const after = await readOne(channel, kept.remote.remote_id)
      expect(after).toMatchObject({ title: 'The merchant was here', variants: kept.remote.variants })
      expect(await channel.listings.read({ remote_ids: [left.remote.remote_id] })).toEqual([])
      expect(await perform(renew, { remote_id: left.remote.remote_id })).toMatchObject({ kind: 'not_found' })
    },
  )
}
