/** What is written to WooCommerce sites, and what becomes of it there: saves that break off, signs, sums. */
import { unexplainedOf } from '@omni/domain/orders/document.ts'
import { describe, expect, test } from 'vitest'
import type { SandboxProcess } from '../../conformance/sandbox-process.ts'
import { CASE_MS } from '../../conformance/vendor-subject.ts'
import type { ChannelDefinition } from '../channel.ts'
import { paceOfShop } from '../woocommerce/batch-pace.ts'
import { woocommerce } from '../woocommerce/index.ts'
import { make, readOne } from './listing-cases.ts'
import { fresh, large, must, open, perform, simple } from './subject.ts'
import type { TestReceiver } from './test-receiver.ts'
import { wooSubject } from './woo-subject.ts'

const definition = woocommerce as unknown as ChannelDefinition // its own types are no longer needed

export function wooSaveCases(place: () => { sandbox: SandboxProcess; receiver: TestReceiver }): void {
  const subjectOf = (switches: { site: string; [name: string]: unknown }) =>
    wooSubject(place().sandbox, place().receiver, switches)

  describe('woocommerce: what is saved', () => {
    /** A listing with one variant whose SKU is another one's. */
    const withSku = (sku: string, taken: string, pictures: readonly string[]) => {
      const document = large(sku, pictures)
      document.variants.forEach((variant, i) => {
        if (i === 4) variant.sku = taken
      })
      return document
    }

    test(
      "a variant with somebody else's SKU: refused by name before the shop fetches a picture",
      async () => {
        const store = await subjectOf({ site: 'taken' })
        const channel = open(definition, store)
        const { sku: taken, remote } = await make(channel)
        const { key, sku } = fresh()
        const input = { key, document: withSku(sku, taken, store.pictures.slice(0, 2)), known_pictures: {} }
        const outcome = await perform(channel.listings.create, input)
        const named = `Invalid or duplicated SKU: ${taken} (#${remote.remote_id} ${remote.title})`
        expect(outcome).toMatchObject({ outcome: 'refused', code: 'product_invalid_sku', message: named })
        const { products, downloads } = await store.books()
        expect([products.map(({ remote_id }) => remote_id), downloads]).toEqual([[remote.remote_id], []])
        const other = { key: fresh().key, document: simple(taken), known_pictures: {} }
        expect(await perform(channel.listings.create, other)).toMatchObject({ outcome: 'refused', message: named })
      },
      CASE_MS,
    )

    test(
      'refused after the shop has fetched the pictures: the product is taken back, and the next try sends their ids',
      async () => {
        const store = await subjectOf({ site: 'raced' })
        const channel = open(definition, store)
        // With a comma it cannot be asked for beforehand.
        const taken = `${fresh().sku},2`
        await make(channel, () => simple(taken))
        const { key, sku } = fresh()
        const document = withSku(sku, taken, store.pictures.slice(0, 2))
        const outcome = await perform(channel.listings.create, { key, document, known_pictures: {} })
        if (outcome.outcome !== 'refused') throw new Error(JSON.stringify(outcome))
        expect(outcome.message).toContain(taken)
        expect((await store.books()).products).toHaveLength(1)
        const known_pictures = outcome.kept_pictures ?? {}
        expect(Object.keys(known_pictures)).toHaveLength(2)
        await store.outside.setFaults([{ kind: 'server_error', status: 503, endpoint: 'products.delete', times: 1 }])
        const stuck = await perform(channel.listings.create, { key, document, known_pictures })
        await store.outside.setFaults([])
        expect(stuck.outcome).toBe('unknown')
        const [half] = await channel.listings.find({ key, sku })
        // Nobody can buy what is half-made.
        expect(half?.status).toBe('draft')
        expect((await perform(channel.listings.create, { key, document, known_pictures })).outcome).toBe('unknown')
        const next = fresh()
        const good = { key: next.key, document: withSku(next.sku, `${next.sku}-own`, store.pictures.slice(0, 2)) }
        good.document.pictures = document.pictures
        for (const variant of good.document.variants) variant.picture_key = document.pictures[0]?.picture_key ?? null
        await must(channel.listings.create, { ...good, known_pictures })
        expect((await store.books()).downloads.map(({ times }) => times)).toEqual([1, 1])
      },
      CASE_MS,
    )

    test(
      'what is written with "&" and "|" is read as it was written, in any context the shop shows to others',
      async () => {
        const store = await subjectOf({ site: 'signs' })
        const channel = open(definition, store)
        const { sku, remote } = await make(channel, (own) => {
          const document = large(own, [])
          const [colour, size] = document.options
          if (colour) colour.values = ['Salt & Pepper', 'S|M', 'A &amp; B', 'Black', 'White']
          if (size) size.name = 'Size & fit'
          const old = ['Red', 'Green', 'Blue', 'Black', 'White']
          for (const variant of document.variants) {
            const at = old.indexOf(variant.option_values[0] ?? '')
            variant.option_values[0] = colour?.values[at] ?? ''
          }
          return {
            ...document,
            title: 'Lamp & Shade',
            tags: ['R&B', 'desk'],
            description: 'One & two.\n\nThree [gallery]',
          }
        })
        expect([remote.title, remote.tags.toSorted()]).toEqual(['Lamp & Shade', ['R&B', 'desk']])
        expect(remote.description).toBe('One &amp; two.\n\nThree [gallery]')
        expect(remote.options).toEqual([
          { name: 'Color', values: ['Salt & Pepper', 'S|M', 'A &amp; B', 'Black', 'White'] },
          { name: 'Size & fit', values: ['S', 'L'] },
        ])
        expect(remote.variants.map(({ option_values }) => option_values[0])).toEqual(
          ['Salt & Pepper', 'S|M', 'A &amp; B', 'Black', 'White'].flatMap((value) => [value, value]),
        )
        const [found] = await channel.listings.find({ key: remote.key ?? '', sku })
        expect(found).toEqual(remote)
        // The same options again, as an edit sends them, change nothing.
        await must(channel.listings.update, { remote, fields: { options: remote.options }, known_pictures: {} })
        expect((await readOne(channel, remote.remote_id)).options).toEqual(remote.options)
      },
      CASE_MS,
    )

    test(
      'a batch that is killed leaves half a variant, and it is found with its SKU',
      async () => {
        const store = await subjectOf({ site: 'half', dies_after: 3 })
        const channel = open(definition, store)
        const { key, sku } = fresh()
        const document = large(sku, [])
        const outcome = await perform(channel.listings.create, { key, document, known_pictures: {} })
        expect(outcome.outcome).toBe('unknown')
        const [remote] = await channel.listings.find({ key, sku })
        expect(remote?.variants.map((variant) => [variant.sku, variant.option_values, variant.price])).toEqual([
          ...document.variants.slice(0, 3).map((variant) => [variant.sku, variant.option_values, variant.price]),
          [`${sku}-3`, ['', ''], 0],
        ])
      },
      CASE_MS,
    )

    test(
      'a host that is slow with each variant gets smaller batches from then on',
      async () => {
        const slow_ms = 250
        const store = await subjectOf({ site: 'slow-host', ms_per_item: slow_ms })
        const pace = paceOfShop(store.shop)
        await make(open(definition, store), (own) => large(own, []))
        expect(pace.expected_ms(1)).toBeGreaterThanOrEqual(slow_ms)
        expect(pace.size()).toBeLessThanOrEqual(80)
      },
      CASE_MS,
    )

    test(
      'fees and codes of a sale are in its sum, money comes back without lines, and a basket is no sale',
      async () => {
        const store = await subjectOf({ site: 'sums' })
        const channel = open(definition, store)
        const { remote } = await make(channel)
        const product = Number(remote.remote_id)
        const buy = async (more: object) => {
          const input = { site: 'sums', product, quantity: 2, ...more }
          const { orders } = await place().sandbox.actFor<{ orders: number[] }>('woocommerce', 'place_orders', input)
          return String(orders[0])
        }
        const read = async (remote_id: string) => (await channel.orders?.read({ remote_ids: [remote_id] }))?.[0]
        const [sale, basket] = [await buy({ fee: '3.00', coupon: '1.50' }), await buy({ is_draft: true })]
        const order = await read(sale)
        if (!order) throw new Error('it was just sold')
        expect([order.fees, order.coupons]).toEqual([
          [{ name: 'Gift wrap & card', amount: 300 }],
          [{ code: 'welcome', amount: 150 }],
        ])
        expect(order.total).toBe(order.subtotal - 150 + order.shipping + 300)
        expect(unexplainedOf(order)).toBe(0)
        expect(unexplainedOf({ ...order, total: order.total + 25 })).toBe(25)
        expect(await read(basket)).toBeUndefined()
        await place().sandbox.act('woocommerce', 'set_order_status', {
          site: 'sums',
          order: basket,
          status: 'processing',
        })
        expect((await read(basket))?.remote_id).toBe(basket)
        await place().sandbox.act('woocommerce', 'refund_money', { site: 'sums', order: sale, amount: '4.50' })
        const refunded = await read(sale)
        expect(refunded?.refunds).toMatchObject([{ amount: 450, lines: [] }])
        expect(refunded).toMatchObject({ financial: 'partially_refunded', lines: [{ current_quantity: 2 }] })
      },
      CASE_MS,
    )
  })
}
