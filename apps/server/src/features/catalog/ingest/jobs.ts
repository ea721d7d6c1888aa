import { SOURCES } from '@omni/domain/catalog/sources.ts'
import { z } from 'zod'
import { job } from '../../../platform/jobs.ts'

/** Starts a round of every supplier; hourly, and at once on a fresh installation. */
export const ingestAll = job('catalog.ingest-all', {
  payload: z.object({}),
  background: true,
  attempts: 3,
  cron: '17 * * * *',
  at_start: true,
  key: () => 'all',
})

/** A slice of one supplier's round; adds itself again until the round is done. */
export const ingestSource = job('catalog.ingest-source', {
  payload: z.object({ source: z.enum(SOURCES) }),
  background: true,
  attempts: 25,
  key: (payload) => payload.source,
  // The hourly start comes while a long round still runs: without a queue each would go on beside the others.
  queue: (payload) => `catalog.ingest-source.${payload.source}`,
})

/** Catches up with the counts after changes. */
export const countCatalogue = job('catalog.count', {
  payload: z.object({}),
  background: true,
  attempts: 5,
  cron: '* * * * *',
  at_start: true,
  key: () => 'count',
})

/** Shipping to the main countries, for all suppliers side by side; adds itself again while there is something to ask. */
export const quoteCountries = job('catalog.quote-countries', {
  payload: z.object({}),
  background: true,
  attempts: 3,
  cron: '* * * * *',
  key: () => 'quotes',
  queue: () => 'catalog.quote-countries',
})
