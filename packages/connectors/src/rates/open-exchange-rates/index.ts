import { z } from 'zod'
import { read } from '../../http.ts'
import type { RatesSource } from '../rates-source.ts'

/**
 * Open Exchange Rates, `latest.json`. Verified against our notes and the sandbox only; there is no published schema.
 */
const Latest = z.object({
  timestamp: z.int(),
  base: z.literal('USD'),
  rates: z.record(z.string(), z.number().positive()),
})
const Failure = z.object({ error: z.literal(true), status: z.int(), message: z.string(), description: z.string() })

export const openExchangeRates = (base: string, appId: string): RatesSource => ({
  async latest() {
    const reply = await read(
      {
        vendor: 'open-exchange-rates',
        url: `${base}/latest.json?app_id=${encodeURIComponent(appId)}&base=USD`,
        explain: (status, body) => {
          const failure = Failure.safeParse(body)
          if (!failure.success) return undefined
          return {
            kind: status === 401 ? 'auth_expired' : status === 429 ? 'rate_limited' : 'invalid',
            message: failure.data.description,
          }
        },
      },
      Latest,
    )
    return { as_of: new Date(reply.timestamp * 1000), rates: reply.rates }
  },
})
