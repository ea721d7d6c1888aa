/** What all sites of one house do alike with a request. */
import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

export const requestId = () => `21${randomBytes(14).toString('hex')}`

/** Bytes are left out of the signature, so they are kept apart from the start. */
export interface Params {
  text: Record<string, string>
  files: Record<string, Buffer>
}

/** From the address and the body alike. */
export function paramsOf(request: FastifyRequest): Params {
  const params: Params = { text: {}, files: {} }
  const all = { ...(request.query as object), ...(typeof request.body === 'object' ? request.body : {}) } // only spread
  for (const [name, value] of Object.entries(all)) {
    if (Buffer.isBuffer(value)) params.files[name] = value
    else if (value !== null && value !== undefined)
      params.text[name] = typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  return params
}

/** Names in byte order, name and value run together without separators; a system call's path goes first. */
export function signatureOf(params: Readonly<Record<string, string>>, path: string, secret: string): string {
  const names = Object.keys(params).filter((name) => name !== 'sign')
  names.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  const mac = createHmac('sha256', secret).update(path, 'utf8')
  for (const name of names) mac.update(name, 'utf8').update(params[name] ?? '', 'utf8')
  return mac.digest('hex').toUpperCase()
}
