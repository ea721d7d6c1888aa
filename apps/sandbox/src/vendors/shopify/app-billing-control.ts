import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { BadInput, plainText } from '../../control/read-input.ts'
import { action } from '../../frame/define-vendor.ts'
import { billWhatIsDue, updateCharge } from './app-billing.ts'
import type { AppChargeRow, ShopifyTables, ShopifyWorld } from './tables.ts'

const DAY_MS = 86_400_000
const shopField = { name: 'shop', label: 'Shop', type: 'text', value: 'northwind-goods.myshopify.com' } as const
const OfShop = z.strictObject({ shop: plainText })
const AgeInput = OfShop.extend({ days: z.coerce.number().min(0).max(3660) })
const FreezeInput = OfShop.extend({ frozen: z.enum(['yes', 'no']) })

async function planOf(world: ShopifyWorld, shop: string): Promise<AppChargeRow> {
  const row = await world.db
    .selectFrom('app_charges')
    .selectAll()
    .where('shop', '=', shop)
    .where('kind', '=', 'plan')
    .where('status', 'in', ['ACTIVE', 'FROZEN'])
    .executeTakeFirst()
  if (!row) throw new BadInput(`${shop} has no plan`, 404)
  return row
}

export const billingControl = {
  age_plan: action<ShopifyTables, typeof AgeInput>({
    label: "The shop's plan began some days earlier",
    fields: [shopField, { name: 'days', label: 'Days', type: 'number', value: 15 }],
    input: AgeInput,
    async run(world, { shop, days }) {
      const row = await planOf(world, shop)
      const back = (at: Date) => new Date(at.getTime() - days * DAY_MS)
      await world.db
        .updateTable('app_charges')
        .set({ created_at: back(row.created_at) })
        .where('id', '=', row.id)
        .execute()
      await updateCharge(world, row, { period_end: row.period_end && back(row.period_end) })
      await billWhatIsDue(world)
    },
  }),
  freeze_plan: action<ShopifyTables, typeof FreezeInput>({
    label: 'The shop pays its invoice no more, or again',
    fields: [shopField, { name: 'frozen', label: 'yes, no', type: 'text', value: 'yes' }],
    input: FreezeInput,
    async run(world, { shop, frozen }) {
      await updateCharge(world, await planOf(world, shop), { status: frozen === 'yes' ? 'FROZEN' : 'ACTIVE' })
    },
  }),
}

/** What the app bills its shops for, for tests and for the control room. */
export function billingBooks(app: FastifyInstance, world: ShopifyWorld) {
  app.get<{ Querystring: { shop?: string } }>('/shopify/billing', async ({ query }) => {
    const shop = query.shop?.replaceAll('\0', '') ?? ''
    const charges = await world.db
      .selectFrom('app_charges')
      .select(['id', 'kind', 'name', 'status', 'price', 'currency', 'interval', 'return_url', 'period_end'])
      .where('shop', '=', shop)
      .orderBy('id')
      .execute()
    const bills = await world.db.selectFrom('app_bills').selectAll().where('shop', '=', shop).orderBy('id').execute()
    return { charges, bills }
  })
}
