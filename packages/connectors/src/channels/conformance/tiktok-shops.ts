/** TikTok shops that look products through, warn, limit, or are two of one seller. Judged by their own books. */
import { describe, expect, test } from 'vitest'
import type { SandboxProcess } from '../../conformance/sandbox-process.ts'
import { CASE_MS, kindOf } from '../../conformance/vendor-subject.ts'
import type { ChannelDefinition } from '../channel.ts'
import { tiktok } from '../tiktok/index.ts'
import { make, readOne } from './listing-cases.ts'
import { type ChannelSubject, fresh, large, must, open, perform, simple, type TestChannel } from './subject.ts'
import type { TestReceiver } from './test-receiver.ts'
import { tiktokSubject } from './tiktok-subject.ts'

const definition = tiktok as unknown as ChannelDefinition // its own types are no longer needed

export function tiktokShopCases(place: () => { sandbox: SandboxProcess; receiver: TestReceiver }): void {
  let count = 100
  const openShop = async (
    more: Record<string, unknown> = {},
  ): Promise<{ store: ChannelSubject; channel: TestChannel }> => {
    const { sandbox, receiver } = place()
    const store = await tiktokSubject(sandbox, receiver, `7495000000000000${++count}`, more)
    return { store, channel: open(definition, store) }
  }
  const act = ({ shop }: ChannelSubject, name: string, input: object = {}) =>
    place().sandbox.act('tiktok', name, { shop, ...input })
  const check = (title: string, run: () => Promise<void>) => test(title, run, CASE_MS)

  describe('tiktok: shops', () => {
    check('looked through later: not shown yet, shown when it passed, a draft when it did not', async () => {
      const { store, channel } = await openShop({ review_s: 3600 })
      const { remote } = await make(channel)
      expect([remote.status, remote.url]).toEqual(['active', null])
      await act(store, 'finish_reviews')
      expect((await readOne(channel, remote.remote_id)).url).toMatch(/^http/)
      const failing = await make(channel)
      await act(store, 'set_shop', { failing_reviews: 1 })
      await act(store, 'finish_reviews')
      expect(await readOne(channel, failing.remote.remote_id)).toMatchObject({ status: 'draft', url: null })
    })

    check('a change of what buyers see is read as it was sent, and a second one does not undo the first', async () => {
      const { store, channel } = await openShop({ review_s: 3600 })
      const { remote } = await make(channel)
      await act(store, 'finish_reviews')
      await must(channel.listings.update, { remote, fields: { title: 'New title' }, known_pictures: {} })
      const waiting = await readOne(channel, remote.remote_id)
      expect([waiting.title, waiting.url !== null]).toEqual(['New title', true])
      expect((await store.books()).products[0]?.title).toBe(remote.title)
      const fields = { description: '<p>Better.</p>' }
      await must(channel.listings.update, { remote, fields, known_pictures: {} })
      await act(store, 'finish_reviews')
      expect(await readOne(channel, remote.remote_id)).toMatchObject({
        title: 'New title',
        description: '<p>Better.</p>',
      })
    })

    check('warnings beside a success are no failure', async () => {
      const { store, channel } = await openShop()
      await act(store, 'set_shop', { warns: true })
      expect((await make(channel)).remote.status).toBe('active')
    })

    check('the daily limit: nothing is made, it waits for the next day, and other calls go on', async () => {
      const { store, channel } = await openShop({ daily_limit: 1 })
      const { remote } = await make(channel)
      const { key, sku } = fresh()
      const refused = await perform(channel.listings.create, await channel.newListing(key, simple(sku)))
      expect(refused).toMatchObject({ outcome: 'refused', kind: 'rate_limited', code: '12052093' })
      expect(await channel.listings.find({ key, sku })).toEqual([])
      expect((await store.books()).created).toHaveLength(1)
      await must(channel.listings.update, { remote, fields: { title: 'Goes on' }, known_pictures: {} })
    })

    check('a file that the shop does not know, and a picture that nobody brought, are refused', async () => {
      const { store, channel } = await openShop()
      const { key, sku } = fresh()
      const input = await channel.newListing(key, simple(sku))
      const strange = Object.fromEntries(Object.keys(input.known_pictures).map((name) => [name, 'tos-x/unknown']))
      const unknown = await perform(channel.listings.create, { ...input, known_pictures: strange })
      expect(unknown).toMatchObject({ outcome: 'refused', code: '12052722' })
      const missing = await perform(channel.listings.create, { ...input, known_pictures: {} })
      expect(missing).toMatchObject({ outcome: 'refused', code: 'picture_missing' })
      expect((await store.books()).created).toEqual([])
    })

    check('what a category asks for is told beforehand, and refused without', async () => {
      const { channel } = await openShop()
      const { requirements } = channel
      if (!requirements) throw new Error('it is a marketplace')
      const category = await requirements.recommend({ title: 'Wooden toy train', description: '' })
      expect(category).toMatchObject({ name: 'Toys' })
      const attributes = await requirements.attributes({ category_id: category?.id ?? '' })
      expect(attributes.filter(({ is_required }) => is_required).map(({ name }) => name)).toEqual(['Recommended age'])
      expect((await requirements.categories(null)).map(({ name }) => name)).toContain('Toys')
      expect(await requirements.recommend({ title: 'x', description: '' })).toBeNull()
      const { key, sku } = fresh()
      const input = await channel.newListing(key, simple(sku, { title: 'Wooden toy train' }))
      const refused = await perform(channel.listings.create, input)
      expect(refused).toMatchObject({ outcome: 'refused', kind: 'invalid', code: '12052104' })
    })

    check('two shops of one seller: each is worked through its own cipher', async () => {
      const { sandbox, receiver } = place()
      const seller = { seller: 'Two Markets' }
      const [uk, de] = ['7495000000000000201', '7495000000000000202']
      await sandbox.act('tiktok', 'make_shop', { id: uk, name: 'UK', region: 'GB', ...seller })
      await sandbox.act('tiktok', 'make_shop', { id: de, name: 'DE', region: 'DE', ...seller })
      const german = await tiktokSubject(sandbox, receiver, de, { ...seller, name: 'DE', region: 'DE' })
      const channel = open(definition, german)
      expect(await channel.store(null)).toMatchObject({ platform_domain: de, currency: 'EUR', country: 'DE' })
      const { key } = await make(channel)
      expect((await german.books()).created.map((one) => one.key)).toEqual([key])
      const wrong = { ...(german.account.credentials as object), cipher: 'GCP_nobody' } // spread only
      const stranger = open(definition, { ...german, account: { ...german.account, credentials: wrong } })
      expect(await kindOf(stranger.listings.read({ remote_ids: ['1729592969000207008'] }))).toBe('invalid')
    })

    check('a draft stays a draft when it is edited, is listed, hidden and shown again', async () => {
      const { channel } = await openShop()
      const { remote } = await make(channel, (sku) => simple(sku, { status: 'draft' }))
      expect(remote.status).toBe('draft')
      const update = async (fields: object) => {
        await must(channel.listings.update, { remote, fields, known_pictures: {} })
        return readOne(channel, remote.remote_id)
      }
      expect(await update({ title: 'Still a draft' })).toMatchObject({ status: 'draft', title: 'Still a draft' })
      expect(await update({ status: 'active' })).toMatchObject({ status: 'active' })
      expect(await update({ status: 'draft', title: 'Hidden' })).toMatchObject({ status: 'draft', title: 'Hidden' })
      expect(await update({ status: 'active' })).toMatchObject({ status: 'active', title: 'Hidden' })
      // Nothing that TikTok Shop has: nothing is sent, and nothing is wrong.
      expect(await update({ vendor: 'Acme', tags: ['a'] })).toMatchObject({ title: 'Hidden' })
    })

    check('stock and price of a product that is not shown yet are written too', async () => {
      const { store, channel } = await openShop({ review_s: 3600 })
      const { remote } = await make(channel, (sku) => large(sku, store.pictures.slice(0, 1)))
      const [first, second] = remote.variants
      const { stock } = channel.listings
      if (!stock || !first || !second) throw new Error('it has both')
      await must(stock, { remote, quantities: [{ remote_variant_id: second.remote_variant_id, quantity: 9, from: 1 }] })
      const update = [{ remote_variant_id: first.remote_variant_id, fields: { price: 555 } }]
      await must(channel.listings.variants, { remote, create: [], update, remove: [], known_pictures: {} })
      const after = await readOne(channel, remote.remote_id)
      expect(after.variants).toHaveLength(10)
      expect([after.variants[0]?.price, after.variants[1]?.quantity]).toEqual([555, 9])
    })

    check('a SKU is found in the form that the platform takes, without opening other products', async () => {
      const { store, channel } = await openShop()
      await make(channel)
      const { key, sku } = fresh()
      const spaced = simple(sku)
      spaced.variants.forEach((variant) => (variant.sku = `${sku} red`))
      await must(channel.listings.create, await channel.newListing(key, spaced))
      const { result, calls } = await store.outside.watch(() => channel.listings.find({ key, sku: `${sku} red` }))
      expect([result.map((one) => one.key), calls.length]).toEqual([[key], 2])
    })

    check('many products of one second, and of several, are all listed', async () => {
      const { channel } = await openShop()
      const made = await Promise.all(Array.from({ length: 7 }, () => make(channel)))
      const seen = new Set<string>()
      let cursor: string | undefined
      do {
        const page = await channel.listings.list({ page_size: 3, ...(cursor && { cursor }) })
        for (const { remote_id } of page.items) seen.add(remote_id)
        cursor = page.next ?? undefined
      } while (cursor)
      expect(seen).toEqual(new Set(made.map(({ remote }) => remote.remote_id)))
    })

    check('a topic has one adcomplete: an old one that is taken away leaves the new one', async () => {
      const { channel } = await openShop()
      const { webhooks } = channel
      if (!webhooks) throw new Error('it offers webhooks')
      const topic = 'PRODUCT_STATUS_CHANGE'
      const old = await must(webhooks.subscribe, { topic, url: 'https://omni.example/old', secret: '' })
      await must(webhooks.subscribe, { topic, url: 'https://omni.example/new', secret: '' })
      await must(webhooks.unsubscribe, old)
      expect((await webhooks.list(null)).map(({ url }) => url)).toEqual(['https://omni.example/new'])
    })
  })
}
