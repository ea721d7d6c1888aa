import { areas } from '@omni/contracts/all-calls.ts'
import type { Call } from '@omni/contracts/kernel.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type CallName, freshFor, UNTOLD } from './freshness.ts'
import { REFRESHED_BY } from './realtime.ts'

/** Five minutes are fine for these, and why. A new read has to be put here, into REFRESHED_BY or into UNTOLD. */
const FIVE_MINUTES: Record<string, readonly CallName[]> = {
  'the catalogue is minutes old anyway, and says when a price was read': [
    'findProducts',
    'findByCollection',
    'listDropshippingProducts',
    'getCategoryTree',
    'listCollections',
    'getTrendingKeywords',
    'getSuggestKeywords',
    'getRelatedKeywords',
    'listCampaignProducts',
    'listInspiredProducts',
    'listExpertsChoice',
    'listSourceSuppliers',
    'crawlBySeller',
    'getSourceProduct',
    'listReviews',
    'getProductLogistics',
    'getProductShipping',
  ],
  'only this person changes what follows from it, and the acts refresh it': [
    'listPersonalizedProducts',
    'listPickupLeftOff',
    'getDiscoverTools',
    'getFirstTimeInApp',
  ],
  'they change by a release or once a day': ['getPricing', 'getCurrencyRates'],
  'read anew each time it is opened (`fresh: 0`)': ['getProduct'],
  'done on purpose, not shown by a list': [
    'verifyEmail',
    'startSocial',
    'finishSocial',
    'exportAccount',
    'rollbackAiSnapshot',
    'getAliexpressLoginUrl',
  ],
}

const folder = join(import.meta.dirname, '..')
const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n')

test('every read on a screen is refreshed by a message, is short-lived, or says why five minutes are fine', () => {
  const reads = Object.values(areas)
    .flatMap((area): Call[] => Object.values(area))
    .filter(({ method, name }) => method === 'GET' && new RegExp(`Calls\\.${name}\\b`).test(source))
    .map(({ name }) => name)
  expect(reads.length).toBeGreaterThan(50)
  const known = [...Object.values(REFRESHED_BY), UNTOLD, ...Object.values(FIVE_MINUTES)].flat() as string[]
  expect(reads.filter((name) => !known.includes(name))).toEqual([])
})

test('five minutes is the rule, half a minute where nothing tells', () => {
  expect(freshFor('listProducts')).toBe(300_000)
  expect(freshFor('listViews')).toBe(30_000)
})
