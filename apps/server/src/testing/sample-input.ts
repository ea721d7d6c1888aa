import fc from 'fast-check'

/** The parts of JSON Schema that our contracts use. */
export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  default?: unknown
}

/**
 * Values that fit a schema, as a client that means well would send them. `id` answers every id field, `fixed` fields
 * that are no uuid by their name.
 */
export function sample(
  schema: Schema,
  name: string,
  id: (name: string) => string,
  fixed: Readonly<Record<string, unknown>> = {},
): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.anyOf?.[0]) return sample(schema.anyOf[0], name, id, fixed)
  if (schema.format !== 'uuid' && schema.type !== 'object' && schema.type !== 'array' && fixed[name] !== undefined)
    return fixed[name]
  if (schema.enum) return schema.enum[0]
  if (schema.format === 'uuid' || /(^|_)id$/.test(name)) return id(name)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, sample(inner, key, id, fixed)]),
      )
    case 'array':
      return [sample(schema.items ?? {}, name.replace(/s$/, ''), id, fixed)]
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'string':
      return text(name)
    default:
      return {}
  }
}

const TEXTS: Record<string, string> = {
  display_currency: 'EUR',
  timezone: 'Europe/Berlin',
  meta_key: 'AI_ENHANCER',
  step: 'order',
  feature: 'IMPORT_PRODUCT',
  code: '123456',
  cursor: '01a1dd15-5f67-7ff4-9952-92a3f5d5e080',
  password: 'wrong password entirely',
  current_password: 'wrong password entirely',
}
const text = (name: string) => (name === 'email' ? `${crypto.randomUUID()}@omni.test` : (TEXTS[name] ?? 'sample text'))

const odd = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  ' ',
  'x'.repeat(5000),
  '\u0000',
  '\ud800',
  '💥'.repeat(50),
  '../../etc/passwd',
  `'; drop table users; --`,
  '<script>alert(1)</script>',
  '00000000-0000-0000-0000-000000000000',
  'not-a-uuid',
  '9'.repeat(400),
  [],
  {},
  [[[[[]]]]],
  { a: { b: { c: 1 } } },
  '2026-13-45',
  'NaN',
  'ﷺ',
  '%00',
  '\u202e',
  { __proto__: { x: 1 } },
  { constructor: 1 },
  Number.MAX_SAFE_INTEGER,
)

/** Anything from a fitting value to nonsense: mostly near misses, because those get furthest in. */
export function anything(schema: Schema, name: string, ids: string[]): fc.Arbitrary<unknown> {
  const id = (field: string) => ids[field.length % ids.length] ?? ''
  const fitting = fc.constant(sample(schema, name, id))
  if (schema.type !== 'object' || !schema.properties)
    return fc.oneof(
      { weight: 3, arbitrary: fitting },
      { weight: 2, arbitrary: odd },
      { weight: 1, arbitrary: fc.jsonValue() },
      { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    )
  const fields = Object.entries(schema.properties).map(
    ([key, inner]) => [key, fc.option(anything(inner, key, ids), { nil: undefined, freq: 6 })] as const,
  )
  return fc
    .record(Object.fromEntries(fields))
    .chain((made) =>
      fc
        .option(fc.dictionary(fc.string({ maxLength: 8 }), odd, { maxKeys: 2 }), { nil: {} })
        .map((extra) => ({ ...extra, ...made })),
    )
}
