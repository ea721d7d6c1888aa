/**
 * What can be asked of any store, a real one too. Nothing is changed there; with `writes`, one draft is made, changed and
 * removed, and nothing but that.
 */
import type { RemoteListing } from '@omni/domain/channels/document.ts'
import { type ListingDetails, type Named, NO_DETAILS } from '@omni/domain/channels/listing-details.ts'
import { unexplainedOf } from '@omni/domain/orders/document.ts'
import { expect, test } from 'vitest'
import { CASE_MS, openingOf, type VendorSubject } from '../../conformance/vendor-subject.ts'
import type { ChannelDefinition } from '../channel.ts'
import { type OpenChannel, openChannel } from '../open-channel.ts'
import { greyPicture } from './grey-picture.ts'
import { completeWith, fresh, must, simple } from './subject.ts'

export interface LiveStore extends VendorSubject {
  /** Makes, changes and removes a draft. */
  writes: boolean
  /** A picture's address, for channels that list nothing without one. */
  picture?: string
}

const PAGE = 10
const DAY_MS = 86_400_000
const DAYS_OF_ORDERS = 60

export function liveCases(definition: ChannelDefinition, store: () => Promise<LiveStore>): void {
  const check = (title: string, run: (channel: OpenChannel, store: LiveStore) => Promise<void>) =>
    test(
      title,
      async () => {
        const ready = await store()
        await run(openChannel(definition, openingOf(definition, ready)), ready)
      },
      CASE_MS,
    )

  check('the store tells its name, its address and its currency', async (channel) => {
    const info = await channel.store(null)
    expect([info.name, info.platform_domain, info.domain]).not.toContain('')
    expect(info.currency).toMatch(/^[A-Z]{3}$/)
    expect(info.country).toMatch(/^[A-Z]{2}$/)
  })

  check('its products are listed, and read one by one they are the same', async (channel) => {
    const { items } = await channel.listings.list({ page_size: PAGE })
    const read = await channel.listings.read({ remote_ids: items.map(({ remote_id }) => remote_id) })
    const byId = new Map(read.map((one) => [one.remote_id, one]))
    for (const item of items) {
      const again = byId.get(item.remote_id)
      // One that was changed in between says so by its version.
      if (again?.version === item.version) expect(again).toEqual(item)
    }
  })

  if (definition.orders)
    check('its orders are listed, add up, and read one by one they are the same', async ({ orders }) => {
      if (!orders) throw new Error('it offers orders')
      const changed_since = new Date(Date.now() - DAYS_OF_ORDERS * DAY_MS)
      const { items } = await orders.list({ changed_since, page_size: PAGE })
      for (const order of items) {
        expect(order.currency).toMatch(/^[A-Z]{3}$/)
        expect(unexplainedOf(order), order.number).toBe(0)
      }
      const read = await orders.read({ remote_ids: items.map(({ remote_id }) => remote_id) })
      const known = new Map(items.map((one) => [one.remote_id, one]))
      for (const order of read)
        if (order.version === known.get(order.remote_id)?.version) expect(order).toEqual(known.get(order.remote_id))
    })

  if (definition.webhooks)
    check('its webhooks are listed', async ({ webhooks }) => {
      for (const { remote_id, topic, url } of (await webhooks?.list(null)) ?? [])
        expect([remote_id, topic, url]).not.toContain('')
    })

  if (definition.requirements)
    check('it tells what it asks for before it lists', async ({ requirements }) => {
      const categories = (await requirements?.categories(null)) ?? []
      expect(categories.length).toBeGreaterThan(0)
      await requirements?.warehouses(null)
      const category_id = categories[0]?.id ?? ''
      await requirements?.asks({ category_id })
      await requirements?.choices({ category_id, brand: '', of: ['size_chart', 'manufacturer', 'responsible'] })
    })

  test(
    'a draft is made as it was meant, found by its key, changed, and removed',
    async ({ skip }) => {
      const ready = await store()
      if (!ready.writes) return skip('only where it was asked for')
      if (definition.outlets && !ready.picture) return skip('a catalog lists nothing without a picture')
      await makeAndRemove(openChannel(definition, openingOf(definition, ready)), ready)
    },
    CASE_MS,
  )
}

/** What a category requires, by the first that may be chosen of each. */
async function firstDetails(shop: NonNullable<OpenChannel['requirements']>, category: Named): Promise<ListingDetails> {
  const asks = await shop.asks({ category_id: category.id })
  const of = (['size_chart', 'manufacturer', 'responsible'] as const).filter((one) => asks[one] === 'required')
  const choices = await shop.choices({ category_id: category.id, brand: '', of })
  const required = asks.attributes.filter(({ is_required }) => is_required)
  return {
    ...NO_DETAILS,
    category,
    attributes: required.map(({ id, values }) => ({ id, values: values.slice(0, 1) })),
    size_chart: choices.size_charts[0] ?? null,
    manufacturer: choices.manufacturers[0] ?? null,
    responsible: choices.responsible[0] ?? null,
  }
}

/** A draft with what the channel lists nothing without. */
async function draftFor({ requirements, pictures }: OpenChannel, sku: string, picture: string | undefined) {
  const plain = simple(sku, { status: 'draft', title: `Desk lamp with a neck that bends ${sku}` })
  const shown = { picture_key: 'plain', url: 'https://shop.example/plain.png', alt: '' }
  const document = picture ? completeWith([picture])(plain) : plain
  if (!requirements || !pictures) return { document, known_pictures: {} }
  const category = await requirements.recommend(document)
  if (!category) throw new Error('it knows no category for a desk lamp')
  const { remote_picture_id } = await pictures.upload(greyPicture(shown))
  return {
    document: {
      ...document,
      pictures: [shown],
      categories: [category.id],
      details: await firstDetails(requirements, category),
    },
    known_pictures: { plain: remote_picture_id },
  }
}

async function makeAndRemove(channel: OpenChannel, { picture }: LiveStore): Promise<void> {
  const { listings } = channel
  const { key, sku } = fresh()
  const { document, known_pictures } = await draftFor(channel, sku, picture)
  const readOne = async (remote_id: string): Promise<RemoteListing> => {
    const [listing] = await listings.read({ remote_ids: [remote_id] })
    if (!listing) throw new Error(`${remote_id} is not there`)
    return listing
  }
  try {
    const { remote_id } = await must(listings.create, { key, document, known_pictures })
    const made = await readOne(remote_id)
    expect([made.key, made.title]).toEqual([key, document.title])
    // Some keep plain text alone.
    expect(made.description).toContain('A lamp for a desk.')
    expect(made.variants).toMatchObject([{ sku, price: 1999, weight_g: 250 }])
    expect((await listings.find({ key, sku })).map((one) => one.remote_id)).toEqual([remote_id])
    await must(listings.update, { remote: made, fields: { title: 'Changed & checked' }, known_pictures: {} })
    expect((await readOne(remote_id)).title).toBe('Changed & checked')
  } finally {
    // By its key: a create whose reply was lost may have made it all the same.
    for (const { remote_id } of await listings.find({ key, sku })) await must(listings.remove, { remote_id })
  }
  expect(await listings.find({ key, sku })).toEqual([])
}
