import type { ComplianceMessage } from '@omni/connectors/channels/channel.ts'
import { channels } from '@omni/connectors/channels/registry.ts'
import type { Channel } from '@omni/domain/channels/document.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Receiver } from '../../platform/receive.ts'
import { refuse } from '../../platform/refuse.ts'
import { acceptedMessage, appSecrets } from './accepted-message.ts'

const DAY_MS = 86_400_000
const Found = z.object({
  asks: z.discriminatedUnion('for', [
    z.object({ for: z.literal('export') }),
    z.object({ for: z.literal('forget_store') }),
    z.object({ for: z.literal('forget_customer'), remote_order_ids: z.array(z.string()) }),
  ]) satisfies z.ZodType<ComplianceMessage['asks']>,
})

/**
 * What a platform sends to one address of the application, not of a store. A store that wants to be forgotten is deleted
 * with its listings and orders. Of a customer we keep what stands in orders: the orders that the message names lose it.
 * What we keep of one is exported by a person, by the day it is due.
 */
const complianceOf = (platform: Channel, due_days: number): Receiver<typeof Found> => ({
  vendor: `${platform}.compliance`,
  path: `/${platform}/compliance`,
  found: Found,
  verify(ctx, request) {
    const definition = ctx.services.channels.definition(platform)
    const secrets = definition && appSecrets(ctx, definition)
    const message = acceptedMessage(request, secrets, definition?.compliance?.verify)
    if (!message) refuse('unauthorized')
    const { delivery_id, topic, platform_domain, asks } = message
    return { delivery_id: delivery_id.slice(0, 200), topic, account_key: platform_domain, found: { asks } }
  },
  async handle(ctx, { delivery_id, topic, account_key: shop, found: { asks } }) {
    const due = new Date(ctx.now.getTime() + due_days * DAY_MS)
    await ctx.db.tx(async (tx) => {
      await sql`select record_compliance(${platform}, ${delivery_id}, ${topic}, ${shop}, ${due})`.execute(tx)
      // What orders hold of a customer is handed over by a person: the request stays open, with its day.
      if (asks.for === 'export') {
        ctx.log.warn({ shop, delivery_id, due }, 'a customer’s data was asked for')
        return
      }
      let outcome = 'nothing of customers is kept'
      if (asks.for === 'forget_store') {
        const { rows } = await sql<{ n: number }>`select forget_shop(${platform}, ${shop}) as n`.execute(tx)
        outcome = `stores forgotten: ${rows[0]?.n ?? 0}`
      } else {
        const ids = asks.remote_order_ids
        const { rows } = await sql<{
          n: number
        }>`select redact_orders(${platform}, ${shop}, ${ids}::text[]) as n`.execute(tx)
        if (rows[0]?.n) outcome = `orders redacted: ${rows[0].n}`
      }
      await sql`select end_compliance(${platform}, ${delivery_id}, ${outcome})`.execute(tx)
    })
  },
})

export const complianceReceivers = Object.values(channels).flatMap(({ id, ...rest }) =>
  'compliance' in rest ? [complianceOf(id, rest.compliance.due_days)] : [],
)
