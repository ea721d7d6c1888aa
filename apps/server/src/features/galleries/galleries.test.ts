import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { galleryCalls } from '@omni/contracts/galleries.calls.ts'
import type { Envelope, Out } from '@omni/contracts/kernel.ts'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { testServer, type Person } from '../../testing/test-server.ts'
import { cleanName, nameOfLink } from './clean-name.ts'

type Uploaded = Out<typeof galleryCalls.uploadGallery>

const heic = readFileSync(fileURLToPath(new URL('../../../test-pictures/red-blue.heic', import.meta.url)))
const RED = { r: 208, g: 32, b: 32 }
const BLUE = { r: 32, g: 64, b: 208 }
/** Red on the left, blue on the right. */
const redBlue = sharp({ create: { width: 120, height: 60, channels: 3, background: RED } }).composite([
  { input: { create: { width: 60, height: 60, channels: 3, background: BLUE } }, left: 60, top: 0 },
])
const png = await redBlue.clone().png().toBuffer()
const MB = 1024 * 1024

// The outside: the one address that is allowed here, as the sandbox's would be.
const outside = createServer((request, reply) => {
  if (request.url?.startsWith('/photo')) reply.setHeader('content-type', 'text/html').end(png)
  else if (request.url === '/big') reply.end(Buffer.alloc(3 * MB, 1))
  else if (request.url === '/inside') reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  else if (request.url === '/page') reply.end('<html>no picture</html>')
  else reply.writeHead(404).end()
})
await new Promise<void>((done) => {
  outside.listen(0, '127.0.0.1', done)
})
const site = `http://127.0.0.1:${(outside.address() as AddressInfo).port}` // listening on a port, so not a path
afterAll(() => {
  outside.close()
})

const server = await testServer({ STORAGE_DIR: mkdtempSync(join(tmpdir(), 'omni-files-')), SANDBOX_URL: site })
const me = await server.person()

async function upload(
  fields: Record<string, string | Uint8Array>,
  file_name = 'picture.png',
  as: Person = me,
  headers: Record<string, string> = {},
): Promise<Uploaded> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.set(name, value)
    else form.set(name, new Blob([new Uint8Array(value)], { type: 'image/png' }), file_name)
  }
  const whole = new Response(form)
  const response = await server.app.inject({
    method: 'POST',
    url: `/api${galleryCalls.uploadGallery.path}`,
    payload: Buffer.from(await whole.arrayBuffer()),
    headers: {
      app: 'AO',
      authorization: `Bearer ${as.token}`,
      'content-type': whole.headers.get('content-type') ?? '',
      ...headers,
    },
  })
  expect(response.statusCode).toBe(200)
  return response.json<Envelope<Uploaded>>().data as Uploaded // 200 carries data
}

async function uploaded(bytes: Uint8Array, name?: string, as?: Person) {
  const { image, error_code } = await upload({ file: bytes }, name, as)
  if (!image) throw new Error(`refused: ${error_code}`)
  return image
}

const get = (url: string) => server.app.inject({ method: 'GET', url })
async function pixels(url: string) {
  const { data, info } = await sharp((await get(url)).rawPayload)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return {
    width: info.width,
    height: info.height,
    at: (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)],
  }
}
const isNear = (found: number[], { r, g, b }: typeof RED) =>
  [r, g, b].every((value, n) => Math.abs(value - (found[n] ?? -999)) < 40)

test('each accepted kind is taken by what it is, drawn anew and served for ever', async () => {
  const svg = Buffer.from(
    '<?xml version="1.0"?>\n<!-- made by hand --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" width="40" height="20"><rect width="40" height="20" fill="#d02020"/></svg>',
  )
  const kinds = [
    [
      'jpeg',
      await redBlue
        .clone()
        .withMetadata({ exif: { IFD0: { Copyright: 'a secret place' } } })
        .jpeg()
        .toBuffer(),
      'webp',
      120,
      60,
    ],
    ['png', png, 'webp', 120, 60],
    ['webp', await redBlue.clone().webp().toBuffer(), 'webp', 120, 60],
    ['svg', svg, 'webp', 1024, 512],
    ['heic', heic, 'jpeg', 128, 64],
  ] as const
  for (const [kind, bytes, format, width, height] of kinds) {
    const image = await uploaded(bytes, `my ${kind}.exe`)
    expect(image, kind).toMatchObject({ name: `my ${kind}.exe`, width, height, origin_id: null })
    expect(image.image_url).toMatch(
      new RegExp(`^/files/galleries/${me.workplace_id}/${image.id}\\.${format === 'jpeg' ? 'jpg' : 'webp'}$`),
    )
    const file = await get(image.image_url)
    expect([
      file.statusCode,
      file.headers['content-type'],
      file.headers['x-content-type-options'],
      file.headers['cache-control'],
    ]).toEqual([200, `image/${format}`, 'nosniff', 'public, max-age=31536000, immutable'])
    expect(file.rawPayload.length).toBe(image.size)
    const { exif, icc, xmp, format: real } = await sharp(file.rawPayload).metadata()
    expect([real, exif, icc, xmp], kind).toEqual([format, undefined, undefined, undefined])
    expect(file.rawPayload.includes('a secret place')).toBe(false)
    expect(isNear((await pixels(image.image_url)).at(10, 10), RED), kind).toBe(true)
  }
})

test('a moving picture is its first frame, a turned one stands upright', async () => {
  const frames = await sharp([png, await sharp(png).flop().png().toBuffer()], { join: { animated: true } })
    .webp()
    .toBuffer()
  expect((await sharp(frames).metadata()).pages).toBe(2)
  const first = await uploaded(frames)
  expect([first.width, first.height]).toEqual([120, 60])
  expect((await sharp((await get(first.image_url)).rawPayload).metadata()).pages ?? 1).toBe(1)
  const turned = await uploaded(await redBlue.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer())
  const seen = await pixels(turned.image_url)
  expect([seen.width, seen.height]).toEqual([60, 120])
  expect([isNear(seen.at(30, 10), RED), isNear(seen.at(30, 110), BLUE)]).toEqual([true, true])
})

test('what cannot be taken says why, in the language of the reader', async () => {
  const before = (await server.ask(galleryCalls.listGallery, {}, me)).body.data?.total
  expect(await upload({ file: await redBlue.clone().gif().toBuffer() }, 'a.png')).toMatchObject({
    image: null,
    error_code: 'TYPE',
  })
  expect(await upload({ file: Buffer.from('nothing') })).toMatchObject({ image: null, error_code: 'TYPE' })
  expect(await upload({ file: Buffer.concat([png, Buffer.alloc(2 * MB)]) }, '../cat.png')).toEqual({
    image: null,
    error_code: 'SIZE',
    message: 'cat.png image over size 2',
  })
  expect(await upload({ file: png.subarray(0, 60) }, 'b.png', me, { locale: 'de' })).toEqual({
    image: null,
    error_code: 'BROKEN',
    message: 'b.png ist beschädigt oder nicht lesbar.',
  })
  expect(
    (
      await upload({
        file: await sharp({ create: { width: 6000, height: 6000, channels: 3, background: RED } })
          .png()
          .toBuffer(),
      })
    ).error_code,
  ).toBe('PIXELS')
  expect(
    (
      await upload({
        file: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
      })
    ).error_code,
  ).toBe('UNSAFE')
  expect((await upload({})).error_code).toBe('MISSING')
  expect((await server.ask(galleryCalls.listGallery, {}, me)).body.data?.total).toBe(before)
})

test('a full gallery takes nothing more', async () => {
  const full = await server.person()
  await server.behind.query('insert into product_counts (workplace_id, images) values ($1, 20000)', [full.workplace_id])
  expect((await upload({ file: png }, 'a.png', full)).error_code).toBe('LIMIT')
})

test('an address is fetched from outside only, and then is a picture like any other', async () => {
  const { image } = await upload({ link: `${site}/photo%20of%20a%20cat.png?x=1` })
  expect(image).toMatchObject({ name: 'photo of a cat.png', width: 120, height: 60 })
  for (const link of [
    'http://127.0.0.1:1/a.png',
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    'nonsense',
    `${site}/nothing`,
    `${site}/inside`,
  ]) {
    expect((await upload({ link })).error_code, link).toBe('LINK')
  }
  expect((await upload({ link: `${site}/page` })).error_code).toBe('TYPE')
  expect((await upload({ link: `${site}/big` })).error_code).toBe('SIZE')
})

test('names are texts to show, whatever they try', () => {
  const long = 'é'.repeat(300)
  expect(
    [
      '../../x',
      '..\\..\\x.png',
      'a\0.png',
      '/',
      '..',
      '',
      '\u202egnp.exe',
      'a\r\nb.png',
      long,
      '  two   words .png',
    ].map(cleanName),
  ).toEqual([
    'x',
    'x.png',
    'a.png',
    'image',
    'image',
    'image',
    'gnp.exe',
    'ab.png',
    long.slice(0, 120),
    'two words .png',
  ])
  expect([...cleanName('💥'.repeat(200))].length).toBe(120)
  expect(nameOfLink('https://a.test/b/%2e%2e%2fc%00.png?d=e')).toBe('c.png')
  expect(nameOfLink('https://a.test/100%.png')).toBe('100%.png')
})

test('the gallery lists newest first, page by page, and counts what is there', async () => {
  const someone = await server.person()
  const made = []
  for (let n = 0; n < 5; n++) made.unshift((await uploaded(png, `${n}.png`, someone)).id)
  const page = async (number: number) =>
    (await server.ask(galleryCalls.listGallery, { page: number, page_size: 2 }, someone)).body.data
  expect(
    (await Promise.all([1, 2, 3, 4].map(page))).map((one) => [one?.images.map(({ id }) => id), one?.total]),
  ).toEqual([
    [made.slice(0, 2), 5],
    [made.slice(2, 4), 5],
    [made.slice(4), 5],
    [[], 5],
  ])
  const [gone = ''] = made
  const url = (await page(1))?.images[0]?.image_url ?? ''
  expect((await server.ask(galleryCalls.deleteGalleryImage, { image_id: gone }, someone)).body.data).toEqual({
    deleted: true,
  })
  expect((await server.ask(galleryCalls.deleteGalleryImage, { image_id: gone }, someone)).http).toBe(404)
  expect(await page(1)).toMatchObject({ images: [{ id: made[1] }, { id: made[2] }], total: 4 })
  expect((await get(url)).statusCode, 'products may still show it').toBe(200)
  for (let n = 0; n < 2; n++)
    expect((await server.ask(galleryCalls.restoreGalleryImage, { image_id: gone }, someone)).body.data).toEqual({
      restored: true,
    })
  expect(await page(1)).toMatchObject({ images: [{ id: gone }, { id: made[1] }], total: 5 })
})

test('turned, mirrored and cropped into a new picture; the one before stays', async () => {
  const original = await uploaded(png, 'cat.png')
  const edit = async (how: object, url = original.image_url) => {
    const { http, body } = await server.ask(galleryCalls.editImage, { url, ...how }, me)
    expect(http).toBe(200)
    if (!body.data) throw new Error('nothing')
    return { image: body.data.image, seen: await pixels(body.data.image.image_url) }
  }
  const turned = await edit({ rotate: 90 })
  expect(turned.image).toMatchObject({ name: 'cat.png', origin_id: original.id, width: 60, height: 120 })
  expect([isNear(turned.seen.at(30, 10), RED), isNear(turned.seen.at(30, 110), BLUE)]).toEqual([true, true])
  const flopped = await edit({ flop: true })
  expect([isNear(flopped.seen.at(10, 30), BLUE), isNear(flopped.seen.at(110, 30), RED)]).toEqual([true, true])
  const upside = await edit({ rotate: 90, flip: true })
  expect([isNear(upside.seen.at(30, 10), BLUE), isNear(upside.seen.at(30, 110), RED)]).toEqual([true, true])
  const right = await edit({ crop: { x: 50, y: 25, width: 50, height: 50 } })
  expect([right.seen.width, right.seen.height, isNear(right.seen.at(5, 5), BLUE)]).toEqual([60, 30, true])
  // After turning, the blue half lies below: the crop's percentages are of that.
  const below = await edit(
    { rotate: 90, crop: { x: 0, y: 50, width: 100, height: 50 } },
    `http://omni.test${original.image_url}`,
  )
  expect([below.seen.width, below.seen.height, isNear(below.seen.at(30, 5), BLUE)]).toEqual([60, 60, true])
  expect((await edit({ crop: { x: 40, y: 40, width: 0.2, height: 0.2 } })).image, 'a slip of the mouse').toMatchObject({
    width: 120,
    height: 60,
  })
  const supplier = await edit({ rotate: 180 }, `${site}/photo.png`)
  expect(supplier.image).toMatchObject({ name: 'photo.png', origin_id: null, width: 120 })
  const { rows } = await server.behind.query('select origin_url from gallery_images where image_id = $1', [
    supplier.image.id,
  ])
  expect(rows).toEqual([{ origin_url: `${site}/photo.png` }])
  expect((await get(original.image_url)).rawPayload.length).toBe(original.size)
  expect(
    await sharp((await get((await edit({}, (await uploaded(heic)).image_url)).image.image_url)).rawPayload).metadata(),
  ).toMatchObject({ format: 'webp' })
})

test('editing what is not there, not ours or not a picture is refused', async () => {
  const foreign = await uploaded(png, 'theirs.png', await server.person())
  const ask = async (url: string) => (await server.ask(galleryCalls.editImage, { url, rotate: 90 }, me)).http
  expect(await ask(foreign.image_url)).toBe(404)
  for (const url of [
    '/files/',
    '/files/../../etc/passwd',
    `/files/galleries/${me.workplace_id}/${foreign.id}.webp`,
    `/files/galleries/${me.workplace_id}/------------------------------------.webp`,
  ])
    expect(await ask(url), url).toBe(404)
  for (const url of [`${site}/page`, `${site}/nothing`, 'http://127.0.0.1:1/', 'nonsense'])
    expect(await ask(url), url).toBe(422)
})

test('files are served by our own keys alone', async () => {
  const { image_url } = await uploaded(png)
  for (const url of [
    '/files/',
    '/files/galleries',
    `${image_url}.html`,
    image_url.replace('.webp', '.html'),
    image_url.replace('.webp', '.jpg'),
    '/files/galleries/..%2f..%2fetc%2fpasswd',
    '/files/exports/a.webp',
  ]) {
    expect((await get(url)).statusCode, url).toBe(404)
  }
  expect((await server.app.inject({ method: 'HEAD', url: image_url })).statusCode).toBe(200)
})

test("the supplier's pictures of a product are there to go back to, for its own workplace alone", async () => {
  const images = [
    { url: 'https://a.test/1.jpg', variant: null },
    { url: 'https://a.test/2.jpg', variant: 'Red' },
  ]
  const {
    rows: [product],
  } = await server.behind.query<{ product_id: string }>(
    `insert into products (workplace_id, title, currency, ship_to, source, source_product_id, origin_images)
    values ($1, 'Cat', 'USD', 'US', 'cj', '1', $2) returning product_id`,
    [me.workplace_id, JSON.stringify(images)],
  )
  const id = product?.product_id ?? ''
  expect((await server.ask(galleryCalls.getImageOrigins, { id }, me)).body.data).toEqual({
    images: images.map((image) => ({ ...image, source: 'cj' })),
  })
  expect((await server.ask(galleryCalls.getImageOrigins, { id }, await server.person())).http).toBe(404)
  await server.behind.query('update products set deleted_at = now() where product_id = $1', [id])
  expect((await server.ask(galleryCalls.getImageOrigins, { id }, me)).http).toBe(404)
})

test('another workplace sees and touches nothing', async () => {
  const mine = await uploaded(png)
  const stranger = await server.person()
  expect((await server.ask(galleryCalls.listGallery, {}, stranger)).body.data).toEqual({ images: [], total: 0 })
  expect((await server.ask(galleryCalls.deleteGalleryImage, { image_id: mine.id }, stranger)).http).toBe(404)
  expect((await server.ask(galleryCalls.listGallery, {}, me)).body.data?.images[0]?.id).toBe(mine.id)
})
