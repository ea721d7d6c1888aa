/**
 * What Shopify has billed for the app, by its Partner API, which is the operator's own. The Admin API of a store tells
 * what was approved and never what was billed, and no message tells of a renewal.
 *
 * Seen in public clients (singer-tap-shopify-partners of Yoast; tests of an MCP server for app sales): the address with
 * the organisation's number, the header, the query `transactions` with `createdAtMin`, cursors on the edges, the five
 * kinds of app sales, and that `chargeId` is the id which the Admin API gives the charge. Seen in Shopify's reference
 * (2026-10): that `grossAmount` and `chargeId` may be missing and `netAmount` never is, that net is what is added to the
 * payout or taken from it, `App.apiKey`, four requests a second. What is kept (revenue share, processing, regulatory
 * fees) is gross less net: whatever further fees there will be, net is what arrives.
 */
import { parseMinor } from '@omni/domain/money.ts'
import { z } from 'zod'
import { explainShopify } from '../../channels/shopify/errors.ts'
import { read } from '../../http.ts'
import { inMemoryPace } from '../../pace.ts'
import { rows } from '../../rows.ts'
import { VendorError } from '../../vendor-error.ts'
import type { ReportedSale, SalesReport } from '../sales-report.ts'

const ID = 'shopify'
const VERSION = '2026-10'
const SALES_A_PAGE = 100
/** Half a million sales in one question are a mistake of ours. */
const MOST_PAGES = 5000

const KINDS = ['AppSubscriptionSale', 'AppOneTimeSale', 'AppUsageSale', 'AppSaleAdjustment', 'AppSaleCredit'] as const
const SALE = 'chargeId grossAmount { amount currencyCode } netAmount { amount currencyCode } app { apiKey }'
const SALES = `query Sales($since: DateTime!, $after: String) {
  transactions(createdAtMin: $since, first: ${SALES_A_PAGE}, after: $after) {
    edges { cursor node { __typename id createdAt ${KINDS.map((kind) => `... on ${kind} { ${SALE} }`).join(' ')} } }
    pageInfo { hasNextPage }
  }
}`

const Amount = z
  .object({ amount: z.union([z.string(), z.number()]), currencyCode: z.string() })
  .transform(({ amount, currencyCode: currency }, ctx) => {
    const parsed = parseMinor(amount, currency)
    if (parsed.ok) return { amount: parsed.value, currency }
    ctx.addIssue(`${amount} ${currency} is no amount`)
    return z.NEVER
  })
const Sale = z.object({
  __typename: z.enum(KINDS),
  id: z.string(),
  createdAt: z.iso.datetime({ offset: true }),
  chargeId: z.string().nullish(),
  grossAmount: Amount.nullish(),
  netAmount: Amount,
  app: z.object({ apiKey: z.string() }),
})
/** Themes, referrals and payouts of the same organisation are no sales of an app. */
const Other = z.object({ __typename: z.string().refine((kind) => !KINDS.some((one) => one === kind)) })
const Reply = z.object({
  data: z.object({
    transactions: z.object({
      edges: rows(z.object({ cursor: z.string(), node: z.union([Sale, Other]) })),
      pageInfo: z.object({ hasNextPage: z.boolean() }),
    }),
  }),
})

interface ShopifyReportSettings {
  url: string
  organisation: string
  access_token: string
  /** Of the app whose sales count: an organisation may have several. */
  api_key: string
}

export function shopifyReport({ url, organisation, access_token, api_key }: ShopifyReportSettings): SalesReport {
  const limits = inMemoryPace(ID, { per_second: 4 })
  const page = async (since: Date, after: string | null) => {
    const request = {
      vendor: ID,
      url: `${url.replace(/\/$/, '')}/${encodeURIComponent(organisation)}/api/${VERSION}/graphql.json`,
      method: 'POST' as const,
      headers: { 'content-type': 'application/json', 'x-shopify-access-token': access_token },
      body: JSON.stringify({ query: SALES, variables: { since: since.toISOString(), after } }),
      limits,
      explain: explainShopify,
    }
    return (await read(request, Reply)).data.transactions
  }
  return {
    id: ID,
    async listSales(since) {
      const found: ReportedSale[] = []
      let after: string | null = null
      for (let pages = 0; pages < MOST_PAGES; pages++) {
        const { edges, pageInfo }: Awaited<ReturnType<typeof page>> = await page(since, after)
        for (const { node } of edges) if ('netAmount' in node && node.app.apiKey === api_key) found.push(saleOf(node))
        after = edges.at(-1)?.cursor ?? null
        if (!pageInfo.hasNextPage || after === null) return found
      }
      throw new VendorError(ID, 'unreadable', 'the report has no end')
    },
  }
}

function saleOf({ id, createdAt, chargeId, grossAmount, netAmount }: z.output<typeof Sale>): ReportedSale {
  const gross = grossAmount ?? netAmount
  if (gross.currency !== netAmount.currency)
    throw new VendorError(ID, 'unreadable', `${id} is billed in ${gross.currency} and paid in ${netAmount.currency}`)
  return {
    ref: id,
    charge_ref: chargeId ?? '',
    currency: netAmount.currency,
    gross: gross.amount,
    net: netAmount.amount,
    happened_at: new Date(createdAt),
  }
}
