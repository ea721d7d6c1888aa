/** TikTok shops that look products through, warn, limit, or are two of one seller. Judged by their own books. */
import { type ListingDetails, NO_DETAILS } from '@omni/domain/channels/listing-details.ts'
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
  /** Its products, as the shop keeps them. */
  const bodies = async ({ shop }: ChannelSubject) => {
    const reply = await fetch(`${place().sandbox.url}/control/tiktok/books?shop=${shop}`)
    const { products } = (await reply.json()) as { products: { body: unknown }[] } // the sandbox's own answer
    return products.map(({ body }) => body)
  }
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
      const { store, channel } = await openShop()
      const { requirements } = channel
      if (!requirements) throw new Error('it is a marketplace')
      const category = await requirements.recommend({ title: 'Wooden toy train', description: '' })
      expect(category).toMatchObject({ name: 'Toys' })
      const category_id = category?.id ?? ''
      const asks = await requirements.asks({ category_id })
      const required = asks.attributes.filter(({ is_required }) => is_required)
      expect(required.map(({ name }) => name)).toEqual([
        'Recommended age',
        'CA Prop 65: Carcinogens',
        'CA Prop 65: Repro. Chems',
      ])
      expect(asks).toMatchObject({ size_chart: 'no', responsible: 'no', parcel: 'required' })
      const names = (await requirements.categories(null)).map(({ name }) => name)
      expect(names).toContain('Toys & Hobbies > Toys')
      expect(await requirements.recommend({ title: 'x', description: '' })).toBeNull()
      const { key, sku } = fresh()
      const toy = { ...simple(sku, { title: 'Wooden toy train' }), categories: [category_id] }
      const input = await channel.newListing(key, toy)
      const refused = await perform(channel.listings.create, input)
      expect(refused).toMatchObject({ outcome: 'refused', kind: 'invalid', code: '12052104' })
      const { categories: _none, ...sorted } = input.document
      const nowhere = await perform(channel.listings.create, { ...input, document: { ...sorted, categories: [] } })
      expect(nowhere).toMatchObject({ outcome: 'refused', kind: 'invalid', code: '12052023' })
      const attributes = required.map(({ id, values }) => ({ id, values: values.slice(0, 1) }))
      const { brands } = await requirements.choices({ category_id, brand: '', of: [] })
      // One that the whole world knows is not for everybody.
      expect(brands.map(({ name }) => name)).toEqual(['Northwind', 'Oakline'])
      const parcel = { weight_g: 1200, length_cm: 30, width_cm: 20, height_cm: 10 }
      const details = { ...NO_DETAILS, attributes, parcel }
      const document = { ...input.document, brands: [brands[0]?.id ?? ''], details }
      const { remote_id } = await must(channel.listings.create, { ...input, document })
      expect(await readOne(channel, remote_id)).toMatchObject({ categories: [category_id], brands: document.brands })
      expect(await bodies(store)).toMatchObject([
        {
          category_id,
          brand_id: brands[0]?.id,
          product_attributes: attributes,
          package_weight: { value: '1.2', unit: 'KILOGRAM' },
          package_dimensions: { length: '30', width: '20', height: '10', unit: 'CENTIMETER' },
        },
      ])
      // Said later, it is an edit of what is there.
      const [remote] = await channel.listings.read({ remote_ids: [remote_id] })
      if (!remote) throw new Error('it is there')
      const age = required.slice(0, 1).map(({ id, values }) => ({ id, values: values.slice(1, 2) }))
      const fields = { details: { ...details, attributes: [...age, ...attributes.slice(1)] } }
      await must(channel.listings.update, { remote, fields, known_pictures: {} })
      expect(await bodies(store)).toMatchObject([{ product_attributes: fields.details.attributes }])
    })

    check('the EU asks who answers for goods, and some categories for a table of sizes', async () => {
      const { channel } = await openShop({ region: 'DE' })
      const { requirements } = channel
      if (!requirements) throw new Error('it is a marketplace')
      const toys = await requirements.asks({ category_id: '602002' })
      expect(toys).toMatchObject({ manufacturer: 'required', responsible: 'required', size_chart: 'no' })
      expect(toys.attributes.map(({ name }) => name)).not.toContain('CA Prop 65: Carcinogens')
      const of = ['size_chart', 'manufacturer', 'responsible'] as const
      const choices = await requirements.choices({ category_id: '602002', brand: 'oak', of })
      expect(choices).toMatchObject({
        brands: [{ name: 'Oakline' }],
        size_charts: [{ name: 'Women, EU sizes' }],
        manufacturers: [{ name: 'Northwind Works' }],
        responsible: [{ name: 'Ada Byron, Hamburg' }],
      })
      const list = async (category_id: string, details: Partial<ListingDetails>) => {
        const { key, sku } = fresh()
        const document = { ...simple(sku), categories: [category_id], details: { ...NO_DETAILS, ...details } }
        return perform(channel.listings.create, await channel.newListing(key, document))
      }
      const attributes = [{ id: '101127', values: [{ id: '1000101', name: '3 years and up' }] }]
      const [manufacturer = null] = choices.manufacturers
      const [responsible = null] = choices.responsible
      expect(await list('602002', { attributes })).toMatchObject({ outcome: 'refused', code: '12052282' })
      expect(await list('602002', { attributes, manufacturer })).toMatchObject({ outcome: 'refused', code: '12052287' })
      expect(await list('602002', { attributes, manufacturer, responsible })).toMatchObject({ outcome: 'done' })
      expect((await requirements.asks({ category_id: '601004' })).size_chart).toBe('required')
      expect(await list('601004', {})).toMatchObject({ outcome: 'refused', kind: 'invalid' })
      const own = [{ id: '100398', values: [{ id: '', name: 'Bamboo' }] }]
      const [size_chart = null] = choices.size_charts
      expect(await list('601004', { attributes: own, size_chart })).toMatchObject({ outcome: 'done' })
    })

    check('a seller who is not of the EU has nobody to name there', async () => {
      const { channel } = await openShop()
      const of = ['manufacturer', 'responsible'] as const
      const choices = await channel.requirements?.choices({ category_id: '602002', brand: '', of })
      expect(choices).toMatchObject({ manufacturers: [], responsible: [] })
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
