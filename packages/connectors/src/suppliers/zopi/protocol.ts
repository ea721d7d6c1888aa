/** The protocol's document as a judge of replies: for tests of both sides. */
import { readFileSync } from 'node:fs'

/** The few words of JSON Schema that the document uses. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}
interface Reply {
  $ref?: string
  content?: Record<string, { schema: Schema }>
}
interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Reply> }>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Reply> }
}

export const protocol = JSON.parse(
  readFileSync(new URL('zopi-protocol.openapi.json', import.meta.url), 'utf8'),
) as Document // our own document

const nameIn = (ref: string): string => ref.split('/').at(-1) ?? ''

export function schemaNamed(name: string): Schema {
  const schema = protocol.components.schemas[nameIn(name)]
  if (!schema) throw new Error(`the protocol has no ${name}`)
  return schema
}

const typeOf = (value: unknown) =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value

/** Where a value is not what the schema says. */
export function schemaProblems(schema: Schema, value: unknown, at: string): string[] {
  if (schema.$ref) return schemaProblems(schemaNamed(schema.$ref), value, at)
  const types = [schema.type ?? []].flat()
  const type = typeOf(value)
  if (types.length > 0 && !types.includes(type) && !(type === 'integer' && types.includes('number')))
    return [`${at} is ${type}, not ${types.join(' or ')}`]
  const found: string[] = []
  if (schema.enum && !schema.enum.includes(value)) found.push(`${at} is none of ${schema.enum.join(', ')}`)
  if (schema.pattern && typeof value === 'string' && !new RegExp(schema.pattern).test(value))
    found.push(`${at} does not match ${schema.pattern}`)
  if (schema.format === 'uri' && typeof value === 'string' && !URL.canParse(value)) found.push(`${at} is no address`)
  if (
    schema.format === 'date-time' &&
    typeof value === 'string' &&
    !/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value)
  )
    found.push(`${at} is no moment`)
  if (typeof value === 'number' && (value < (schema.minimum ?? -Infinity) || value > (schema.maximum ?? Infinity)))
    found.push(`${at} is out of range`)
  if (Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Infinity))
      found.push(`${at} has ${value.length} items`)
    for (const [i, item] of value.entries()) found.push(...schemaProblems(schema.items ?? {}, item, `${at}[${i}]`))
  } else if (typeof value === 'object' && value !== null) {
    const fields = value as Record<string, unknown> // an object, as just checked
    for (const name of schema.required ?? []) if (!(name in fields)) found.push(`${at}.${name} is missing`)
    for (const [name, inner] of Object.entries(schema.properties ?? {}))
      if (name in fields) found.push(...schemaProblems(inner, fields[name], `${at}.${name}`))
  }
  return found
}

/**
 * What is wrong with a reply to an operation of the protocol: a status it does not know, or a body of another shape.
 */
export function replyProblems(method: 'get' | 'post', path: string, status: number, body: unknown): string[] {
  const response = protocol.paths[path]?.[method]?.responses[String(status)]
  const reply = response?.$ref ? protocol.components.responses[nameIn(response.$ref)] : response
  const schema = reply?.content?.['application/json']?.schema
  return schema ? schemaProblems(schema, body, 'reply') : [`${method} ${path} does not answer ${status}`]
}
