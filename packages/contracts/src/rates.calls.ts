import { z } from 'zod'
import { calls } from './kernel.ts'

export const ratesCalls = calls({
  getCurrencyRates: {
    // spec: not shown. The USD-based table that conversion uses (foundation spec §3).
    method: 'GET',
    path: '/core/currency-rates',
    access: 'public',
    about: 'Units of each currency per US dollar, with their age.',
    input: z.object({}),
    data: z.object({ base: z.literal('USD'), rates: z.record(z.string(), z.number()), as_of: z.string().nullable() }),
  },
})
