import { z } from 'zod'
import { action, defineVendor } from '../../frame/define-vendor.ts'
import { CURRENCIES } from './currencies.ts'
import { openExchangeRates, type RateTables, refusal } from './open-exchange-rates.ts'

/** The dollar is what all others are measured in; it cannot move. */
const MOVABLE = CURRENCIES.map(({ code }) => code).filter((code) => code !== 'USD')

/** The exchange-rate service, in the words of Open Exchange Rates. Its key is `sandbox-rates-key`. */
export const rates = defineVendor<RateTables>({
  id: 'rates',
  name: 'Open Exchange Rates',
  kind: 'service',
  badge: { glyph: '$', colour: '#0B7A6B' },
  endpoints: ['latest', 'historical', 'currencies'],
  secretKeys: ['app_id'],
  tables: 'create table if not exists jumps (currency text primary key, factor double precision not null)',
  routes: openExchangeRates,
  expiredToken: () => refusal('invalid_app_id'),
  rateLimited: () => refusal('too_many_requests'),
  control: {
    rate_jump: action({
      label: 'Move a rate',
      fields: [
        { name: 'currency', label: 'Currency', type: 'text', value: 'EUR' },
        { name: 'percent', label: 'Per cent', type: 'number', value: 10 },
      ],
      input: z.strictObject({
        currency: z.enum(MOVABLE, 'must be a currency code other than USD'),
        percent: z.coerce.number().min(-90).max(900),
      }),
      async run(world, { currency, percent }) {
        const factor = 1 + percent / 100
        await world.db
          .insertInto('jumps')
          .values({ currency, factor })
          .onConflict((c) => c.column('currency').doUpdateSet({ factor }))
          .execute()
        return { currency, factor }
      },
    }),
  },
})
