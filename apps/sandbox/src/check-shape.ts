/** For tests only: is a value what an OpenAPI document says? The part of JSON Schema that vendors' documents use. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

const typeOf = (value: unknown) =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value

/** What does not fit, with its place; empty when all does. A property the document does not know is a misfit too. */
export function misfits(value: unknown, schema: Schema, document: unknown, at = '$'): string[] {
  if (schema.$ref) return misfits(value, follow(document, schema.$ref), document, at)
  const type = typeOf(value)
  const allowed = schema.type === undefined ? undefined : [schema.type].flat()
  if (allowed && !allowed.includes(type) && !(type === 'integer' && allowed.includes('number'))) {
    return [`${at} is ${type}, not ${allowed.join(' or ')}`]
  }
  if (schema.enum && !schema.enum.includes(value))
    return [`${at} is ${String(value)}, not one of ${schema.enum.join(', ')}`]
  if (typeof value === 'string') {
    if (schema.pattern && !new RegExp(schema.pattern).test(value)) return [`${at} does not match ${schema.pattern}`]
    if (schema.format === 'uri' && !URL.canParse(value)) return [`${at} is no address`]
    if (schema.format === 'date-time' && Number.isNaN(Date.parse(value))) return [`${at} is no time`]
  }
  if (typeof value === 'number' && (value < (schema.minimum ?? -Infinity) || value > (schema.maximum ?? Infinity))) {
    return [`${at} is out of range`]
  }
  if (Array.isArray(value)) {
    const count =
      value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Infinity)
        ? [`${at} has ${value.length} entries`]
        : []
    return [
      ...count,
      ...value.flatMap((item, i) => (schema.items ? misfits(item, schema.items, document, `${at}[${i}]`) : [])),
    ]
  }
  if (type !== 'object' || !schema.properties) return []
  const object = value as Record<string, unknown> // just found to be one
  const missing = (schema.required ?? [])
    .filter((name) => object[name] === undefined)
    .map((name) => `${at}.${name} is missing`)
  const wrong = Object.entries(object).flatMap(([name, item]) => {
    const own = schema.properties?.[name]
    return own ? misfits(item, own, document, `${at}.${name}`) : [`${at}.${name} is not in the document`]
  })
  return [...missing, ...wrong]
}

function follow(document: unknown, ref: string): Schema {
  const found = ref
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
  if (!found) throw new Error(`${ref} is not in the document`)
  return found as Schema // the document's own parts
}
