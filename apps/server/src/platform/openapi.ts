import { CODES } from '@omni/contracts/codes.ts'
import type { Call } from '@omni/contracts/kernel.ts'
import { pathParams } from '@omni/contracts/requests.ts'
import { z } from 'zod'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  // zod types it as its own class
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

const envelope = (data: Json): Json => ({
  type: 'object',
  required: ['status', 'success', 'message', 'data'],
  properties: {
    status: { type: 'integer' },
    success: { type: 'boolean' },
    message: { type: 'string' },
    data,
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
})

/** OpenAPI 3.1 from the contracts alone: what is declared is what is documented. */
export function openApiDocument(areas: Record<string, Record<string, Call>>, publicUrl: string): Json {
  const paths: Record<string, Json> = {}
  for (const [area, calls] of Object.entries(areas)) {
    for (const call of Object.values(calls))
      paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(area, call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Omni',
      version: '1',
      description: 'Every reply is an envelope; `status` in it is the body code, the HTTP status goes with it.',
    },
    servers: [{ url: `${publicUrl}/api` }],
    paths,
    components: {
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: 'omni_session' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas: { Failure: envelope({ type: 'null' }) },
    },
    'x-codes': CODES,
  }
}

function operation(area: string, call: Call): Json {
  const input = schemaOf(call.input, 'input') as { properties?: Record<string, Json>; required?: string[] }
  const properties = input.properties ?? {}
  const required = new Set(input.required ?? [])
  const inPath = pathParams(call.path)
  const rest = Object.keys(properties).filter((name) => !inPath.includes(name))
  const parameter = (name: string, place: 'path' | 'query') => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: properties[name] ?? {},
  })
  const inBody = call.method !== 'GET' && rest.length > 0
  const body = {
    type: 'object',
    properties: Object.fromEntries(rest.map((name) => [name, properties[name]])),
    required: rest.filter((name) => required.has(name)),
  }
  return {
    operationId: call.name,
    tags: [area],
    summary: call.about,
    security: call.access === 'public' ? [] : [{ cookie: [] }, { bearer: [] }],
    parameters: [
      { name: 'app', in: 'header', required: true, schema: { enum: ['AO', 'AH'] } },
      ...(call.access === 'workplace'
        ? [{ name: 'workplace-id', in: 'header', required: false, schema: { type: 'string', format: 'uuid' } }]
        : []),
      ...inPath.map((name) => parameter(name, 'path')),
      ...(call.method === 'GET' ? rest.map((name) => parameter(name, 'query')) : []),
    ],
    ...(inBody && {
      requestBody: {
        required: rest.some((name) => required.has(name)),
        content: {
          'application/json': { schema: body },
          ...(call.body === 'multipart' && { 'multipart/form-data': { schema: body } }),
        },
      },
    }),
    responses: {
      200: { description: 'OK', content: { 'application/json': { schema: envelope(schemaOf(call.data, 'output')) } } },
      default: {
        description: 'Any other code of x-codes',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  }
}
