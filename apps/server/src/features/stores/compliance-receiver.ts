import { sql } from 'kysely'
import { z } from 'zod'
import type { JobCtx } from '../../platform/ctx.ts'
import type { ReceivedRequest, Receiver } from '../../platform/receive.ts'
import { refuse } from '../../platform/refuse.ts'

const DAY_MS = 86_400_000
/** Shopify: within 30 days. */
const DUE_DAYS = 30
const SHOP_HEADER = 'x-shopify-shop-domain'
const HEADERS = ['x-shopify-topic', 'x-shopify-hmac-sha256', 'x-shopify-webhook-id', SHOP_HEADER]
const Shop = z.string().regex(/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/)

const Redaction = z.object({ orders_to_redact: z.array(z.union([z.int(), z.string()])) })

/** As the API names them; none where the message does not say. */
function ordersIn(raw: Buffer): string[] {
  try {
    const read = Redaction.safeParse(JSON.parse(raw.toString('utf8')))
    return read.success ? read.data.orders_to_redact.map((id) => `gid://shopify/Order/${id}`) : []
  } catch {
    return []
  }
}

function readMessage(ctx: JobCtx, { raw, headers }: Pick<ReceivedRequest, 'raw' | 'headers'>) {
  const { webhooks } = ctx.services.channels.definition('shopify') ?? {}
  const secret = webhooks?.secretOf?.(ctx.services.channels.app('shopify'))
  const hint = secret ? webhooks?.verify({ raw, header: (name) => headers[name.toLowerCase()] }, secret) : null
  const shop = Shop.safeParse(headers[SHOP_HEADER])
  if (hint?.what !== 'compliance' || !shop.success) refuse('unauthorized')
  return { hint, shop: shop.data }
}

/**
 * The three messages that Shopify sends to one address of the application, not of a store. A shop that wants to be
 * forgotten is deleted with its listings and orders. Of a customer we keep what stands in orders: the orders that the
 * message names lose it. What we keep of one is exported by a person (`customers/data_request`), by the day it is due.
 */
export const compliance: Receiver = {
  vendor: 'shopify.compliance',
  path: '/shopify/compliance',
  keepsHeaders: HEADERS,
  verify(ctx, request) {
    const { hint, shop } = readMessage(ctx, request)
    return { delivery_id: hint.delivery_id.slice(0, 200), topic: hint.topic, account_key: shop }
  },
  async handle(ctx, { raw, headers, delivery_id }) {
    const { hint, shop } = readMessage(ctx, { raw, headers })
    const due = new Date(ctx.now.getTime() + DUE_DAYS * DAY_MS)
    await ctx.db.tx(async (tx) => {
      await sql`select note_compliance('shopify', ${delivery_id}, ${hint.topic}, ${shop}, ${due})`.execute(tx)
      // What orders hold of a customer is handed over by a person: the request stays open, with its day.
      if (hint.topic === 'customers/data_request') {
        ctx.log.warn({ shop, delivery_id, due }, 'a customer’s data was asked for')
        return
      }
      let outcome = 'nothing of customers is kept'
      if (hint.topic === 'shop/redact') {
        const { rows } = await sql<{ n: number }>`select forget_shop('shopify', ${shop}) as n`.execute(tx)
        outcome = `stores forgotten: ${rows[0]?.n ?? 0}`
      }
      if (hint.topic === 'customers/redact') {
        const ids = ordersIn(raw)
        const { rows } = await sql<{
          n: number
        }>`select redact_orders('shopify', ${shop}, ${ids}::text[]) as n`.execute(tx)
        if (rows[0]?.n) outcome = `orders redacted: ${rows[0].n}`
      }
      await sql`select end_compliance('shopify', ${delivery_id}, ${outcome})`.execute(tx)
    })
  },
}
