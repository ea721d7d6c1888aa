import { z } from 'zod'
import { SIDE } from '../../apps/server/src/platform/picture-model/model-file.ts'
import { type Node, type Tensor, writeOnnx } from './onnx.ts'
import type { Message } from './protobuf.ts'

const Pair = z.tuple([z.number(), z.number()])
const Config = z.object({
  padding: z.union([z.literal('valid'), z.literal('same'), z.tuple([Pair, Pair])]).optional(),
  strides: Pair.optional(),
  pool_size: Pair.optional(),
  dilation_rate: Pair.optional(),
  epsilon: z.number().optional(),
  activation: z.string().optional(),
})
const Layer = z.object({
  class_name: z.string(),
  name: z.string(),
  config: Config,
  inbound_nodes: z.array(z.array(z.tuple([z.string()]).rest(z.unknown()))),
})

/** The parts of a Keras model that tfjs keeps in model.json. */
export const KerasModel = z.object({
  modelTopology: z.object({ model_config: z.object({ config: z.object({ layers: z.array(Layer) }) }) }),
  weightsManifest: z.array(
    z.object({
      paths: z.array(z.string()),
      weights: z.array(z.object({ name: z.string(), shape: z.array(z.number()), dtype: z.literal('float32') })),
    }),
  ),
})
type KerasModel = z.output<typeof KerasModel>
type Layer = z.output<typeof Layer>
interface Weight {
  shape: number[]
  values: Float32Array
}

const INPUT = 'picture'
const OUTPUT = 'vector'
/** The last layer before pooling and naming: what a picture shows, before what it is called. */
const LAST = 'activation_48'
const GEM_POWER = 3
const ABOVE_ZERO = 1e-6

/**
 * The layers of ResNet50 up to its last activation, then GeM pooling and length 1. A layer we do not know ends the
 * conversion.
 */
export function toOnnx(model: KerasModel, shards: Uint8Array): Message {
  const weights = readWeights(model, shards)
  const { layers } = model.modelTopology.model_config.config
  const byName = new Map(layers.map((layer) => [layer.name, layer]))
  const normOf = new Map(
    layers.filter((layer) => layer.class_name === 'BatchNormalization').map((layer) => [sourceOf(layer), layer]),
  )
  const nodes: Node[] = []
  const tensors: Tensor[] = []
  const skipped = new Map<string, string>() // a layer without a node of its own -> whose output stands for it
  const from = (name: string): string => (skipped.has(name) ? from(skipped.get(name) ?? '') : name)

  for (const layer of layers) {
    const { name, config } = layer
    const inputs = layer.inbound_nodes.flat().map(([source]) => from(source))
    switch (layer.class_name) {
      case 'InputLayer':
        skipped.set(name, INPUT)
        break
      case 'ZeroPadding2D': // becomes the pads of what follows
      case 'BatchNormalization':
        skipped.set(name, sourceOf(layer))
        break // is in the convolution already
      case 'Conv2D': {
        const { kernel, bias } = fold(layer, normOf.get(name), weights)
        tensors.push(
          { name: `${name}/w`, dims: kernel.shape, values: kernel.values },
          { name: `${name}/b`, dims: [bias.length], values: bias },
        )
        const [height = 1, width = 1] = kernel.shape.slice(2)
        nodes.push({
          op: 'Conv',
          inputs: [...inputs, `${name}/w`, `${name}/b`],
          output: name,
          attributes: {
            kernel_shape: [height, width],
            strides: config.strides ?? [1, 1],
            pads: padsOf(layer, byName, height),
          },
        })
        break
      }
      // Padded with what is below everything instead of zero: the same, since all values here are zero or more.
      case 'MaxPooling2D':
        nodes.push({
          op: 'MaxPool',
          inputs,
          output: name,
          attributes: {
            kernel_shape: config.pool_size ?? [2, 2],
            strides: config.strides ?? [2, 2],
            pads: padsOf(layer, byName, 1),
          },
        })
        break
      case 'Add':
        nodes.push({ op: 'Add', inputs, output: name })
        break
      case 'Activation':
        if (config.activation !== 'relu') throw new Error(`an activation that is not known: ${config.activation}`)
        nodes.push({ op: 'Relu', inputs, output: name })
        break
      default:
        throw new Error(`a layer that is not known: ${layer.class_name}`)
    }
    if (name === LAST) break
  }
  const constants = { least: ABOVE_ZERO, power: GEM_POWER, root: 1 / GEM_POWER }
  for (const [name, value] of Object.entries(constants))
    tensors.push({ name, dims: [], values: Float32Array.of(value) })
  nodes.push(
    { op: 'Clip', inputs: [LAST, 'least'], output: 'clipped' },
    { op: 'Pow', inputs: ['clipped', 'power'], output: 'raised' },
    { op: 'GlobalAveragePool', inputs: ['raised'], output: 'pooled' },
    { op: 'Pow', inputs: ['pooled', 'root'], output: 'rooted' },
    { op: 'Flatten', inputs: ['rooted'], output: 'flat', attributes: { axis: 1 } },
    { op: 'LpNormalization', inputs: ['flat'], output: OUTPUT, attributes: { axis: 1, p: 2 } },
  )
  return writeOnnx('resnet50', {
    nodes,
    tensors,
    input: { name: INPUT, dims: ['n', 3, SIDE, SIDE] },
    output: { name: OUTPUT, dims: ['n', 'd'] },
  })
}

const sourceOf = (layer: Layer) => layer.inbound_nodes[0]?.[0]?.[0] ?? ''

function readWeights(model: KerasModel, shards: Uint8Array): Map<string, Weight> {
  const found = new Map<string, Weight>()
  let offset = 0
  for (const { name, shape } of model.weightsManifest.flatMap((group) => group.weights)) {
    const length = shape.reduce((product, side) => product * side, 1)
    found.set(name, { shape, values: new Float32Array(shards.buffer, shards.byteOffset + offset, length) })
    offset += length * Float32Array.BYTES_PER_ELEMENT
  }
  if (offset !== shards.byteLength) throw new Error('the weights are not as long as their list says')
  return found
}

/**
 * Batch norm is a factor and an offset per channel: multiplied into the kernel, which turns from HWIO to OIHW on the
 * way.
 */
function fold(
  layer: Layer,
  norm: Layer | undefined,
  weights: Map<string, Weight>,
): { kernel: Weight; bias: Float32Array } {
  const get = (name: string): Weight => {
    const weight = weights.get(name)
    if (!weight) throw new Error(`no weights ${name}`)
    return weight
  }
  const kernel = get(`${layer.name}/kernel`)
  const [height = 0, width = 0, ins = 0, outs = 0] = kernel.shape
  const of = (name: string) => (norm ? get(`${norm.name}/${name}`).values : undefined)
  const [gamma, beta, mean, variance, own] = [
    of('gamma'),
    of('beta'),
    of('moving_mean'),
    of('moving_variance'),
    get(`${layer.name}/bias`).values,
  ]
  const factor = Float32Array.from(
    { length: outs },
    (_, o) => (gamma?.[o] ?? 1) / Math.sqrt((variance?.[o] ?? 1) + (norm?.config.epsilon ?? 0)),
  )
  const bias = Float32Array.from(
    { length: outs },
    (_, o) => ((own[o] ?? 0) - (mean?.[o] ?? 0)) * (factor[o] ?? 1) + (beta?.[o] ?? 0),
  )
  const turned = new Float32Array(kernel.values.length)
  const area = height * width
  for (let at = 0; at < area; at++) {
    for (let i = 0; i < ins; i++) {
      for (let o = 0; o < outs; o++)
        turned[(o * ins + i) * area + at] = (kernel.values[(at * ins + i) * outs + o] ?? 0) * (factor[o] ?? 1)
    }
  }
  return { kernel: { shape: [outs, ins, height, width], values: turned }, bias }
}

/** Top, left, bottom, right. */
function padsOf(layer: Layer, byName: Map<string, Layer>, kernel: number): number[] {
  const before = byName.get(sourceOf(layer))
  if (before?.class_name === 'ZeroPadding2D' && typeof before.config.padding === 'object') {
    const [[top, bottom], [left, right]] = before.config.padding
    return [top, left, bottom, right]
  }
  if (layer.config.padding !== 'same') return [0, 0, 0, 0]
  if (kernel % 2 === 0 || layer.config.strides?.[0] !== 1)
    throw new Error(`padding of ${layer.name} depends on the picture`)
  return Array<number>(4).fill((kernel - 1) / 2)
}
