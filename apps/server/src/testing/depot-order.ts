import { read, write } from '@omni/connectors/http.ts'
import { z } from 'zod'
import { attempt } from '../platform/attempts.ts'

const DEPOT_URL = process.env['DEPOT_URL'] ?? ''
const headers = { authorization: 'Bearer rehearsal', 'content-type': 'application/json' }
const request = { vendor: 'depot', url: `${DEPOT_URL}/v1/orders`, headers }

/** Orders at the sandbox's rehearsal depot, with times short enough to wait for. */
export const depotOrder = attempt({
  name: 'depot.order',
  vendor: 'depot',
  input: z.object({ buyer: z.string(), quantity: z.int() }),
  profile: {
    find: 'reference',
    merges_for_ms: 0,
    resend_after_ms: [],
    max_sends: 10,
    send_within_ms: 1000,
    answers_within_ms: 1500,
    lands_within_ms: 2000,
    shows_within_ms: 500,
    asks_person_after_ms: 600_000,
  },
  prepare:
    async (_ctx, { reference, input }) =>
    async (send_by) => {
      const body = JSON.stringify({ reference, ...input })
      const timeout_ms = 1500
      const answer = await write(
        { ...request, method: 'POST', body, send_by, timeout_ms },
        z.object({ order_no: z.string() }),
      )
      switch (answer.outcome) {
        case 'done':
          return { outcome: 'done', effect: answer.reply.order_no }
        case 'refused':
          return { outcome: 'refused', later: false, error_key: answer.code }
        default:
          return { outcome: answer.outcome, detail: answer.reason }
      }
    },
  async look(_ctx, { reference }) {
    const schema = z.object({ orders: z.array(z.object({ order_no: z.string() })) })
    const url = `${request.url}?reference=${encodeURIComponent(reference)}`
    const { orders } = await read({ ...request, url, timeout_ms: 1500, once: true }, schema)
    return orders.map(({ order_no }) => ({ effect: order_no }))
  },
})
