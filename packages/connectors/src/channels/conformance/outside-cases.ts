/** What goes wrong with a write, and how a store tells of changes. Judged by the store's own books. */
import { expect, test } from 'vitest'
import { CASE_MS, kindOf } from '../../conformance/vendor-subject.ts'
import type { ChannelDefinition, ReceivedMessage } from '../channel.ts'
import { make, readOne } from './listing-cases.ts'
import { type ChannelSubject, fresh, large, must, open, perform, simple } from './subject.ts'

const ARRIVES_MS = 10_000

export function writeFaultCases(definition: ChannelDefinition, subject: () => Promise<ChannelSubject>): void {
  const fault = (
    title: string,
    faultsOf: (endpoints: ChannelSubject['endpoints']) => { kind: string; [setting: string]: unknown }[],
    made: number,
  ) =>
    test(
      title,
      async () => {
        const store = await subject()
        const channel = open(definition, store)
        const { key, sku } = fresh()
        const input = await channel.newListing(key, simple(sku))
        await store.outside.setFaults(faultsOf(store.endpoints))
        try {
          const outcome = await perform(channel.listings.create, input)
          expect(outcome.outcome).toBe('unknown')
        } finally {
          await store.outside.setFaults([])
        }
        expect(await channel.listings.find({ key, sku })).toHaveLength(made)
        expect((await store.books()).created.filter((one) => one.key === key)).toHaveLength(made)
      },
      CASE_MS,
    )

  fault(
    'the reply to a create is lost: unknown, and found',
    ({ create }) => [{ kind: 'drop_reply', endpoint: create, times: 1 }],
    1,
  )
  fault(
    'made, and told that it failed: unknown, and found',
    ({ create }) => [{ kind: 'act_then_fail', endpoint: create, times: 1 }],
    1,
  )
  fault(
    'half a reply to a create: unknown, and found',
    ({ create }) => [{ kind: 'malformed_json', endpoint: create, times: 1 }],
    1,
  )
  fault(
    "a proxy's error page to a create: unknown, and not there",
    ({ create }) => [{ kind: 'server_error', status: 503, endpoint: create, times: 1 }],
    0,
  )

  test(
    'a variants reply that is lost is unknown, and every variant is made once',
    async () => {
      const store = await subject()
      const channel = open(definition, store)
      const { remote } = await make(channel, (sku) => large(sku, []))
      const [first] = remote.variants
      const update = [{ remote_variant_id: first?.remote_variant_id ?? '', fields: { price: 777 } }]
      await store.outside.setFaults([{ kind: 'drop_reply', endpoint: store.endpoints.update, times: 1 }])
      try {
        const input = { remote, create: [], update, remove: [], known_pictures: {} }
        expect((await perform(channel.listings.variants, input)).outcome).toBe('unknown')
      } finally {
        await store.outside.setFaults([])
      }
      const after = await readOne(channel, remote.remote_id)
      expect([after.variants.length, after.variants[0]?.price]).toEqual([10, 777])
    },
    CASE_MS,
  )
}

export function accountCases(definition: ChannelDefinition, subject: () => Promise<ChannelSubject>): void {
  test('it tells who it is, and is set up by the environment alone', () => {
    const { app, start } = definition.setup({})
    expect(Object.values(app).every((value) => typeof value === 'string')).toBe(true)
    expect([definition.name === '', start]).toEqual([false, undefined])
  })

  test(
    'connected by consent; refused consent hands over nothing',
    async () => {
      const { account, consent } = await subject()
      expect([account.account_id, account.account_name]).not.toContain('')
      expect(definition.credentials.safeParse(account.credentials).success).toBe(true)
      expect(await consent('deny')).toBeNull()
    },
    CASE_MS,
  )

  test(
    'what nobody handed over does not connect',
    async () => {
      const { app, shop } = await subject()
      const limits = { take: async () => undefined, report: async () => undefined }
      const call = { app, limits, now: () => new Date(), credentials: null }
      const connect = async (code: string) => definition.account?.connect(call, { code, shop })
      expect(['invalid', 'auth_expired']).toContain(await kindOf(connect('nothing')))
    },
    CASE_MS,
  )

  test(
    'the address of a store, as people type it',
    async () => {
      const { app: given, shop } = await subject()
      const app = definition.app.parse(given)
      expect(definition.storeAddress(shop, app)).toBe(shop)
      expect(definition.storeAddress(`  ${shop}/ `, app)).toBe(shop)
      for (const typed of ['', ' ', 'not a store', 'ftp://shop.example', 'http://10.0.0.1/', 'http://localhost:1/'])
        expect([typed, definition.storeAddress(typed, app)]).toEqual([typed, null])
    },
    CASE_MS,
  )
}

export function webhookCases(definition: ChannelDefinition, subject: () => Promise<ChannelSubject>): void {
  const { webhooks } = definition
  if (!webhooks) return
  test(
    'a webhook arrives and verifies; changed by a byte, or with another secret, it does not',
    async () => {
      const store = await subject()
      const channel = open(definition, store)
      const secret = webhooks.secretsOf?.(store.app, new Date())[0] ?? `secret-${fresh().key}`
      const topic = webhooks.topics.find((one) => /product.*(update|information_change)/i.test(one)) ?? ''
      const url = `${store.receiver.url}/${fresh().key}`
      if (!channel.webhooks) throw new Error('it offers webhooks')
      const { remote_id } = await must(channel.webhooks.subscribe, { topic, url, secret })
      const own = (await channel.webhooks.list(null)).find((one) => one.remote_id === remote_id)
      expect(own).toMatchObject({ topic, url, active: true })
      const { remote } = await make(channel)
      await must(channel.listings.update, { remote, fields: { title: 'Told' }, known_pictures: {} })
      const arrived = () =>
        store.receiver
          .messages()
          .map((message) => ({ message, webhook: webhooks.verify(message, secret) }))
          .find(({ webhook }) => webhook?.what === 'product' && webhook.remote_id === remote.remote_id)
      await expect.poll(arrived, { timeout: ARRIVES_MS }).toBeDefined()
      const { message, webhook } = arrived() ?? {}
      if (!message || !webhook) throw new Error('it just was there')
      expect(webhook).toMatchObject({ topic })
      expect(webhooks.verify(message, secret)?.delivery_id).toBe(webhook.delivery_id)
      expect(webhooks.verify(message, `${secret}x`)).toBeNull()
      expect(webhooks.verify(changed(message), secret)).toBeNull()
      await must(channel.webhooks.unsubscribe, { remote_id })
      expect((await channel.webhooks.list(null)).some((one) => one.remote_id === remote_id)).toBe(false)
    },
    CASE_MS,
  )
}

const changed = (message: ReceivedMessage): ReceivedMessage => ({
  ...message,
  header: (name) => message.header(name),
  raw: message.raw.map((byte, i) => (i === 5 ? byte ^ 1 : byte)),
})
