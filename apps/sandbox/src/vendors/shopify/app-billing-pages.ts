/** The page on which a merchant approves what an app bills. It works without JavaScript. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { sendPage } from '../identity/chooser-page.ts'
import { escapeHtml } from '../identity/people.ts'
import { approve, updateCharge } from './app-billing.ts'
import type { AppChargeRow, ShopifyWorld } from './tables.ts'

const Decision = z.object({ decision: z.enum(['approve', 'decline']) })
const EVERY = { EVERY_30_DAYS: 'every 30 days', ANNUAL: 'every year' } as const

const page = (body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Approve a charge</title><link rel="icon" href="/control-room/icon.svg">
<link rel="stylesheet" href="/shopify/consent.css"></head><body><main>${body}</main></body></html>`

function chargePage(row: AppChargeRow): string {
  const price = new Intl.NumberFormat('en', { style: 'currency', currency: row.currency }).format(row.price / 100)
  const when = row.interval ? EVERY[row.interval] : 'once'
  return page(`<p class="tag">Sandbox</p><h1>${escapeHtml(row.name)}</h1>
    <p class="lead"><b>Omni</b> wants to bill <b>${escapeHtml(row.shop)}</b> ${price} ${when}, on the shop's own invoice.</p>
    <form method="post">
      <button class="primary" name="decision" value="approve">Approve</button>
      <button class="plain" name="decision" value="decline">Decline</button>
    </form>`)
}

export function appBillingPages(app: FastifyInstance, world: ShopifyWorld) {
  type Address = { Params: { shop: string; id: string }; Querystring: { signature?: string } }
  const config = { config: { endpoint: 'charge_page' } }
  const path = '/:shop/admin/charges/:id/confirm'
  const find = async ({ shop, id }: Address['Params'], { signature }: Address['Querystring']) => {
    if (!/^\d{1,15}$/.test(id) || !/^[0-9a-f-]{36}$/.test(signature ?? '')) return undefined
    const row = await world.db.selectFrom('app_charges').selectAll().where('id', '=', Number(id)).executeTakeFirst()
    return row?.shop === shop && row.signature === signature ? row : undefined
  }
  const over = page('<h1>This charge is not open any more</h1><p class="lead">Go back to the app and start again.</p>')
  app.get<Address>(path, config, async ({ params, query }, reply) => {
    const row = await find(params, query)
    if (row?.status !== 'PENDING' || row.approved_at !== null) return sendPage(reply, 404, over)
    return sendPage(reply, 200, chargePage(row))
  })
  app.post<Address>(path, config, async ({ params, query, body }, reply) => {
    const row = await find(params, query)
    if (row?.status !== 'PENDING' || row.approved_at !== null) return sendPage(reply, 404, over)
    if (Decision.safeParse(body).data?.decision === 'approve') await approve(world, row)
    else await updateCharge(world, row, { status: 'DECLINED' })
    const back = new URL(row.return_url)
    back.searchParams.set('charge_id', String(row.id))
    return reply.redirect(back.href, 303)
  })
}
