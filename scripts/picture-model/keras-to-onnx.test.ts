import { InferenceSession, Tensor } from 'onnxruntime-node'
import { expect, test } from 'vitest'
import { KerasModel, toOnnx } from './keras-to-onnx.ts'
import { SIDE } from '../../apps/server/src/platform/picture-model/model-file.ts'

const OUTS = 4
const EPSILON = 0.001
const shapes = {
  'conv/kernel': [3, 3, 3, OUTS],
  'conv/bias': [OUTS],
  'bn/gamma': [OUTS],
  'bn/beta': [OUTS],
  'bn/moving_mean': [OUTS],
  'bn/moving_variance': [OUTS],
}
const length = (shape: number[]) => shape.reduce((product, side) => product * side, 1)
/** Odd numbers that are the same in every run; variances must not be negative. */
const weights = Object.fromEntries(
  Object.entries(shapes).map(([name, shape], nth) => [
    name,
    Float32Array.from({ length: length(shape) }, (_, n) =>
      name.endsWith('variance') ? 0.5 + n : Math.sin(n * 1.7 + nth),
    ),
  ]),
)
const at = (name: keyof typeof shapes, n: number) => weights[name]?.[n] ?? 0

const layer = (class_name: string, name: string, config: object, from: string[]) => ({
  class_name,
  name,
  config,
  inbound_nodes: from.length ? [from.map((one) => [one, 0, 0, {}])] : [],
})
const model = KerasModel.parse({
  modelTopology: {
    model_config: {
      config: {
        layers: [
          layer('InputLayer', 'in', {}, []),
          layer(
            'ZeroPadding2D',
            'pad',
            {
              padding: [
                [1, 1],
                [1, 1],
              ],
            },
            ['in'],
          ),
          layer('Conv2D', 'conv', { strides: [2, 2], padding: 'valid', dilation_rate: [1, 1], activation: 'linear' }, [
            'pad',
          ]),
          layer('BatchNormalization', 'bn', { epsilon: EPSILON }, ['conv']),
          layer('Activation', 'activation_48', { activation: 'relu' }, ['bn']),
        ],
      },
    },
  },
  weightsManifest: [
    { paths: ['one.bin'], weights: Object.entries(shapes).map(([name, shape]) => ({ name, shape, dtype: 'float32' })) },
  ],
})
const shards = Buffer.concat(Object.values(weights).map((values) => new Uint8Array(values.buffer)))

/** The same sums by hand: convolution, batch norm, cut at zero, mean of cubes, cube root, length 1. */
function byHand(picture: Float32Array): number[] {
  const half = SIDE / 2
  const pixel = (band: number, y: number, x: number) =>
    y < 0 || x < 0 || y >= SIDE || x >= SIDE ? 0 : (picture[(band * SIDE + y) * SIDE + x] ?? 0)
  const pooled = Array.from({ length: OUTS }, (_, o) => {
    let cubes = 0
    for (let y = 0; y < half; y++) {
      for (let x = 0; x < half; x++) {
        let sum = at('conv/bias', o)
        for (let ky = 0; ky < 3; ky++)
          for (let kx = 0; kx < 3; kx++)
            for (let band = 0; band < 3; band++)
              sum +=
                pixel(band, 2 * y + ky - 1, 2 * x + kx - 1) * at('conv/kernel', ((ky * 3 + kx) * 3 + band) * OUTS + o)
        const normed =
          ((sum - at('bn/moving_mean', o)) / Math.sqrt(at('bn/moving_variance', o) + EPSILON)) * at('bn/gamma', o) +
          at('bn/beta', o)
        cubes += Math.max(normed, 1e-6) ** 3
      }
    }
    return Math.cbrt(cubes / half ** 2)
  })
  return pooled.map((value) => value / Math.hypot(...pooled))
}

test('a converted model computes what its layers say', async () => {
  const session = await InferenceSession.create(Buffer.concat(toOnnx(model, shards)))
  const picture = Float32Array.from({ length: 3 * SIDE * SIDE }, (_, n) => Math.sin(n * 0.37) * 2)
  const { vector } = await session.run({ picture: new Tensor('float32', picture, [1, 3, SIDE, SIDE]) })
  const expected = byHand(picture)
  expect(vector?.dims).toEqual([1, OUTS])
  Array.from(vector?.data as Float32Array).forEach((value, n) =>
    expect(value).toBeCloseTo(expected[n] ?? Number.NaN, 4),
  ) // float32 by its type above
})

test('layers and weights that are not understood end the conversion', () => {
  const other = structuredClone(model)
  other.modelTopology.model_config.config.layers.splice(3, 0, {
    ...layer('Dropout', 'x', {}, ['conv']),
    inbound_nodes: [[['conv']]],
  })
  expect(() => toOnnx(other, shards)).toThrow(/Dropout/)
  expect(() => toOnnx(model, shards.subarray(0, shards.length - 4))).toThrow()
})
