import pg from 'pg'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { KINDS } from '../../catalogue/kinds.ts'
import { makeWorld, supplyWorld } from '../../catalogue/make-world.ts'
import { composePicture, emojiFile } from '../../catalogue/pictures/compose-picture.ts'
import { likeness, lookOf } from '../../catalogue/pictures/look.ts'
import {
  codePoints,
  keyOf,
  picturesOf,
  readKey,
  variantPicture,
  writeKey,
} from '../../catalogue/pictures/picture-key.ts'
import { SOURCES } from '../../catalogue/shapes.ts'
import { shownVariant } from '../../catalogue/variants.ts'
import { useSandbox } from '../../test-sandbox.ts'
import { item } from '../amazon/dress.ts'
import { pictures } from './index.ts'

const sandbox = useSandbox([pictures], { products: 100, pictures: 'ahead' })
const { offers } = makeWorld({ products: 400 })
const offer = offers.aliexpress.find(({ options }) => options.some(({ name }) => name === 'Color'))

async function inDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(sandbox.databaseUrl)
  await client.connect()
  return work(client).finally(() => client.end())
}
const keptNames = () =>
  inDatabase(async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from vendor_pictures.kept_pictures')
    return rows.map(({ name }) => name)
  })

test('every kind of good has a picture of it', () => {
  expect(KINDS.filter(({ emoji }) => emojiFile(codePoints(emoji)) === null)).toEqual([])
})

test('a picture is served whole and small, and never changes', async () => {
  const url = offer && picturesOf(sandbox.url, offer)[0]
  const big = await fetch(url ?? '')
  expect([big.status, big.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(big.headers.get('cache-control')).toContain('immutable')
  const bytes = Buffer.from(await big.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 512, height: 512, format: 'webp' })
  expect(Buffer.from(await (await fetch(url ?? '')).arrayBuffer()).equals(bytes)).toBe(true)
  const small = await fetch(`${url}?w=400`)
  expect(await sharp(Buffer.from(await small.arrayBuffer())).metadata()).toMatchObject({ width: 400 })
  expect(await sandbox.events('vendor=pictures')).toEqual([])
})

test('what sells best is drawn before anybody asks, and kept over a restart', async () => {
  await expect.poll(async () => (await keptNames()).length).toBeGreaterThan(2)
  const [name = ''] = await keptNames()
  // Drawn anew it would not be this.
  await inDatabase((client) =>
    client.query(`update vendor_pictures.kept_pictures set bytes = 'kept' where name = $1`, [name]),
  )
  await sandbox.restart()
  expect(await (await fetch(`${sandbox.url}/pictures/${name.split(' ')[0]}.webp`)).text()).toBe('kept')
})

test('the dearest of every supplier is drawn ahead, as the supplier shows it', async () => {
  const world = supplyWorld({ products: 100 })
  const wanted = SOURCES.flatMap((source) => {
    const [dearest] = world.offers[source].filter((one) => one.pictures > 0).toSorted((a, b) => b.price - a.price)
    if (!dearest) return []
    const variant = shownVariant(dearest, new Date())
    const url =
      source === 'amazon' && variant
        ? item(dearest, variant, ['images.primary'], '').images?.primary?.large.url
        : picturesOf('', dearest)[0]
    return [url?.match(/([^/]+)\.webp$/)?.[1]]
  })
  expect(wanted.length).toBeGreaterThan(3)
  await expect
    .poll(async () => (await keptNames()).map((name) => name.split(' ')[0]))
    .toEqual(expect.arrayContaining(wanted))
})

test('whoever looks at a page does not wait for what programs asked for before', async () => {
  const wanted = offers.cj.filter((one) => one.pictures > 0).slice(0, 41)
  const ended: string[] = []
  const ask = async (index: number, headers: Record<string, string> = {}) => {
    const one = wanted[index]
    const reply = await fetch(`${one && picturesOf(sandbox.url, one)[0]}`, { headers })
    expect(reply.status).toBe(200)
    ended.push(headers['sec-fetch-dest'] ?? 'program')
  }
  const programs = wanted.slice(1).map((_, at) => ask(at + 1))
  await Promise.all([...programs, ask(0, { 'sec-fetch-dest': 'image' })])
  expect(ended).toHaveLength(41)
  expect(ended.indexOf('image')).toBeLessThan(30)
})

test('a made-up key is not there', async () => {
  for (const path of [
    'nope',
    '1f392_1_1_0',
    '1f392_1_1_0.png',
    'ffffff_1_1_0.webp',
    '..%2f..%2fpackage.json',
    '1f392_1_1_0_plaid9.webp',
  ])
    expect((await sandbox.get(`/pictures/${path}`)).status).toBe(404)
})

test('keys are read as they were written', () => {
  const key = { emoji: '1f3cd-fe0f', good: 12, seller: 3, index: 4, colour: 'teal' }
  expect(readKey(writeKey(key))).toEqual(key)
  expect(offer && variantPicture('', offer, 'Red')).toMatch(/_red\.webp$/)
})

test('colours and sellers look different, the same picture the same', async () => {
  if (!offer) throw new Error('no offer')
  const look = async (index: number, colour = '', seller = offer.seller.number) => {
    const picture = await composePicture({ ...keyOf(offer, index, colour), seller }, 200)
    const seen = picture && (await lookOf(picture))
    if (!seen) throw new Error('no picture')
    return seen
  }
  const main = await look(0)
  expect(likeness(main, await look(0))).toBeCloseTo(1, 5)
  for (const other of [
    await look(0, 'black'),
    await look(0, 'red'),
    await look(1),
    await look(0, '', offer.seller.number + 1),
  ])
    expect(likeness(main, other)).toBeLessThan(0.995)
})
