import type { FastifyInstance, FastifyReply } from 'fastify'
import type { VendorReply } from '../../frame/define-vendor.ts'
import type { World } from '../../frame/world.ts'
import { CURRENCIES } from './currencies.ts'
import { ratesOn, round } from './daily-rates.ts'

export interface RateTables {
  jumps: { currency: string; factor: number }
}

const APP_ID = 'sandbox-rates-key'
const FIRST_DAY = Date.UTC(1999, 0, 1)

const REFUSALS = {
  missing_app_id: [401, 'No App ID provided. Please sign up at https://openexchangerates.org/signup.'],
  invalid_app_id: [401, 'Invalid App ID provided. Please sign up at https://openexchangerates.org/signup.'],
  invalid_base: [400, 'Invalid `base` currency [USD, EUR, …]: please use a three-letter code from currencies.json.'],
  invalid_date: [400, 'Historical rates for the requested date are not available, please try a different date.'],
  not_available: [400, 'Historical rates for the requested date are not available, please try a different date.'],
  too_many_requests: [429, 'Access restricted for repeated over-use. Please contact support@openexchangerates.org.'],
} as const

export function refusal(message: keyof typeof REFUSALS): VendorReply {
  const [status, description] = REFUSALS[message]
  return { status, body: { error: true, status, message, description } }
}

type Query = Record<string, string | string[] | undefined>
const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value.at(-1) : value)

/** Verified against the public documentation's shapes by memory only; a live key was never at hand. */
export function openExchangeRates(app: FastifyInstance, world: World<RateTables>) {
  const refuse = (reply: FastifyReply, message: keyof typeof REFUSALS) => {
    const { status, body } = refusal(message)
    return reply.code(status).send(body)
  }

  async function answer(reply: FastifyReply, query: Query, day: Date, timestamp: number) {
    const appId = one(query['app_id'])
    if (!appId) return refuse(reply, 'missing_app_id')
    if (appId !== APP_ID) return refuse(reply, 'invalid_app_id')
    const jumps = await world.db.selectFrom('jumps').selectAll().execute()
    const all = ratesOn(day, new Map(jumps.map(({ currency, factor }) => [currency, factor])))
    const base = (one(query['base']) || 'USD').toUpperCase()
    const perBase = all.get(base)
    if (perBase === undefined) return refuse(reply, 'invalid_base')
    const symbols = one(query['symbols'])?.toUpperCase().split(',')
    const shown = [...all].filter(([code]) => !symbols || symbols.includes(code))
    return {
      disclaimer: 'Usage subject to terms: https://openexchangerates.org/terms',
      license: 'https://openexchangerates.org/license',
      timestamp,
      base,
      rates: Object.fromEntries(shown.map(([code, rate]) => [code, base === 'USD' ? rate : round(rate / perBase)])),
    }
  }

  app.get<{ Querystring: Query }>('/api/latest.json', { config: { endpoint: 'latest' } }, async (request, reply) => {
    const now = world.now()
    // Rates are published once an hour, and the stamp says of which hour they are.
    return answer(reply, request.query, now, Math.floor(now.getTime() / 3_600_000) * 3600)
  })

  app.get<{ Querystring: Query; Params: { file: string } }>(
    '/api/historical/:file',
    { config: { endpoint: 'historical' } },
    async (request, reply) => {
      const day = /^(\d{4}-\d{2}-\d{2})\.json$/.exec(request.params.file)?.[1]
      const at = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`)
      if (Number.isNaN(at)) return refuse(reply, 'invalid_date')
      if (at < FIRST_DAY || at > world.now().getTime()) return refuse(reply, 'not_available')
      return answer(reply, request.query, new Date(at), at / 1000 + 86_399)
    },
  )

  // The one call that needs no key.
  app.get('/api/currencies.json', { config: { endpoint: 'currencies' } }, async () =>
    Object.fromEntries(CURRENCIES.map(({ code, name }) => [code, name])),
  )
}
