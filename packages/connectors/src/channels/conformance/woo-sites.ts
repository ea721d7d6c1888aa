/** WooCommerce sites that are not as they should be. Each is connected by consent and gets a product. */
import { describe, expect, test } from 'vitest'
import type { SandboxProcess } from '../../conformance/sandbox-process.ts'
import { CASE_MS, kindOf } from '../../conformance/vendor-subject.ts'
import { VendorError } from '../../vendor-error.ts'
import type { ChannelDefinition } from '../channel.ts'
import { woocommerce } from '../woocommerce/index.ts'
import { make, readOne } from './listing-cases.ts'
import { type ChannelSubject, fresh, large, must, open, perform, simple } from './subject.ts'
import type { TestReceiver } from './test-receiver.ts'
import { wooSubject } from './woo-subject.ts'

const definition = woocommerce as unknown as ChannelDefinition // its own types are no longer needed
const FREE = { take: async () => undefined, report: async () => undefined }

const SITES = {
  'plain permalinks': { site: 'plain', pretty: false },
  'a password before the whole site': { site: 'closed', site_auth: 'staging:let me in' },
  'notices before every JSON': { site: 'noisy', notices: true },
  'site time far from UTC, weights in pounds': { site: 'far', utc_offset_h: -11, weight_unit: 'lbs' },
  'slow pictures': { site: 'slow', sideload_ms: 200 },
}

export function wooSiteCases(place: () => { sandbox: SandboxProcess; receiver: TestReceiver }): void {
  const subjectOf = (switches: { site: string; [name: string]: unknown }) => {
    const { sandbox, receiver } = place()
    const { site_auth } = switches
    return wooSubject(sandbox, receiver, switches, typeof site_auth === 'string' ? site_auth : '')
  }
  const keyFor = async (site: string, input: object) => {
    const { sandbox } = place()
    await sandbox.act('woocommerce', 'make_site', { site })
    return sandbox.actFor<{ consumer_key: string; consumer_secret: string }>('woocommerce', 'make_key', {
      site,
      ...input,
    })
  }
  const connectWith = async (site: string, keys: object, key_permissions?: string) => {
    const app = { private_origins: [place().sandbox.url], app_name: 'Omni' }
    const call = { app, limits: FREE, now: () => new Date(), credentials: null }
    const code = JSON.stringify({ ...keys, ...(key_permissions !== undefined && { key_permissions }) })
    return woocommerce.account.connect(call, { code, shop: `${place().sandbox.url}/woocommerce/${site}` })
  }

  describe('woocommerce: odd sites', () => {
    test.each(Object.entries(SITES))(
      '%s',
      async (_title, switches) => {
        const store = await subjectOf(switches)
        const channel = open(definition, store)
        const { key, sku, remote } = await make(channel, (own) => large(own, store.pictures.slice(0, 2)))
        expect([remote.variants.length, remote.pictures.length, remote.variants[3]?.weight_g]).toEqual([10, 2, 250])
        expect((await channel.listings.find({ key, sku })).map(({ remote_id }) => remote_id)).toEqual([
          remote.remote_id,
        ])
        const changed_since = new Date(Date.parse(remote.version))
        const { items } = await channel.listings.list({ changed_since, page_size: 50 })
        expect(items.map(({ remote_id }) => remote_id)).toEqual([remote.remote_id])
        const later = new Date(changed_since.getTime() + 60_000)
        expect((await channel.listings.list({ changed_since: later, page_size: 50 })).items).toEqual([])
        await must(channel.listings.update, { remote, fields: { title: 'Changed' }, known_pictures: {} })
        expect((await readOne(channel, remote.remote_id)).title).toBe('Changed')
      },
      CASE_MS,
    )

    test(
      'keys go as Basic where the site has TLS, and a wrong secret is refused',
      async () => {
        const store = await subjectOf({ site: 'tls', tls: true })
        const unsigned = { ...(store.account.credentials as object), sign: false } // spread only
        const basic: ChannelSubject = { ...store, account: { ...store.account, credentials: unsigned } }
        const { remote } = await make(open(definition, basic))
        expect(remote.title).toContain('Desk lamp')
        const wrong = { ...unsigned, consumer_secret: 'cs_wrong' }
        const refused = open(definition, { ...store, account: { ...store.account, credentials: wrong } })
        expect(await kindOf(refused.listings.read({ remote_ids: [remote.remote_id] }))).toBe('auth_expired')
        const written = await perform(refused.listings.remove, { remote_id: remote.remote_id })
        expect(written).toMatchObject({ outcome: 'refused', kind: 'auth_expired' })
      },
      CASE_MS,
    )

    test(
      'a key that may only read, and a key of somebody without rights, are told apart',
      async () => {
        const reader = await keyFor('keys', { permissions: 'read' })
        await expect(connectWith('keys', reader, 'read')).rejects.toMatchObject({
          kind: 'invalid',
          code: 'key_permissions',
        })
        const author = await keyFor('keys', { permissions: 'read_write', role: 'author' })
        await expect(connectWith('keys', author, 'read_write')).rejects.toMatchObject({
          kind: 'invalid',
          code: 'woocommerce_rest_cannot_view',
        })
        const nobody = { consumer_key: 'ck_1', consumer_secret: 'cs_1' }
        await expect(connectWith('keys', nobody, 'read_write')).rejects.toMatchObject({ kind: 'auth_expired' })
        await expect(connectWith('nowhere', nobody, 'read_write')).rejects.toMatchObject({ kind: 'not_found' })
      },
      CASE_MS,
    )

    test(
      'a copied key is tried: what it may not do is told, and one that may connects',
      async () => {
        const copy = async (site: string, input: object) => {
          const keys = await place().sandbox.actFor<{ consumer_key: string; consumer_secret: string }>(
            'woocommerce',
            'make_key',
            { site, ...input },
          )
          const { consumer_key, consumer_secret } = keys
          return { key: ` ${consumer_key}\n`, secret: consumer_secret }
        }
        const codeOf = (site: string, keys: object) =>
          connectWith(site, keys).then(
            () => 'connected',
            (error: unknown) => (error instanceof VendorError ? error.code : String(error)),
          )
        for (const site of ['copied', 'copied-tls']) {
          await place().sandbox.act('woocommerce', 'make_site', { site, tls: site === 'copied-tls' })
          const good = await copy(site, { permissions: 'read_write' })
          expect(await codeOf(site, await copy(site, { permissions: 'read' }))).toBe('key_permissions')
          expect(await codeOf(site, await copy(site, { permissions: 'write' }))).toBe('key_write_only')
          expect(await codeOf(site, await copy(site, { permissions: 'read_write', role: 'author' }))).toBe('key_rights')
          expect(await codeOf(site, { ...good, secret: 'cs_of_another' })).toBe('key_unknown')
          expect(await codeOf(site, { ...good, key: 'ck_of_nobody' })).toBe('key_unknown')
          expect(await codeOf(site, good)).toBe('connected')
          const books = await fetch(`${place().sandbox.url}/control/woocommerce/books?site=${site}`)
          expect(await books.json()).toMatchObject({ created: [], writes: [] })
        }
      },
      CASE_MS,
    )

    test(
      'a picture that cannot be fetched: refused, and nothing is made',
      async () => {
        const store = await subjectOf({ site: 'broken', sideload_fails: true })
        const channel = open(definition, store)
        const { key, sku } = fresh()
        const document = large(sku, store.pictures.slice(0, 1))
        const outcome = await perform(channel.listings.create, { key, document, known_pictures: {} })
        expect(outcome).toMatchObject({
          outcome: 'refused',
          kind: 'invalid',
          code: 'woocommerce_product_image_upload_error',
        })
        expect((await store.books()).products).toEqual([])
      },
      CASE_MS,
    )

    test(
      'found by the key after the merchant changed the SKU; a duplicate is another product',
      async () => {
        const store = await subjectOf({ site: 'moved' })
        const { sandbox } = place()
        const channel = open(definition, store)
        const { key, sku, remote } = await make(channel)
        const id = Number(remote.remote_id)
        await sandbox.act('woocommerce', 'duplicate_product', { site: 'moved', id })
        expect((await channel.listings.find({ key, sku })).map(({ remote_id }) => remote_id)).toEqual([
          remote.remote_id,
        ])
        await sandbox.act('woocommerce', 'change_sku', { site: 'moved', id, sku: 'MINE' })
        // Both hold our field now, and nothing says which is ours: whoever asks has the id, or asks a person.
        const found = await channel.listings.find({ key, sku })
        expect(found.map(({ remote_id }) => remote_id)).toContain(remote.remote_id)
        expect(found).toHaveLength(2)
      },
      CASE_MS,
    )

    test(
      'what we remove lies in the bin, and the merchant may take it out',
      async () => {
        const store = await subjectOf({ site: 'bin' })
        const channel = open(definition, store)
        const { remote } = await make(channel)
        await must(channel.listings.remove, { remote_id: remote.remote_id })
        expect((await perform(channel.listings.remove, { remote_id: remote.remote_id })).outcome).toBe('done')
        await place().sandbox.act('woocommerce', 'restore_product', { site: 'bin', id: Number(remote.remote_id) })
        expect((await readOne(channel, remote.remote_id)).status).toBe('draft')
      },
      CASE_MS,
    )

    test(
      'an attribute that only tells something stays when options change',
      async () => {
        const store = await subjectOf({ site: 'attributes' })
        const channel = open(definition, store)
        const { remote } = await make(channel, (sku) => large(sku, []))
        await place().sandbox.act('woocommerce', 'add_attribute', {
          site: 'attributes',
          id: Number(remote.remote_id),
          name: 'Material',
          value: 'Oak',
        })
        const options = remote.options.map((one) => ({ ...one, values: [...one.values, 'New'] }))
        await must(channel.listings.update, { remote, fields: { options }, known_pictures: {} })
        const { products } = await store.books()
        expect(products[0]?.attributes).toEqual(['Color', 'Size', 'Material'])
        expect((await readOne(channel, remote.remote_id)).options).toEqual(options)
      },
      CASE_MS,
    )

    test(
      "a merchant's own product: read without a key, and a variant by a global attribute keeps its value",
      async () => {
        const store = await subjectOf({ site: 'own' })
        const channel = open(definition, store)
        await place().sandbox.act('woocommerce', 'stock_shop', { site: 'own', count: 2 })
        const { items } = await channel.listings.list({ page_size: 10 })
        expect(items.map(({ key, variants }) => [key, variants.length])).toEqual([
          [null, 1],
          [null, 2],
        ])
        const remote = items[1]
        if (!remote) throw new Error('it just was there')
        await must(channel.listings.update, {
          remote,
          fields: { options: [{ name: 'Color', values: ['Red', 'Blue', 'Gold'] }] },
          known_pictures: {},
        })
        const [base] = simple(fresh().sku).variants
        if (!base) throw new Error('it has one')
        const create = [{ ...base, option_values: ['Gold'] }]
        await must(channel.listings.variants, { remote, create, update: [], remove: [], known_pictures: {} })
        const after = await readOne(channel, remote.remote_id)
        expect(after.variants.map(({ option_values }) => option_values)).toEqual([['Red'], ['Blue'], ['Gold']])
      },
      CASE_MS,
    )
  })
}
