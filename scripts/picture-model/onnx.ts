/**
 * The four messages of ONNX that a model needs (onnx.proto: ModelProto, GraphProto, NodeProto, TensorProto), by field
 * number.
 */
import { bytes, float, inside, int, type Message, text } from './protobuf.ts'

const IR_VERSION = 8
const OPSET = 13
const FLOAT = 1 // TensorProto.DataType
const ATTRIBUTE = { float: 1, int: 2, ints: 7 }

export interface Node {
  op: string
  inputs: readonly string[]
  output: string
  attributes?: Readonly<Record<string, number | { float: number } | readonly number[]>>
}
export interface Tensor {
  name: string
  dims: readonly number[]
  values: Float32Array
}
/** A dimension that is a name may be anything. */
export interface Slot {
  name: string
  dims: readonly (number | string)[]
}

function attribute(name: string, value: number | { float: number } | readonly number[]): Message {
  const kind =
    typeof value === 'number'
      ? [int(3, value), int(20, ATTRIBUTE.int)]
      : 'float' in value
        ? [float(2, value.float), int(20, ATTRIBUTE.float)]
        : [...value.map((one) => int(8, one)), int(20, ATTRIBUTE.ints)]
  return inside(5, [text(1, name), ...kind])
}

const node = ({ op, inputs, output, attributes = {} }: Node): Message =>
  inside(1, [
    ...inputs.map((input) => text(1, input)),
    text(2, output),
    text(3, output),
    text(4, op),
    ...Object.entries(attributes).map(([name, value]) => attribute(name, value)),
  ])

const tensor = ({ name, dims, values }: Tensor): Message =>
  inside(5, [
    ...dims.map((dim) => int(1, dim)),
    int(2, FLOAT),
    text(8, name),
    // little-endian, like every machine Node runs on
    bytes(9, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)),
  ])

const slot = (field: number, { name, dims }: Slot): Message => {
  const shape = dims.map((dim) => inside(1, [typeof dim === 'number' ? int(1, dim) : text(2, dim)]))
  return inside(field, [text(1, name), inside(2, [inside(1, [int(1, FLOAT), inside(2, shape)])])])
}

export function writeOnnx(
  name: string,
  graph: { nodes: readonly Node[]; tensors: readonly Tensor[]; input: Slot; output: Slot },
): Message {
  const body = [
    ...graph.nodes.map(node),
    text(2, name),
    ...graph.tensors.map(tensor),
    slot(11, graph.input),
    slot(12, graph.output),
  ]
  return [...int(1, IR_VERSION), ...text(2, 'omni'), ...inside(7, body), ...inside(8, [int(2, OPSET)])]
}
