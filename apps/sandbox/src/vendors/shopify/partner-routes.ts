/**
 * Shopify's Partner API, as far as it tells what an app has earned: the operator's own API, beside those of the shops.
 * By the pages of shopify.dev on `transactions` and on each kind of app sale (2026-10). From notes alone: that the list
 * has the newest first, that what is given back by a change of plan is an AppSaleAdjustment with its share of the fees,
 * and that 15 % and 2.9 % are kept.
 */
import type { FastifyInstance } from 'fastify'
import { buildSchema, execute, parse, validate } from 'graphql'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { API_KEY } from './shops.ts'
import type { ShopifyTables, ShopifyWorld } from './tables.ts'
import { connection, isoSecond } from './view.ts'

const PARTNER = { organisation: '1000001', token: 'prtapi_sandbox' } as const
const MOST_A_PAGE = 100
const SHOPIFY_SHARE = 0.15
const PROCESSING_SHARE = 0.029

const FIELDS = `id: ID! createdAt: DateTime! chargeId: ID grossAmount: Money netAmount: Money! shopifyFee: Money
  processingFee: Money app: App! shop: Shop`
const schema = buildSchema(`
scalar DateTime
scalar Decimal
scalar Url
schema { query: QueryRoot }
type QueryRoot {
  transactions(
    after: String, appId: ID, before: String, createdAtMax: DateTime, createdAtMin: DateTime, first: Int, last: Int,
    myshopifyDomain: String, shopId: ID, types: [TransactionType!]
  ): TransactionConnection!
}
enum TransactionType { APP_ONE_TIME_SALE APP_SALE_ADJUSTMENT APP_SALE_CREDIT APP_SUBSCRIPTION_SALE APP_USAGE_SALE }
type TransactionConnection { edges: [TransactionEdge!]! pageInfo: PageInfo! }
type TransactionEdge { cursor: String! node: Transaction! }
type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! }
interface Transaction { id: ID! createdAt: DateTime! }
enum AppPricingInterval { ANNUAL EVERY_30_DAYS }
type AppSubscriptionSale implements Transaction { ${FIELDS} billingInterval: AppPricingInterval }
type AppOneTimeSale implements Transaction { ${FIELDS} }
type AppUsageSale implements Transaction { ${FIELDS} }
type AppSaleAdjustment implements Transaction { ${FIELDS} }
type AppSaleCredit implements Transaction { ${FIELDS} }
type Money { amount: Decimal! currencyCode: String! }
type App { id: ID! name: String! apiKey: String! }
type Shop { id: ID! myshopifyDomain: Url! name: String! }
`)

const Request = z.object({ query: z.string(), variables: z.record(z.string(), z.unknown()).nullish() })
type Bill = Selectable<ShopifyTables['app_bills']>

function saleOf({ id, shop, charge, reason, amount, currency, at }: Bill) {
  const type = amount < 0 ? 'AppSaleAdjustment' : reason === 'one_time' ? 'AppOneTimeSale' : 'AppSubscriptionSale'
  const money = (cents: number) => ({ amount: (cents / 100).toFixed(2), currencyCode: currency })
  const [shopifyFee, processingFee] = [Math.round(amount * SHOPIFY_SHARE), Math.round(amount * PROCESSING_SHARE)]
  return {
    __typename: type,
    id: `gid://partners/${type}/${id}`,
    createdAt: isoSecond(at),
    chargeId: charge,
    grossAmount: money(amount),
    netAmount: money(amount - shopifyFee - processingFee),
    shopifyFee: money(shopifyFee),
    processingFee: money(processingFee),
    app: { id: 'gid://partners/App/1', name: 'Omni', apiKey: API_KEY },
    shop: { id: `gid://partners/Shop/${shop}`, myshopifyDomain: shop, name: shop },
    billingInterval: null,
  }
}

interface Asked {
  first?: number | null
  after?: string | null
  createdAtMin?: string | null
  createdAtMax?: string | null
  myshopifyDomain?: string | null
}

export function partnerRoutes(app: FastifyInstance, world: ShopifyWorld) {
  const transactions = async ({ first, after, createdAtMin, createdAtMax, myshopifyDomain }: Asked) => {
    let bills = world.db.selectFrom('app_bills').selectAll().orderBy('id', 'desc')
    if (createdAtMin) bills = bills.where('at', '>=', new Date(createdAtMin))
    if (createdAtMax) bills = bills.where('at', '<=', new Date(createdAtMax))
    if (myshopifyDomain) bills = bills.where('shop', '=', myshopifyDomain)
    const page = { first: Math.min(first ?? MOST_A_PAGE, MOST_A_PAGE), after: after ?? null }
    return connection((await bills.execute()).map(saleOf), page)
  }
  app.post<{ Params: { organisation: string; version: string } }>(
    '/partners/:organisation/api/:version/graphql.json',
    { config: { endpoint: 'partner.transactions' } },
    async (request, reply) => {
      const { organisation } = request.params
      if (organisation !== PARTNER.organisation || request.headers['x-shopify-access-token'] !== PARTNER.token)
        return reply.code(401).send({ errors: 'Invalid API key or access token' })
      const input = Request.safeParse(request.body)
      if (!input.success) return reply.code(400).send({ errors: 'Required parameter missing or invalid' })
      let document
      try {
        document = parse(input.data.query)
      } catch (error) {
        return { errors: [{ message: error instanceof Error ? error.message : 'syntax error' }] }
      }
      const problems = validate(schema, document)
      if (problems.length > 0) return { errors: problems.map(({ message }) => ({ message })) }
      const variableValues = input.data.variables ?? {}
      return execute({ schema, document, rootValue: { transactions }, variableValues })
    },
  )
}
