/**
 * A process of its own that decodes pictures and describes them: what strangers send is decoded away from everything
 * else, and a picture takes longer than a request may hold the event loop.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { pictureKind } from '@omni/domain/image-search/picture-kind.ts'
import { quantise } from '@omni/domain/image-search/vectors.ts'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { Sharp } from 'sharp'
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

async function answer({ picture, jpeg }: DescribeRequest): Promise<DescribeAnswer> {
  if (!pictureKind(picture)) return { ok: false, reason: 'not_a_picture' }
  let tensor: Tensor
  let small: Uint8Array | null
  try {
    tensor = await toTensor(picture)
    small = jpeg
      ? await opened(picture)
          .resize(JPEG.side, JPEG.side, { fit: 'inside', withoutEnlargement: true })
          .jpeg({ quality: JPEG.quality })
          .toBuffer()
      : null
  } catch {
    return { ok: false, reason: 'not_a_picture' }
  }
  if (!hasModel(dir)) return { ok: true, vector: null, jpeg: small }
  const { vector } = await (await openSession()).run({ picture: tensor })
  if (!(vector?.data instanceof Float32Array)) throw new Error('the model answered something else')
  return { ok: true, vector: quantise(vector.data), jpeg: small }
}

answerQuestions(answer)
