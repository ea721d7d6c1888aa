/**
 * Just enough of the protobuf wire format to write an ONNX file. Chunks instead of one buffer: the weights are never
 * copied.
 */
export type Message = Uint8Array[]

const VARINT = 0
const BYTES = 2
const FLOAT = 5

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return Uint8Array.from([...bytes, left])
    bytes.push((left % 128) | 128)
  }
}

const tag = (field: number, wire: number) => varint(field * 8 + wire)

const sizeOf = (message: Message) => message.reduce((sum, { length }) => sum + length, 0)

/** Whole numbers from 0; ours need no others. */
export const int = (field: number, value: number): Message => [tag(field, VARINT), varint(value)]

export const float = (field: number, value: number): Message => [
  tag(field, FLOAT),
  new Uint8Array(Float32Array.of(value).buffer),
]

export const bytes = (field: number, value: Uint8Array): Message => [tag(field, BYTES), varint(value.length), value]

export const text = (field: number, value: string): Message => bytes(field, new TextEncoder().encode(value))

export const inside = (field: number, parts: readonly Message[]): Message => {
  const flat = parts.flat()
  return [tag(field, BYTES), varint(sizeOf(flat)), ...flat]
}
