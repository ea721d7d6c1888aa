import type { FastifyInstance } from 'fastify'
import type { VendorReply } from './define-vendor.ts'

/** Thrown anywhere in a vendor: the call ends with this answer. */
export class Refusal extends Error {
  readonly reply: VendorReply
  constructor(reply: VendorReply) {
    super(`refused with ${reply.status}`)
    this.reply = reply
  }
}

/** Refusals as they are; a broken body or a bug of ours in the vendor's own words too. */
export function answerRefusals(app: FastifyInstance, other: (message: string, status: number) => VendorReply) {
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const {
      status,
      headers = {},
      body,
    } = error instanceof Refusal ? error.reply : other(error.message, error.statusCode ?? 500)
    if (!(error instanceof Refusal) && (error.statusCode ?? 500) >= 500) console.error(error)
    return reply.code(status).headers(headers).send(body)
  })
}
