import type { RemoteListing } from '@omni/domain/channels/document.ts'
import { expect, test } from 'vitest'
import { CASE_MS } from '../../conformance/vendor-subject.ts'
import type { ChannelDefinition } from '../channel.ts'
import type { OpenChannel } from '../open-channel.ts'
import {
  type ChannelSubject,
  fresh,
  large,
  must,
  open,
  perform,
  simple,
  type StoreBooks,
  type TestChannel,
} from './subject.ts'

const PICTURE_READS = 100
const PICTURE_PAUSE_MS = 100

interface Ready {
  subject: ChannelSubject
  channel: TestChannel
}

/** A product that was just made, as the store shows it when its pictures are there. */
export async function make(channel: TestChannel, document = simple) {
  const { key, sku } = fresh()
  const written = await must(channel.listings.create, await channel.newListing(key, document(sku)))
  return { key, sku, remote: await readWithPictures(channel, written.remote_id) }
}

/** Some stores fetch pictures after they have answered. */
async function readWithPictures(channel: OpenChannel, remote_id: string): Promise<RemoteListing> {
  for (let reads = 0; reads < PICTURE_READS; reads++) {
    const remote = await readOne(channel, remote_id)
    if (remote.pictures.every(({ file_name }) => file_name !== null)) return remote
    await new Promise((done) => setTimeout(done, PICTURE_PAUSE_MS))
  }
  throw new Error(`the pictures of ${remote_id} did not come`)
}

export async function readOne(channel: OpenChannel, remote_id: string): Promise<RemoteListing> {
  const [listing] = await channel.listings.read({ remote_ids: [remote_id] })
  if (!listing) throw new Error(`${remote_id} is not there`)
  return listing
}

const lacks = ({ lacks: list }: ChannelSubject, what: NonNullable<ChannelSubject['lacks']>[number]): boolean =>
  list?.includes(what) === true

const madeWith = (books: StoreBooks, key: string) => books.created.filter((one) => one.key === key)

export function listingCases(definition: ChannelDefinition, subject: () => Promise<ChannelSubject>): void {
  const check = (title: string, run: (ready: Ready) => Promise<void>) =>
    test(
      title,
      async () => {
        const ready = await subject()
        await run({ subject: ready, channel: open(definition, ready) })
      },
      CASE_MS,
    )

  check('a store tells its currency, its name and its address', async ({ channel }) => {
    const info = await channel.store(null)
    expect(info).toMatchObject({ currency: 'USD', country: 'US' })
    expect([info.name, info.platform_domain, info.domain].every((text) => text !== '')).toBe(true)
    expect(info.scopes.length).toBeGreaterThan(0)
  })

  check('a simple product is made as it was meant, once, and found by its key', async ({ channel, subject: store }) => {
    const { key, sku, remote } = await make(channel)
    expect(remote).toMatchObject({ key, title: `Desk lamp ${sku}`, status: 'active', options: [] })
    expect(remote.tags.toSorted()).toEqual(lacks(store, 'tags') ? [] : ['desk', 'lamp'])
    // Where a store has places to show a product in, it has no page before it was put there.
    if (!definition.publications?.publish) expect(remote.url).toMatch(/^http/)
    const [only] = remote.variants
    expect(only).toMatchObject({ option_values: [], sku, price: 1999, compare_at_price: null })
    expect(only?.quantity).toBe(lacks(store, 'quantity') ? null : 7)
    expect(only?.weight_g).toBe(250)
    const found = await channel.listings.find({ key, sku })
    expect(found.map(({ remote_id }) => remote_id)).toEqual([remote.remote_id])
    expect(await channel.listings.find({ key: fresh().key, sku: fresh().sku })).toEqual([])
    expect(madeWith(await store.books(), key)).toHaveLength(1)
  })

  check('ten variants and six pictures, in their order', async ({ channel, subject: store }) => {
    const { sku, remote } = await make(channel, (own) => large(own, store.pictures))
    const wanted = large(sku, store.pictures)
    expect([remote.status, remote.options]).toEqual(['active', wanted.options])
    expect(remote.pictures).toHaveLength(6)
    const texts = wanted.pictures.map(({ alt }) => (lacks(store, 'picture_texts') ? '' : alt))
    expect(remote.pictures.map(({ alt }) => alt)).toEqual(texts)
    // What was sent is known again by its file's name, should a reply be lost.
    const named = !lacks(store, 'file_names') ? remote.pictures : []
    named.forEach((picture, i) => expect(picture.file_name).toContain(wanted.pictures[i]?.picture_key ?? '-'))
    const shown = remote.variants.map(({ option_values, sku: own, price, compare_at_price, quantity }) => {
      return { option_values, sku: own, price, compare_at_price, quantity }
    })
    // Where quantities are not counted, it is known that there is none.
    const counted = (quantity: number | null) => (lacks(store, 'quantity') && quantity !== 0 ? null : quantity)
    const meant = wanted.variants.map(({ option_values, sku: own, price, compare_at_price, quantity }) => {
      return { option_values, sku: own, price, compare_at_price, quantity: counted(quantity) }
    })
    expect(shown).toEqual(meant)
    const pictureIds = remote.pictures.map(({ remote_picture_id }) => remote_picture_id)
    const shownWith = !lacks(store, 'variant_pictures') ? wanted.variants.map((_, i) => pictureIds[i % 6]) : null
    if (shownWith) expect(remote.variants.map((one) => one.remote_picture_id)).toEqual(shownWith)
  })

  check('made again with the same key: the same product, or refused', async ({ channel, subject: store }) => {
    const { key, sku, remote } = await make(channel)
    const again = await perform(channel.listings.create, await channel.newListing(key, simple(sku)))
    if (again.outcome === 'done') expect(again.reply.remote_id).toBe(remote.remote_id)
    else expect(again.outcome).toBe('refused')
    expect(madeWith(await store.books(), key)).toHaveLength(1)
  })

  check('one field is changed, and what the merchant changed in another stays', async ({ channel, subject: store }) => {
    const { remote } = await make(channel)
    await store.merchant.retitle(remote.remote_id, 'The merchant was here')
    const fields = { description: '<p>Better.</p>' }
    await must(channel.listings.update, { remote, fields, known_pictures: {} })
    const after = await readOne(channel, remote.remote_id)
    expect(after.description).toContain('Better.')
    expect(after.title).toBe('The merchant was here')
    expect(after.variants[0]).toMatchObject({ price: 1999, quantity: remote.variants[0]?.quantity })
    expect(Date.parse(after.version)).toBeGreaterThanOrEqual(Date.parse(remote.version))
  })

  check(
    'every picture is fetched once, also after the title and the order changed',
    async ({ channel, subject: store }) => {
      const pictures = store.pictures.slice(0, 3).map((url) => `${url}?once=${fresh().key}`)
      const { sku, remote } = await make(channel, (own) => large(own, pictures))
      const wanted = large(sku, pictures).pictures
      const known = wanted.map(({ picture_key }, i) => [picture_key, remote.pictures[i]?.remote_picture_id ?? ''])
      const known_pictures = Object.fromEntries(known) as Record<string, string> // pairs of texts
      const fetched = async () => (await store.books()).downloads.reduce((sum, { times }) => sum + times, 0)
      const before = await fetched()
      const fields = { title: 'Another title', pictures: wanted.toReversed() }
      await must(channel.listings.update, { remote, fields, known_pictures })
      const after = await readOne(channel, remote.remote_id)
      const ids = ({ pictures: list }: RemoteListing) => list.map((one) => one.remote_picture_id)
      expect([after.title, ids(after)]).toEqual(['Another title', ids(remote).toReversed()])
      expect(await fetched()).toBe(before)
    },
  )

  check('variants are made, changed and removed by their ids', async ({ channel, subject: store }) => {
    const { remote } = await make(channel, (sku) => large(sku, store.pictures.slice(0, 1)))
    const [first, second, ...others] = remote.variants
    if (!first || !second) throw new Error('it has ten')
    await must(channel.listings.update, {
      remote,
      fields: {
        options: [
          { name: 'Color', values: ['Red', 'Green', 'Blue', 'Black', 'White', 'Gold'] },
          { name: 'Size', values: ['S', 'L'] },
        ],
      },
      known_pictures: {},
    })
    const added = { ...large(fresh().sku, []).variants[0], option_values: ['Gold', 'S'], picture_key: null }
    await must(channel.listings.variants, {
      remote,
      create: [added as RemoteListing['variants'][number] & { picture_key: null }], // the first of ten
      update: [{ remote_variant_id: first.remote_variant_id, fields: { price: 4321, compare_at_price: 5000 } }],
      remove: [second.remote_variant_id],
      known_pictures: {},
    })
    const after = await readOne(channel, remote.remote_id)
    const byId = new Map(after.variants.map((one) => [one.remote_variant_id, one]))
    expect(byId.get(first.remote_variant_id)).toMatchObject({ price: 4321, compare_at_price: 5000, sku: first.sku })
    expect(byId.has(second.remote_variant_id)).toBe(false)
    for (const other of others) expect(byId.get(other.remote_variant_id)).toMatchObject({ price: other.price })
    expect(after.variants.some(({ option_values }) => option_values.join() === 'Gold,S')).toBe(true)
    expect(after.variants).toHaveLength(10)
  })

  check('a quantity is set, and nothing else', async ({ channel, subject: store }) => {
    const quantity = lacks(store, 'quantity') ? 0 : 3
    const { remote } = await make(channel)
    const id = remote.variants[0]?.remote_variant_id ?? ''
    const { stock, variants } = channel.listings
    if (stock) await must(stock, { remote, quantities: [{ remote_variant_id: id, quantity, from: 7 }] })
    else {
      const update = [{ remote_variant_id: id, fields: { quantity } }]
      await must(variants, { remote, create: [], update, remove: [], known_pictures: {} })
    }
    const after = await readOne(channel, remote.remote_id)
    expect(after.variants[0]).toMatchObject({ quantity, price: 1999, sku: remote.variants[0]?.sku })
  })

  check(
    'removed is gone: not read, not found, and a change does not bring it back',
    async ({ channel, subject: store }) => {
      const { key, sku, remote } = await make(channel)
      const other = await make(channel)
      await must(channel.listings.remove, { remote_id: remote.remote_id })
      const remote_ids = [remote.remote_id, other.remote.remote_id]
      const left = await channel.listings.read({ remote_ids })
      expect(left.map(({ remote_id }) => remote_id)).toEqual([other.remote.remote_id])
      expect(await channel.listings.find({ key, sku })).toEqual([])
      const change = await perform(channel.listings.update, {
        remote,
        fields: { status: 'active' },
        known_pictures: {},
      })
      expect(change).toMatchObject({ outcome: 'refused', kind: 'not_found' })
      expect(await channel.listings.read({ remote_ids: [remote.remote_id] })).toEqual([])
      expect(madeWith(await store.books(), key)).toHaveLength(1)
    },
  )

  check('what the merchant removed is not there either', async ({ channel, subject: store }) => {
    const { remote } = await make(channel)
    await store.merchant.remove(remote.remote_id)
    expect(await channel.listings.read({ remote_ids: [remote.remote_id] })).toEqual([])
  })

  check('listed by the time of change, page by page, nothing left out', async ({ channel }) => {
    const old = await make(channel)
    const changed_since = new Date(Date.parse(old.remote.version))
    const made = [await make(channel), await make(channel), await make(channel)]
    const seen: RemoteListing[] = []
    let cursor: string | undefined
    do {
      const page = await channel.listings.list({ changed_since, page_size: 2, ...(cursor && { cursor }) })
      seen.push(...page.items)
      cursor = page.next ?? undefined
    } while (cursor)
    const ids = new Set(seen.map(({ remote_id }) => remote_id))
    for (const { remote } of [old, ...made]) expect(ids.has(remote.remote_id)).toBe(true)
    // Where the channel cannot tell what changed, it lists everything.
    if (definition.reads_all_every_ms !== undefined) return
    const versions = seen.map(({ version }) => version)
    expect(versions).toEqual(versions.toSorted())
    const later = new Date(Date.parse(made.at(-1)?.remote.version ?? '') + 60_000)
    expect((await channel.listings.list({ changed_since: later, page_size: 2 })).items).toEqual([])
  })
}
