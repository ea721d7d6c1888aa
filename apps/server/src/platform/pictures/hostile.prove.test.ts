import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { createRedrawer, redrawPicture, type Redrawer } from './pictures.ts'
import { MAX_SIDE, type RedrawAnswer } from './redraw.ts'

const fixture = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../test-pictures/${name}`, import.meta.url)))
const [heic, largeHeic] = [fixture('red-blue.heic'), fixture('twelve-megapixels.heic')]
const MB = 1024 * 1024
const MORE_MEMORY_MB = 200
const PAYLOAD = '<script>alert("owned")</script>'

const flat = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({
    create: { width, height, channels, background: { r: 200, g: 40, b: 90, alpha: 0.5 } },
    limitInputPixels: false,
  })
const noisy = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
const svg = (inside: string, head = '', size = 'width="40" height="20"') =>
  Buffer.from(
    `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}><rect width="40" height="20" fill="#0a0"/>${inside}</svg>`,
  )

/** A PNG by hand: any size may be claimed, any chunk put in. */
function png(
  width: number,
  height: number,
  more: [string, Buffer][] = [],
  body = Buffer.alloc((width + 1) * height),
): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...more.map(([type, data]) => chunk(type, data)),
    chunk('IDAT', deflateSync(body, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Puts a segment behind a JPEG's first two bytes. */
const withSegment = (jpeg: Buffer, marker: number, data: Buffer) => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(data.length + 2)
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, marker]), length, data, jpeg.subarray(2)])
}

/** The extended form of a WebP, which alone may carry EXIF. */
function withExif(plainWebp: Buffer, data: Buffer): Buffer {
  const chunk = (name: string, inside: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(inside.length)
    return Buffer.concat([Buffer.from(name), length, inside])
  }
  const head = Buffer.alloc(10)
  head[0] = 0x08
  head.writeUIntLE(199, 4, 3)
  head.writeUIntLE(199, 7, 3)
  return chunk(
    'RIFF',
    Buffer.concat([Buffer.from('WEBP'), chunk('VP8X', head), plainWebp.subarray(12), chunk('EXIF', data)]),
  )
}

/** An EXIF block whose directory points at itself and claims more entries than there is room for. */
function exifBomb(): Buffer {
  const tiff = Buffer.alloc(60_000, 0x41)
  tiff.write('II*\0', 0, 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(0xffff, 8)
  for (let at = 10; at + 12 < tiff.length; at += 12) {
    tiff.writeUInt16LE(0x8769, at)
    tiff.writeUInt16LE(4, at + 2)
    tiff.writeUInt32LE(0x7fffffff, at + 4)
    tiff.writeUInt32LE(8, at + 8)
  }
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
}

const jpeg = await flat(300, 200).jpeg().toBuffer()
const webp = await noisy(200, 200).webp().toBuffer()
const laughs = `<!DOCTYPE svg [<!ENTITY a "ha">${[...'bcdefghij'].map((name, n) => `<!ENTITY ${name} "${`&${'abcdefghi'.charAt(n)};`.repeat(10)}">`).join('')}]>`
const uses = Array.from({ length: 12 }, (_, n) => `<g id="g${n + 1}">${`<use href="#g${n}"/>`.repeat(10)}</g>`).join('')
const usesItself = svg(`<g id="g0"><rect width="1" height="1"/></g>${uses}<use href="#g12"/>`)
/** A HEIC that says it has other sides than it has. */
function claiming(picture: Buffer, side: number): Buffer {
  const copy = Buffer.from(picture)
  const at = copy.indexOf('ispe')
  copy.writeUInt32BE(side, at + 8)
  copy.writeUInt32BE(side, at + 12)
  return copy
}

/** What it is, its bytes, and what may become of it: a refusal, or `drawn`. */
const corpus: [string, Uint8Array, ...('drawn' | 'TYPE' | 'PIXELS' | 'BROKEN' | 'UNSAFE')[]][] = [
  ['nothing at all', Buffer.alloc(0), 'TYPE'],
  ['text that is called a picture', Buffer.from(PAYLOAD), 'TYPE'],
  [
    'HTML with a drawing in it',
    Buffer.from(`<html><svg xmlns="http://www.w3.org/2000/svg">${PAYLOAD}</svg></html>`),
    'TYPE',
  ],
  ['GIF', await flat(10, 10).gif().toBuffer(), 'TYPE'],
  [
    'GIF and Java archive in one',
    Buffer.concat([await flat(10, 10).gif().toBuffer(), Buffer.from('PK\x03\x04META-INF/MANIFEST.MF')]),
    'TYPE',
  ],
  ['AVIF', await flat(16, 16).avif().toBuffer(), 'TYPE'],
  ['BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)]), 'TYPE'],
  ['JPEG start, nothing behind', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'BROKEN'],
  [
    'PNG start, HTML behind',
    Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(PAYLOAD)]),
    'BROKEN',
  ],
  [
    'WebP start, noise behind',
    Buffer.concat([Buffer.from('RIFF\xff\xff\0\0WEBPVP8 ', 'latin1'), Buffer.alloc(500, 7)]),
    'BROKEN',
  ],
  ['HEIC start, noise behind', Buffer.concat([heic.subarray(0, 24), Buffer.alloc(500, 7)]), 'BROKEN'],
  ['JPEG and HTML in one', Buffer.concat([jpeg, Buffer.from(PAYLOAD)]), 'drawn'],
  ['JPEG with HTML as its comment', withSegment(jpeg, 0xfe, Buffer.from(PAYLOAD)), 'drawn'],
  ['PNG and zip in one', Buffer.concat([png(30, 30), Buffer.from(`PK\x03\x04${PAYLOAD}`)]), 'drawn'],
  ['PNG with HTML as its text', png(30, 30, [['tEXt', Buffer.from(`Comment\0${PAYLOAD}`, 'latin1')]]), 'drawn'],
  ['SVG with a script', svg(`${PAYLOAD}<g onload="alert(1)"/>`), 'drawn'],
  [
    'SVG with HTML inside',
    svg(
      `<foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml">${PAYLOAD}</body></foreignObject>`,
    ),
    'drawn',
  ],
  [
    'SVG with an external entity',
    svg('<text y="9">&x;</text>', '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    'UNSAFE',
  ],
  ['SVG with a billion laughs', svg('<text>&j;</text>', laughs), 'UNSAFE'],
  ['SVG that takes a file', svg('<image xlink:href="file:///etc/passwd" width="40" height="20"/>'), 'UNSAFE'],
  [
    'SVG that takes a file, spelt otherwise',
    svg('<image xlink:href = "&#102;ile:///etc/passwd" width="40" height="20"/>'),
    'UNSAFE',
  ],
  ['SVG that asks the network', svg('<image href="http://127.0.0.1:1/x.png" width="40" height="20"/>'), 'UNSAFE'],
  [
    'SVG that holds a flood',
    svg(`<image href="data:image/png;base64,${png(1, 1).toString('base64')}" width="40" height="20"/>`),
    'UNSAFE',
  ],
  ['SVG with foreign styles', svg('<style>@import url("http://127.0.0.1:1/x.css");</style>'), 'UNSAFE'],
  ['SVG of a huge width', svg('', '', 'width="100000000" height="100000000"'), 'PIXELS', 'BROKEN'],
  ['SVG of 30000 a side', svg('', '', 'width="30000" height="30000"'), 'PIXELS'],
  ['SVG that uses itself a billion times', usesItself, 'BROKEN', 'drawn'],
  [
    'SVG with a filter over everything',
    svg(
      '<filter id="f" x="-1000" y="-1000" width="9000" height="9000"><feGaussianBlur stdDeviation="900"/></filter><rect width="40" height="20" filter="url(#f)"/>',
    ),
    'BROKEN',
    'drawn',
  ],
  ['SVG of ten thousand comments', Buffer.from(`${'<!-- --> '.repeat(10_000)}<nothing/>`), 'TYPE'],
  ['pixel flood: PNG of 30000 a side', png(30_000, 30_000, [], Buffer.alloc(16 * MB)), 'PIXELS'],
  [
    'pixel flood: PNG that claims 2 billion a side',
    png(0x7fffffff, 0x7fffffff, [], Buffer.alloc(100)),
    'PIXELS',
    'BROKEN',
  ],
  ['pixel flood: JPEG of 8000 a side', await flat(8000, 8000).jpeg().toBuffer(), 'PIXELS'],
  ['pixel flood: WebP of 16000 a side', await flat(16_000, 2000).webp({ effort: 0 }).toBuffer(), 'PIXELS'],
  ['pixel flood: HEIC that claims 30000 a side', claiming(heic, 30_000), 'PIXELS'],
  ['HEIC of 12 million pixels', largeHeic, 'drawn'],
  ['HEIC of 12 million pixels that claims a few', claiming(largeHeic, 64), 'drawn', 'BROKEN'],
  ['PNG with the pixels of a small one', png(4000, 4000, [], Buffer.alloc(500)), 'BROKEN'],
  [
    '25 million pixels, progressive',
    await flat(5000, 5000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    'PIXELS',
  ],
  [
    '20 million pixels, progressive, on its side',
    await flat(5000, 4000)
      .withMetadata({ orientation: 6 })
      .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer(),
    'drawn',
  ],
  ['25 million pixels, half transparent', await flat(5000, 5000, 4).png().toBuffer(), 'drawn'],
  [
    '25 million pixels, half transparent, interlaced',
    await flat(5000, 5000, 4).png({ progressive: true }).toBuffer(),
    'drawn',
  ],
  [
    '25 million pixels of 16 bits, interlaced',
    await flat(5000, 5000, 4).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
    'PIXELS',
  ],
  ['25 million pixels, WebP', await flat(5000, 5000, 4).webp({ effort: 0 }).toBuffer(), 'drawn'],
  ['noise', await noisy(2500, 2500).jpeg({ quality: 40 }).toBuffer(), 'drawn'],
  ['half a JPEG', (await noisy(400, 400).jpeg().toBuffer()).subarray(0, 9000), 'BROKEN'],
  ['half a PNG', (await noisy(200, 200).png().toBuffer()).subarray(0, 5000), 'BROKEN'],
  ['half a WebP', webp.subarray(0, Math.floor(webp.length / 2)), 'BROKEN'],
  ['half a HEIC', heic.subarray(0, Math.floor(heic.length * 0.6)), 'BROKEN'],
  ['EXIF bomb', withSegment(jpeg, 0xe1, exifBomb()), 'drawn'],
  [
    'EXIF bomb in every segment there is room for',
    Array.from({ length: 25 }).reduce<Buffer>((made) => withSegment(made, 0xe1, exifBomb()), jpeg),
    'drawn',
  ],
  ['EXIF bomb in a PNG', png(30, 30, [['eXIf', exifBomb().subarray(6)]]), 'drawn'],
  ['EXIF bomb in a WebP', withExif(webp, exifBomb().subarray(6)), 'drawn'],
  [
    'ICC bomb: 500 MB of a profile',
    png(30, 30, [
      ['iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(Buffer.alloc(500 * MB), { level: 9 })])],
    ]),
    'drawn',
    'BROKEN',
  ],
  [
    'text bomb: 500 MB of a comment',
    png(30, 30, [
      [
        'zTXt',
        Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(500 * MB), { level: 9 })]),
      ],
    ]),
    'drawn',
    'BROKEN',
  ],
  [
    'ICC bomb: a profile that lies about its length',
    withSegment(
      jpeg,
      0xe2,
      Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\xff', 'latin1'), Buffer.alloc(60_000, 0xff)]),
    ),
    'drawn',
    'BROKEN',
  ],
]

let here = 0
const redrawer: Redrawer = createRedrawer()
afterAll(() => {
  redrawer.close()
})

/** The most a process ever held, as its system counts it; nothing where it is gone or the system does not say. */
function peakMb(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

/** Asks and looks at the memory of whichever process answers, from its first moment on. */
async function watched(picture: Uint8Array): Promise<{ answer: RedrawAnswer; peak: number }> {
  let peak = 0
  const look = () => {
    peak = Math.max(peak, peakMb(redrawer.pid()) || 0)
    here = Math.max(here, process.memoryUsage.rss())
  }
  const timer = setInterval(look, 5)
  const answering = redrawPicture({ picture }, redrawer)
  look()
  const answer = await answering
  clearInterval(timer)
  look()
  return { answer, peak }
}

const plain = await flat(20, 20).png().toBuffer()
const base = (await watched(plain)).peak
const own = process.memoryUsage().rss
const seen: { name: string; more: number }[] = []

test.each(corpus)('%s', async (name, bytes, ...may) => {
  expect(bytes.length, 'could have been sent').toBeLessThan(2 * MB)
  const { answer, peak } = await watched(bytes)
  seen.push({ name, more: Math.round(peak - base) })
  expect(may).toContain(answer.ok ? 'drawn' : answer.reason)
  expect(peak - base, 'memory of the decoding process').toBeLessThan(MORE_MEMORY_MB)
  if (answer.ok) {
    const { format, exif, icc, iptc, xmp, comments, width, height } = await sharp(answer.picture).metadata()
    expect([format, exif, icc, iptc, xmp, comments]).toEqual([
      answer.ending === 'jpg' ? 'jpeg' : 'webp',
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect([width, height]).toEqual([answer.width, answer.height])
    expect(Math.max(width, height)).toBeLessThanOrEqual(MAX_SIDE)
    for (const trace of ['script', 'alert', 'PK\x03\x04', 'root:', 'AAAAAAAA'])
      expect(Buffer.from(answer.picture).includes(trace), trace).toBe(false)
  }
  const { answer: next } = await watched(plain)
  expect(next.ok, 'the next picture is drawn as if nothing had been').toBe(true)
})

test('which way is up is kept of an EXIF, in each kind that has one', async () => {
  const wide = sharp({ create: { width: 30, height: 10, channels: 3, background: '#123456' } }).withMetadata({
    orientation: 6,
  })
  for (const bytes of [
    await wide.clone().jpeg().toBuffer(),
    await wide.clone().png().toBuffer(),
    await wide.clone().webp().toBuffer(),
  ]) {
    expect(await redrawPicture({ picture: bytes }, redrawer)).toMatchObject({ ok: true, width: 10, height: 30 })
  }
})

test('a picture that takes too long is given up, and whoever waits behind it is served', async () => {
  const hasty = createRedrawer(6000)
  try {
    await redrawPicture({ picture: plain }, hasty) // started
    const slow = redrawPicture({ picture: usesItself }, hasty)
    const behind = redrawPicture({ picture: plain }, hasty)
    expect(await slow).toEqual({ ok: false, reason: 'BROKEN' })
    expect((await behind).ok).toBe(true)
  } finally {
    hasty.close()
  }
})

test('memory stays below the limit, here and in the decoding process', () => {
  const most = seen.toSorted((a, b) => b.more - a.more)
  const ours = Math.round((here - own) / MB)
  console.log(
    `decoding process: ${Math.round(base)} MB with a small picture, at most +${most[0]?.more} MB (${most
      .slice(0, 3)
      .map(({ name, more }) => `${name} +${more}`)
      .join(', ')}); this process +${ours} MB`,
  )
  expect(seen.length).toBe(corpus.length)
  expect(most[0]?.more).toBeLessThan(MORE_MEMORY_MB)
  expect(ours).toBeLessThan(MORE_MEMORY_MB)
})
