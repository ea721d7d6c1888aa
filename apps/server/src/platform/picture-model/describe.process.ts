/**
 * A process of its own that decodes pictures and describes them: what strangers send is decoded away from everything
 * else, and a picture takes longer than a request may hold the event loop.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { coloursOf } from '@omni/domain/image-search/colours.ts'
import { photoBlock } from '@omni/domain/image-search/photo-block.ts'
import { pictureKind } from '@omni/domain/image-search/picture-kind.ts'
import { quantise } from '@omni/domain/image-search/vectors.ts'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import sharp, { type Sharp } from 'sharp'
import { answerQuestions } from '../pictures/lone-process.ts'
import { keepLittle, openPicture } from '../pictures/open-picture.ts'
import { hasModel, MODEL_SHA256, modelFile, SIDE } from './model-file.ts'
import type { DescribeAnswer, DescribeRequest } from './picture-model.ts'

/** A picture of 40 million pixels is larger than any camera's that matters here; a bomb is larger still. */
const MAX_PIXELS = 40_000_000
const WHITE = '#ffffff'
/** What the weights were trained on: blue, green, red, each less its mean. */
const MEANS = [103.939, 116.779, 123.68] as const
/** What a supplier's own search is given: enough to recognise, quick to send. */
const JPEG = { side: 640, quality: 85 }
const COLOURS_SIDE = 64
/** Wide enough to tell a photo from the words around it. */
const PAGE_WIDTH = 96
/**
 * Who crops a picture leaves less around the thing than the catalogue's pictures have. Which margins help was measured
 * (`npm run bench -- image`).
 */
const MARGINS = [
  { share: 0.125, fill: 'white', flipped: false },
  { share: 0.2, fill: 'mirror', flipped: false },
  { share: 0.2, fill: 'mirror', flipped: true },
] as const

const [dir = '', nice = '0'] = process.argv.slice(2)
setPriority(Number(nice))
keepLittle()

let session: Promise<InferenceSession> | undefined
const openSession = () => (session ??= loadModel())

async function loadModel(): Promise<InferenceSession> {
  const bytes = await readFile(modelFile(dir))
  // Vectors of another model would be compared with the ones we have, and no search would say so.
  if (createHash('sha256').update(bytes).digest('hex') !== MODEL_SHA256)
    throw new Error(`${modelFile(dir)} is not the model expected; delete it and run npm run make-model`)
  return InferenceSession.create(bytes, { intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: 'sequential' })
}

const opened = (picture: Uint8Array): Sharp => openPicture(picture, MAX_PIXELS).flatten({ background: WHITE })

async function toTensor(picture: Uint8Array): Promise<Tensor> {
  const { data, info } = await opened(picture)
    .resize(SIDE, SIDE, { fit: 'contain', background: WHITE })
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const area = SIDE * SIDE
  const values = new Float32Array(3 * area)
  for (let band = 0; band < 3; band++) {
    const from = info.channels < 3 ? 0 : 2 - band // a grey picture has one channel for all three
    for (let at = 0; at < area; at++)
      values[band * area + at] = (data[at * info.channels + from] ?? 0) - (MEANS[band] ?? 0)
  }
  return new Tensor('float32', values, [1, 3, SIDE, SIDE])
}

async function readColours(picture: Uint8Array): Promise<Uint8Array> {
  const pixels = await opened(picture)
    .resize(COLOURS_SIDE, COLOURS_SIDE, { fit: 'fill' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer()
  return coloursOf(pixels)
}

/** The photo of a screenshot, without the page around it; any other picture as it is. */
async function withoutPage(jpeg: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(jpeg)
    .resize(PAGE_WIDTH)
    .removeAlpha()
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  if (info.channels !== 3) return jpeg
  const block = photoBlock({ width: info.width, height: info.height, pixels: data })
  if (!block) return jpeg
  const { width = 0 } = await sharp(jpeg).metadata()
  const scale = width / info.width
  return sharp(jpeg)
    .extract({
      left: Math.floor(block.left * scale),
      top: Math.floor(block.top * scale),
      width: Math.floor(block.width * scale),
      height: Math.floor(block.height * scale),
    })
    .jpeg({ quality: JPEG.quality })
    .toBuffer()
}

async function withMargin(jpeg: Buffer, { share, fill, flipped }: (typeof MARGINS)[number]): Promise<Buffer> {
  const { width = 0 } = await sharp(jpeg).metadata()
  const margin = Math.round(width * share)
  const around = { top: margin, bottom: margin, left: margin, right: margin }
  return sharp(jpeg)
    .flop(flipped)
    .extend(fill === 'white' ? { ...around, background: WHITE } : { ...around, extendWith: fill })
    .jpeg({ quality: JPEG.quality })
    .toBuffer()
}

async function run(picture: Tensor): Promise<Int8Array> {
  const { vector } = await (await openSession()).run({ picture })
  if (!(vector?.data instanceof Float32Array)) throw new Error('the model answered something else')
  return quantise(vector.data)
}

async function answer({ picture, purpose }: DescribeRequest): Promise<DescribeAnswer> {
  if (!pictureKind(picture)) return { ok: false, reason: 'not_a_picture' }
  let jpeg: Buffer | null = null
  try {
    if (purpose !== 'catalogue')
      jpeg = await opened(picture)
        .resize(JPEG.side, JPEG.side, { fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality: JPEG.quality })
        .toBuffer()
    // Without a model the picture is still checked.
    else if (!hasModel(dir)) await toTensor(picture)
  } catch {
    return { ok: false, reason: 'not_a_picture' }
  }
  if (purpose === 'preview' || !hasModel(dir)) return { ok: true, vector: null, views: [], colours: null, jpeg }
  if (jpeg === null) return described(picture)
  const photo = await withoutPage(jpeg)
  const views: Int8Array[] = []
  for (const margin of MARGINS) views.push(await run(await toTensor(await withMargin(photo, margin))))
  // A picture that is searched for as it stands in the catalogue must be found as the very same.
  const vector = await run(await toTensor(photo === jpeg ? picture : photo))
  return { ok: true, vector, views, colours: await readColours(photo), jpeg }
}

async function described(picture: Uint8Array): Promise<DescribeAnswer> {
  let tensor: Tensor
  let colours: Uint8Array
  try {
    tensor = await toTensor(picture)
    colours = await readColours(picture)
  } catch {
    return { ok: false, reason: 'not_a_picture' }
  }
  return { ok: true, vector: await run(tensor), views: [], colours, jpeg: null }
}

answerQuestions(answer)
