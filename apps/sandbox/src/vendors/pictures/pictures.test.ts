import pg from 'pg'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { KINDS } from '../../catalogue/kinds.ts'
import { makeWorld } from '../../catalogue/make-world.ts'
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
import { useSandbox } from '../../test-sandbox.ts'
import { pictures } from './index.ts'

const sandbox = useSandbox([pictures], { products: 100, pictures: 'ahead' })
const { offers } = makeWorld({ products: 400 })
const offer = offers.aliexpress.find(({ options }) => options.some(({ name }) => name === 'Color'))

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
  const client = new pg.Client(sandbox.databaseUrl)
  await client.connect()
  const names = async () =>
    (await client.query<{ name: string }>('select name from vendor_pictures.kept_pictures')).rows.map(
      ({ name }) => name,
    )
  await expect.poll(async () => (await names()).length, { timeout: 60_000 }).toBeGreaterThan(2)
  const [name = ''] = await names()
  // Drawn anew it would not be this.
  await client.query(`update vendor_pictures.kept_pictures set bytes = 'kept' where name = $1`, [name])
  await client.end()
  await sandbox.restart()
  expect(await (await fetch(`${sandbox.url}/pictures/${name.split(' ')[0]}.webp`)).text()).toBe('kept')
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
