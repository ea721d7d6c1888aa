import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { imageSearchCalls } from '@omni/contracts/image-search.calls.ts'
import type { Envelope, Out } from '@omni/contracts/kernel.ts'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { expect, inject, test } from 'vitest'
import { hasModel, modelsDir } from '../../platform/picture-model/model-file.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { testServer, type TestServer } from '../../testing/test-server.ts'
import { countTags, indexProducts } from '../catalog/search/index-products.ts'

type Found = Out<typeof imageSearchCalls.findSuppliers>

const MAKE_MODEL = fileURLToPath(new URL('../../../../../scripts/picture-model/make-model.ts', import.meta.url))
const sandbox = await sandboxProcess(100)
const server = await testServer({
  ...sandbox.env,
  ...(process.env['MODELS_DIR'] && { MODELS_DIR: process.env['MODELS_DIR'] }),
  ALIEXPRESS_REFRESH_TOKEN: '',
  CJ_API_KEY: '',
  AMAZON_CREDENTIAL_ID: '',
})
const me = await server.person()
server.clock.now = new Date()

/** In a process of its own, as an operator does it: the conversion would stop this one for half a minute. */
function getModel(): boolean {
  const made = spawnSync(process.execPath, [MAKE_MODEL, modelsDir(server.runtime.config)], { encoding: 'utf8' })
  if (made.status === 0) return true
  console.log(`The picture model cannot be made here, so only the answers without it are tested: ${made.stderr}`)
  return false
}
const ready = getModel()

/** Code points of the things; sold by so many sellers each, in makes of their own colours. */
const THINGS = { backpack: '1f392', glasses: '1f453', turtle: '1f422', teapot: '1fad6', guitar: '1f3b8', boot: '1f97e' }
const SELLERS = 4
const SOURCES = ['aliexpress', 'cj', 'ebay', 'zopi']
const picture = (emoji: string, good: number, seller: number, index = 0) =>
  `${sandbox.url}/pictures/${emoji}_${good}_${seller}_${index}.webp`

async function fill() {
  let good = 0
  for (const [thing, emoji] of Object.entries(THINGS)) {
    good++
    for (let seller = 1; seller <= SELLERS; seller++) {
      const name = [
        `Hiking ${thing} with Ruby Buckle`,
        `New Ruby Buckle ${thing} for Hiking`,
        `${thing} Hiking Ruby Buckle - Free Shipping`,
        `Premium ${thing} Ruby Hiking`,
      ][seller - 1]
      await server.behind.query(
        `insert into catalog_products (source, source_product_id, name, images, price_min, price_max, rsp_price,
          profit, orders, specifications, content_hash)
        values ($1, $2, $3, $4, $5, $5, 3000, 900, $6, $7, '')`,
        [
          SOURCES[seller - 1],
          `${thing}-${seller}`,
          name,
          [picture(emoji, good, seller), picture(emoji, good, seller, 1)],
          1000 + good * 100 + seller * 10,
          100 - good,
          JSON.stringify([
            { name: 'Material', value: `M${good}` },
            { name: 'Brand', value: `B${good}` },
          ]),
        ],
      )
    }
  }
  await server.behind.query(
    `insert into catalog_products (source, source_product_id, name, images, price_min, price_max, rsp_price, profit,
      content_hash)
    values ('zopi', 'broken', 'Broken', $1, 1, 1, 1, 1, '')`,
    [[`${sandbox.url}/pictures/nothing.webp`]],
  )
  const { rows } = await server.behind.query<{ id: string }>('select id from catalog_products')
  await server.runtime.db({}).tx(async (tx) => {
    await indexProducts(
      tx,
      rows.map(({ id }) => Number(id)),
    )
    await countTags(tx, new Date())
  })
}
await fill()

async function run(name: string, times = 1) {
  await server.behind.query(`select enqueue_job($1, '{}')`, [name])
  await server.runJobs(times)
}

async function upload(
  to: TestServer,
  fields: Record<string, string | Blob>,
  as = me,
): Promise<{ http: number; body: Envelope<Found> }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.set(name, value)
    else form.set(name, value, 'picture.png')
  }
  const whole = new Response(form)
  const response = await to.app.inject({
    method: 'POST',
    url: `/api${imageSearchCalls.findSuppliers.path}`,
    payload: Buffer.from(await whole.arrayBuffer()),
    headers: {
      app: 'AO',
      authorization: `Bearer ${as.token}`,
      'content-type': whole.headers.get('content-type') ?? '',
    },
  })
  return { http: response.statusCode, body: response.json() }
}

const bytesAt = async (url: string) => new Uint8Array(await (await fetch(url)).arrayBuffer())
const names = (list: Found['same'] | undefined) => list?.map(({ product }) => product.source_product_id) ?? []
const vectors = async () =>
  (
    await server.behind.query<{ id: string; size: number; made_at: string }>(
      `select product_id as id, octet_length(vector) as size, made_at::text from catalog_vectors order by product_id`,
    )
  ).rows

test('what is not a picture is refused, with or without a model', async () => {
  const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  for (const bytes of [
    Buffer.from('just text that says it is a PNG'),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    png.subarray(0, 30),
    Buffer.alloc(0),
  ]) {
    const reply = await upload(server, { image: new Blob([new Uint8Array(bytes)], { type: 'image/png' }) })
    expect(reply.http).toBe(422)
    expect(reply.body.errors?.['image']?.[0]).toMatch(/not a picture/)
  }
  const huge = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  expect((await upload(server, { image: new Blob([new Uint8Array(huge)]) })).http, '81 million pixels').toBe(422)
  expect((await upload(server, { image: new Blob([new Uint8Array(6 * 1024 * 1024)]) })).http, 'too heavy').toBe(400)
  expect((await upload(server, {})).body.errors?.['image']?.[0]).toMatch(/Choose a picture/)
})

test('addresses inside the house are refused; ones without a picture say so', async () => {
  for (const image_url of [
    'http://127.0.0.1:1/a.png',
    'http://169.254.169.254/latest/meta-data',
    'http://localhost:5432/',
    'file:///etc/passwd',
    'nonsense',
    'http://[::1]/a.png',
  ]) {
    const reply = await server.ask(imageSearchCalls.findSuppliers, { image_url }, me)
    expect(reply.http, image_url).toBe(422)
    expect(reply.body.errors?.['image_url']?.[0], image_url).toMatch(/cannot be used/)
    expect((await server.ask(imageSearchCalls.getProductIdByImage, { image_url }, me)).http).toBe(422)
  }
  expect(
    (await server.ask(imageSearchCalls.findSuppliers, { image_url: `${sandbox.url}/pictures/none.webp` }, me)).body
      .errors?.['image_url']?.[0],
  ).toMatch(/no picture at this address/)
  expect(
    (await server.ask(imageSearchCalls.findSuppliers, { image_url: `${sandbox.url}/control/health` }, me)).http,
  ).toBe(422)
  expect(
    (await server.ask(imageSearchCalls.findSuppliers, { source: 'cj', product_source_id: 'nothing' }, me)).http,
  ).toBe(404)
})

test('a picture at an address comes back to be shown and cropped; what is none is refused', async () => {
  const image_url = picture(THINGS.boot, 1, 1)
  const reply = await server.ask(imageSearchCalls.getPictureAt, { image_url }, me)
  const { format, width } = await sharp(Buffer.from(reply.body.data?.jpeg ?? '', 'base64')).metadata()
  expect({ format, isThere: (width ?? 0) > 100 }).toEqual({ format: 'jpeg', isThere: true })
  const inside = await server.ask(imageSearchCalls.getPictureAt, { image_url: 'http://127.0.0.1:1/a.png' }, me)
  expect(inside.http).toBe(422)
})

test('without a model everything answers, and says that it is preparing', async () => {
  const other = await testServer({ ...sandbox.env, MODELS_DIR: mkdtempSync(join(tmpdir(), 'omni-none-')) })
  const person = await other.person()
  await other.behind.query(`select enqueue_job('image-search.describe', '{}'), enqueue_job('catalog.link-goods', '{}')`)
  expect(await other.runJobs()).toEqual(expect.arrayContaining(['image-search.describe', 'catalog.link-goods']))
  expect(hasModel(other.runtime.config.MODELS_DIR)).toBe(false)
  expect((await other.ask(imageSearchCalls.getImageSearchState, {}, person)).body.data).toEqual({
    state: 'preparing',
    indexed: 0,
    pictures: 0,
  })
  const found = await upload(other, { image: new Blob([await bytesAt(picture(THINGS.boot, 1, 1))]) }, person)
  expect(found.http).toBe(200)
  expect(found.body.data).toEqual({ product: null, state: 'preparing', same: [], similar: [], indexed: 0, pictures: 0 })
  expect(
    (await other.ask(imageSearchCalls.getProductIdByImage, { image_url: picture(THINGS.boot, 1, 1) }, person)).body
      .data,
  ).toBeNull()
})

test.runIf(ready)(
  'the catalogue is described once; a picture that is broken is remembered and not tried at once again',
  async () => {
    await run('image-search.describe')
    const first = await vectors()
    expect(first.filter(({ size }) => size === 2048)).toHaveLength(Object.keys(THINGS).length * SELLERS)
    expect(first.filter(({ size }) => size === 1)).toHaveLength(1)
    await run('image-search.describe', 2)
    expect(await vectors()).toEqual(first)
    // Described before colours were: again.
    await server.behind.query(`update catalog_vectors set colours = null where product_id =
      (select min(product_id) from catalog_vectors where octet_length(vector) > 1)`)
    await run('image-search.describe', 2)
    expect(
      (
        await server.behind.query(`select distinct octet_length(colours) as size from catalog_vectors
      where octet_length(vector) > 1`)
      ).rows,
    ).toEqual([{ size: 256 }])
    await server.behind.query(
      `update catalog_vectors set made_at = now() - interval '2 minutes' where octet_length(vector) = 1`,
    )
    await run('image-search.describe', 2)
    const { rows } = await server.behind.query<{ tries: number }>(
      `select get_byte(vector, 0) as tries from catalog_vectors where octet_length(vector) = 1`,
    )
    expect(rows).toEqual([{ tries: 2 }])
    expect((await server.ask(imageSearchCalls.getImageSearchState, {}, me)).body.data).toMatchObject({
      state: 'ready',
      indexed: 24,
      pictures: 25,
    })
  },
  // The describing process yields to whatever else runs: beside busy loops it gets a tenth of a core.
  300_000 * inject('patience'),
)

test.runIf(ready)('offers of the same good are linked, others are not, and a second run changes nothing', async () => {
  await server.behind.query(`update catalog_vectors set made_at = made_at - interval '1 hour'`)
  await run('catalog.link-goods')
  const goods = async () =>
    (
      await server.behind.query<{ thing: string; good_id: string | null }>(
        `select source_product_id as thing, good_id from catalog_products where source_product_id ~ '-\\d$' order by id`,
      )
    ).rows
  const linked = await goods()
  const groups = Map.groupBy(linked, ({ good_id }) => good_id)
  for (const [good_id, list] of groups) {
    expect(good_id).not.toBeNull()
    expect(new Set(list.map(({ thing }) => thing.split('-')[0])).size, String(good_id)).toBe(1)
  }
  expect(groups.size).toBe(Object.keys(THINGS).length)
  // Looked at again, so compared again.
  await server.behind.query(`update catalog_products set detail_at = now() - interval '30 minutes'`)
  await run('catalog.link-goods', 2)
  expect(await goods()).toEqual(linked)
  // Another make altogether by now: it leaves, the others stay together.
  await server.behind.query(
    `update catalog_products set name = 'Wooden Train Puzzle', detail_at = now() - interval '20 minutes'
      where source_product_id = 'boot-1'`,
  )
  await run('catalog.link-goods', 2)
  const after = await goods()
  expect(after.find(({ thing }) => thing === 'boot-1')?.good_id).toBeNull()
  expect(new Set(after.filter(({ thing }) => /^boot-[2-4]$/.test(thing)).map(({ good_id }) => good_id)).size).toBe(1)
  expect(after.filter(({ thing }) => !thing.startsWith('boot'))).toEqual(
    linked.filter(({ thing }) => !thing.startsWith('boot')),
  )
})

test.runIf(ready)('a photo of a thing finds its offers first, by upload, by address and by product', async () => {
  const [turtle, teapot] = [3, 4]
  const other = await sharp(await bytesAt(picture(THINGS.turtle, turtle, 9, 2)))
    .jpeg({ quality: 60 })
    .toBuffer()
  const uploaded = await upload(server, { image: new Blob([new Uint8Array(other)]) })
  expect(uploaded.body.data?.state).toBe('ready')
  const all = [...(uploaded.body.data?.same ?? []), ...(uploaded.body.data?.similar ?? [])].sort(
    (a, b) => b.match - a.match,
  )
  expect(names(all.slice(0, 4)).every((name) => name.startsWith('turtle'))).toBe(true)
  expect(all.every(({ match }) => match >= 0 && match <= 100)).toBe(true)

  const byAddress = await server.ask(
    imageSearchCalls.findSuppliers,
    { image_url: picture(THINGS.teapot, teapot, 1) },
    me,
  )
  expect(byAddress.body.data?.same[0]).toMatchObject({ match: 100, product: { source_product_id: 'teapot-1' } })
  expect(
    names(byAddress.body.data?.same)
      .filter((name) => name.startsWith('teapot-'))
      .sort(),
  ).toEqual(['teapot-1', 'teapot-2', 'teapot-3', 'teapot-4'])

  const own = await server.ask(imageSearchCalls.findSuppliers, { source: 'cj', product_source_id: 'guitar-2' }, me)
  expect(names(own.body.data?.same)).not.toContain('guitar-2')
  expect(
    names(own.body.data?.same)
      .filter((name) => name.startsWith('guitar-'))
      .sort(),
  ).toEqual(['guitar-1', 'guitar-3', 'guitar-4'])

  const filtered = await upload(server, { image: new Blob([new Uint8Array(other)]), source: 'zopi' })
  expect(
    new Set(
      [...(filtered.body.data?.same ?? []), ...(filtered.body.data?.similar ?? [])].map(
        ({ product }) => product.source,
      ),
    ),
  ).toEqual(new Set(['zopi']))
})

test.runIf(ready)('where a cropped picture is like several, the one in the same colours comes first', async () => {
  const guitar = 5
  // Only colours tell them apart now; the first of them would come first by its number.
  await server.behind.query(
    `update catalog_vectors v set made_at = clock_timestamp(), vector = first.vector
    from catalog_products p, catalog_vectors first join catalog_products f on f.id = first.product_id
    where p.id = v.product_id and p.source_product_id ~ '^guitar-' and f.source_product_id = 'guitar-1'`,
  )
  const whole = sharp(await bytesAt(picture(THINGS.guitar, guitar, 3)))
  const crop = await whole.extract({ left: 26, top: 38, width: 358, height: 358 }).jpeg({ quality: 80 }).toBuffer()
  const find = async () => {
    const { data } = (await upload(server, { image: new Blob([new Uint8Array(crop)]) })).body
    return [...(data?.same ?? []), ...(data?.similar ?? [])]
  }
  await expect.poll(async () => names(await find())[0], { interval: 1000 }).toBe('guitar-3')
  expect((await find())[0]?.match).toBeLessThan(94)
  await server.behind.query(`update catalog_vectors v set image = '' from catalog_products p
    where p.id = v.product_id and p.source_product_id ~ '^guitar-'`)
  await run('image-search.describe', 2)
})

test.runIf(ready)(
  'a supplier that searches by image is asked too, and what it knows joins the catalogue; one that is down is not missed',
  async () => {
    const asked = (await sandbox.events('ebay')).filter(({ name }) => /image/.test(name)).length
    expect(asked).toBeGreaterThan(0)
    const {
      rows: [joined],
    } = await server.behind.query<{ n: number }>(
      `select count(*)::int as n from catalog_products where source = 'ebay' and source_product_id !~ '-'`,
    )
    expect(joined?.n).toBeGreaterThan(0)
    await sandbox.setFaults('ebay', [{ kind: 'server_error', percent: 100, status: 503 }])
    const reply = await server.ask(imageSearchCalls.findSuppliers, { image_url: picture(THINGS.boot, 6, 1) }, me)
    expect(reply.body.data?.same[0]?.product.source_product_id).toBe('boot-1')
    await sandbox.setFaults('ebay', [])
  },
)

test.runIf(ready)('an address tells its product: exactly, or by the picture behind it', async () => {
  const ask = async (image_url: string) =>
    (await server.ask(imageSearchCalls.getProductIdByImage, { image_url }, me)).body.data
  expect(await ask(picture(THINGS.boot, 6, 2, 1))).toMatchObject({ source: 'cj', product_id: 'boot-2', match: 100 })
  expect(await ask(`${picture(THINGS.boot, 6, 3)}?w=400`)).toMatchObject({ source: 'ebay', product_id: 'boot-3' })
  expect(await ask(picture('1f355', 77, 1))).toBeNull()
})

test.runIf(ready)('what is new is found a moment later, what is gone at once no more', async () => {
  const pizza = picture('1f355', 77, 1)
  await server.behind.query(
    `insert into catalog_products (source, source_product_id, name, images, price_min, price_max, rsp_price, profit,
      content_hash) values ('zopi', 'pizza', 'Pizza Stone', $1, 900, 900, 2000, 500, '')`,
    [[pizza]],
  )
  await run('image-search.describe')
  const ask = async () =>
    (await server.ask(imageSearchCalls.findSuppliers, { image_url: `${pizza}?w=400` }, me)).body.data
  await expect
    .poll(async () => names((await ask())?.same), { timeout: 90_000 * inject('patience'), interval: 500 })
    .toEqual(['pizza'])
  await server.behind.query(`update catalog_products set gone_at = now() where source_product_id = 'pizza'`)
  expect(names((await ask())?.same)).toEqual([])
})

test(
  'one picture is one search of the quota, however often its frame is moved; the last one says what to do',
  async () => {
    const seller = await server.person()
    const used = async () =>
      (
        await server.behind.query<{ usage: number }>(
          `select coalesce(sum(usage), 0)::int as usage from feature_usage
          where workplace_id = $1 and feature = 'FIND_SIMILAR_PRODUCT'`,
          [seller.workplace_id],
        )
      ).rows[0]?.usage
    const ask = (search_id?: string, image_url = picture(THINGS.boot, 1, 1)) =>
      server.ask(imageSearchCalls.findSuppliers, { image_url, ...(search_id && { search_id }) }, seller)
    const first = randomUUID()
    for (let frame = 0; frame < 3; frame++) expect((await ask(first)).http).toBe(200)
    expect(await used()).toBe(1)
    await ask(randomUUID())
    await ask()
    expect(await used()).toBe(3)
    // What a product's page shows beside it is no search; the search from its card is one, and shows its picture.
    const own = { source: 'cj' as const, product_source_id: 'guitar-2' }
    await server.ask(imageSearchCalls.findSuppliers, own, seller)
    expect(await used()).toBe(3)
    const card = await server.ask(imageSearchCalls.findSuppliers, { ...own, search_id: randomUUID() }, seller)
    expect(await used()).toBe(4)
    expect(card.body.data?.product?.image).toMatch(/^http/)
    // What is not a picture costs nothing.
    await ask(randomUUID(), `${sandbox.url}/pictures/none.webp`)
    expect(await used()).toBe(4)
    await server.behind.query(
      `update feature_usage set usage = 20 where workplace_id = $1 and feature = 'FIND_SIMILAR_PRODUCT'`,
      [seller.workplace_id],
    )
    expect((await ask(randomUUID())).body.message).toMatch(/20 searches by image are used up/)
    expect((await ask(first)).http).toBe(200)
  },
  180_000 * inject('patience'),
)
