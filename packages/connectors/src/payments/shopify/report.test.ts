import { afterEach, expect, test, vi } from 'vitest'
import { VendorError } from '../../vendor-error.ts'
import { shopifyReport } from './report.ts'

const money = (amount: string, currencyCode = 'USD') => ({ amount, currencyCode })
const sale = (id: number, more: object = {}) => ({
  __typename: 'AppSubscriptionSale',
  id: `gid://partners/AppSubscriptionSale/${id}`,
  createdAt: '2026-11-01T10:00:00.000000Z',
  chargeId: 'gid://shopify/AppSubscription/5',
  grossAmount: money('29.90'),
  netAmount: money('24.54'),
  app: { apiKey: 'mine' },
  ...more,
})
const asked: { url: string; headers: unknown; body: { variables: { since: string; after: string | null } } }[] = []

/** Answers one page after the other. */
function serve(...pages: object[][]) {
  asked.length = 0
  vi.stubGlobal('fetch', async (url: string, { headers, body }: { headers: unknown; body: string }) => {
    asked.push({ url, headers, body: JSON.parse(body) })
    const page = pages[asked.length - 1] ?? []
    const edges = page.map((node, n) => ({ cursor: `${asked.length}.${n}`, node }))
    const transactions = { edges, pageInfo: { hasNextPage: asked.length < pages.length } }
    return new Response(JSON.stringify({ data: { transactions } }))
  })
}
afterEach(() => vi.unstubAllGlobals())

const report = shopifyReport({ url: 'https://p.test/', organisation: '77', access_token: 'prtapi_x', api_key: 'mine' })
const since = new Date('2026-10-01T00:00:00Z')

test('every page is read on from the last cursor; other apps and what is no sale of an app do not count', async () => {
  const payout = { __typename: 'ReferralTransaction', id: 'gid://partners/ReferralTransaction/1', createdAt: 'now' }
  serve([sale(1), sale(2, { app: { apiKey: 'theirs' } })], [payout, sale(3)])
  const refs = (await report.listSales(since)).map(({ ref }) => ref)
  expect(refs).toEqual(['gid://partners/AppSubscriptionSale/1', 'gid://partners/AppSubscriptionSale/3'])
  expect(asked.map(({ url, body }) => [url, body.variables.after])).toEqual([
    ['https://p.test/77/api/2026-10/graphql.json', null],
    ['https://p.test/77/api/2026-10/graphql.json', '1.1'],
  ])
  expect(asked[0]).toMatchObject({
    headers: { 'x-shopify-access-token': 'prtapi_x' },
    body: { variables: { since: '2026-10-01T00:00:00.000Z' } },
  })
})

test('money given back is below zero; without a gross amount nothing was kept; a charge may be missing', async () => {
  const back = { __typename: 'AppSaleAdjustment', grossAmount: money('-29.90'), netAmount: money('-24.54') }
  serve([sale(1, back), sale(2, { grossAmount: null, chargeId: null, netAmount: money('1500', 'JPY') })])
  const [adjusted, odd] = await report.listSales(since)
  expect(adjusted).toMatchObject({ gross: -2990, net: -2454, currency: 'USD' })
  expect(odd).toMatchObject({ gross: 1500, net: 1500, currency: 'JPY', charge_ref: '' })
})

test.each([
  ['two currencies', { netAmount: money('20.00', 'EUR') }],
  ['an amount that is none', { netAmount: money('ten') }],
  ['no net amount', { netAmount: null }],
])('%s: nothing is guessed', async (_, more) => {
  serve([sale(1, more)])
  await expect(report.listSales(since)).rejects.toThrow(VendorError)
})
