import { randomUUID } from 'node:crypto'
import type { Schema } from './sample-input.ts'

/** `long`: the longest texts, lists while there is room. `many`: the longest lists, of short texts. */
export type Style = 'long' | 'many'

interface Making {
  style: Style
  id: (name: string) => string
  fixed: Readonly<Record<string, unknown>>
  /** Bytes that may still be used. */
  left: number
}

/** The largest value a schema takes, within so many bytes of JSON. */
export function largest(
  schema: Schema,
  style: Style,
  bytes: number,
  id: (name: string) => string,
  fixed: Readonly<Record<string, unknown>>,
): unknown {
  return make(schema, '', { style, id, fixed, left: bytes })
}

const MAX_UNBOUNDED = 1_000_000
const TEXTS: Record<string, string> = { timezone: 'Europe/Berlin', meta_key: 'AI_ENHANCER' }
/** One of these fits each pattern of the contracts. */
const IDS = Array.from({ length: 100 }, () => '01a1e2c3-0000-7000-8000-000000000000').join(',')
const PATTERNED = [
  '2026-11-16T10:00:00.000Z',
  'US',
  'EUR',
  '123456',
  'p1',
  'https://omni.test/x',
  'a'.repeat(43),
  '2026-01-31',
  '09:30',
  '#1f5f46',
  IDS,
]

function make(schema: Schema, name: string, making: Making): unknown {
  const made = value(schema, name, making)
  if (schema.type !== 'object' && schema.type !== 'array') making.left -= Buffer.byteLength(JSON.stringify(made)) + 1
  return made
}

function value(schema: Schema, name: string, making: Making): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.anyOf) return make(widest(schema.anyOf), name, making)
  const isText = schema.type === 'string' && !schema.format && !schema.enum
  const fixed = making.fixed[name]
  if (fixed !== undefined && schema.format !== 'uuid' && (isText || schema.enum?.includes(fixed))) return fixed
  if (schema.enum) return schema.enum.at(-1)
  if (schema.format === 'uuid') return making.id(name)
  switch (schema.type) {
    case 'object':
      return object(schema, making)
    case 'array':
      return list(schema, name, making)
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return schema.maximum ?? 1_000_000
    case 'string':
      return text(schema, name, making)
    default:
      return json(making)
  }
}

/** A list is more work than a text, a text more than a number. */
function widest(choices: readonly Schema[]): Schema {
  const weight = ({ type }: Schema) => ['number', 'string', 'object', 'array'].indexOf(String(type))
  return choices.toSorted((a, b) => weight(b) - weight(a))[0] ?? {}
}

function object(schema: Schema, making: Making): unknown {
  const made: Record<string, unknown> = {}
  // The widest last: they share the room that is left.
  const entries = Object.entries(schema.properties ?? {}).toSorted(([, a], [, b]) => room(a) - room(b))
  for (const [n, [key, inner]] of entries.entries()) {
    making.left -= key.length + 4
    if (making.left <= 0 && !schema.required?.includes(key)) continue
    const kept = room(inner) === WIDE ? making.left * (1 - 1 / (entries.length - n)) : 0
    making.left -= kept
    made[key] = make(inner, key, making)
    making.left += kept
  }
  const { additionalProperties: more } = schema
  if (typeof more === 'object' && entries.length === 0)
    for (let n = 0; making.left > 100; n++) {
      const key = keyOf(schema.propertyNames, n)
      making.left -= key.length + 4
      made[key] = make(more, 'entry', making)
    }
  return made
}

/** Every field of its own name: an id, a currency, or any. */
function keyOf(names: Schema | undefined, n: number): string {
  if (names?.format === 'uuid') return randomUUID()
  const letter = (place: number) => String.fromCharCode(65 + (Math.floor(n / 26 ** place) % 26))
  return names?.pattern ? letter(2) + letter(1) + letter(0) : `k${n}`
}

const WIDE = 2
function room(schema: Schema): number {
  if (schema.type === 'array' || schema.type === 'object' || schema.anyOf) return WIDE
  return schema.type === 'string' ? 1 : 0
}

function list(schema: Schema, name: string, making: Making): unknown[] {
  const made: unknown[] = []
  const hasRoom = () => making.left > 100 && made.length < (schema.maxItems ?? MAX_UNBOUNDED)
  while (made.length < (schema.minItems ?? 0) || hasRoom()) {
    making.left -= 2
    made.push(make(schema.items ?? {}, name.replace(/s$/, ''), making))
  }
  return made
}

let counter = 0
function text(schema: Schema, name: string, making: Making): string {
  if (TEXTS[name]) return TEXTS[name]
  if (name === 'email') return `${'a'.repeat(60)}@${'b'.repeat(60)}.test`
  const { pattern } = schema
  if (pattern) return PATTERNED.find((one) => new RegExp(pattern, 'u').test(one)) ?? ''
  if (schema.format) return new Date(0).toISOString()
  const own = `${(counter++).toString(36)} `
  const length = Math.max(schema.minLength ?? 0, Math.min(schema.maxLength ?? MAX_UNBOUNDED, making.left - 10))
  // Tags and other marks are what texts are searched and cleaned for.
  return making.style === 'many'
    ? own.trim().padEnd(schema.minLength ?? 0, 'x')
    : (own + '<b>é a, '.repeat(length / 8)).slice(0, Math.max(1, length))
}

/** Any JSON: a wide and deep heap of small values. */
function json(making: Making): unknown {
  if (making.style === 'long') return 'x'.repeat(Math.max(1, Math.min(making.left - 10, 5000)))
  return { a: [{ b: [1, { c: null }] }, []] }
}
