import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Params } from '../open-platform/request.ts'
import type { SupplyWorld } from '../../catalogue/make-world.ts'
import { type AeCode, refuse, refuseFlat } from './envelope.ts'
import type { StateWorld } from './order-states.ts'
import { APP_KEY, isSigned } from './signature.ts'

interface MethodCall {
  params: Params
  world: StateWorld
  account: string
  supply: SupplyWorld
}
export type Method = (call: MethodCall) => Promise<Record<string, unknown>> | Record<string, unknown>

/** Bytes are left out of the signature, so they are kept apart from the start. */
export function readMultipart(app: FastifyInstance) {
  app.addContentTypeParser<Buffer>(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const type = request.headers['content-type'] ?? ''
      const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
        .formData()
        .catch(() => new FormData())
      const parts = await Promise.all(
        [...form].map(
          async ([name, value]) =>
            [name, typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer())] as const,
        ),
      )
      return Object.fromEntries(parts)
    },
  )
}

/**
 * Application, time and signature. The time is only read, not compared: the sandbox's clock may be weeks ahead of the
 * caller's, which no rehearsal should stumble over.
 */
export function checkCaller({ text }: Params, path: string) {
  const no = (code: AeCode, message?: string) => (path === '' ? refuse(code, message) : refuseFlat(code, message))
  for (const name of ['app_key', 'timestamp', 'sign_method', 'sign']) {
    if (!text[name]) {
      throw no(
        'MissingParameter',
        `The input parameter "${name}" that is mandatory for processing this request is not supplied`,
      )
    }
  }
  if (text['app_key'] !== APP_KEY) throw no('InvalidAppKey')
  if (text['sign_method'] !== 'sha256') throw no('InvalidParameter', 'The specified parameter sign_method is not valid')
  if (!/^(\d{13}|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)$/.test(text['timestamp'] ?? '')) {
    throw no('InvalidParameter', 'The specified parameter timestamp is not valid')
  }
  if (!isSigned(text, path)) throw no('IncompleteSignature')
}

export function need({ text }: Params, name: string): string {
  const value = text[name]
  if (!value) {
    throw refuse(
      'MissingParameter',
      `The input parameter "${name}" that is mandatory for processing this request is not supplied`,
    )
  }
  return value
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
