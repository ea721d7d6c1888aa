/** What CJ tells, after its own pages start/webhook.html (messages, signature) and api/webhook.html (setting). */
import { createHmac, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { OrderRow, OrderWorld } from '../../orders/tables.ts'
import type { World } from '../../frame/world.ts'
import { beijing } from './auth-routes.ts'
import { CjRefusal, done } from './envelope.ts'
import { BASE, type CjTables, endpoint, type makeGuard } from './guard.ts'
import { statusOf, trackNumber } from './order-state.ts'

const Topic = z.object({ type: z.enum(['ENABLE', 'CANCEL']), callbackUrls: z.array(z.url()).max(1) })
const Setting = z.object({ product: Topic, stock: Topic, order: Topic, logistics: Topic })
const ANSWERS_WITHIN_MS = 3_000

export function webhookRoutes(app: FastifyInstance, world: World<CjTables>, guard: ReturnType<typeof makeGuard>) {
  app.post(`${BASE}/webhook/set`, endpoint('webhook/set'), async (request) => {
    const { id: account } = await guard(request, 'webhook/set')
    const wanted = Setting.safeParse(request.body)
    if (!wanted.success) throw new CjRefusal(1600100, `Param error: ${wanted.error.issues[0]?.path.join('.')}`)
    const topics = Object.entries(wanted.data).map(([topic, { type, callbackUrls }]) => ({
      topic,
      url: type === 'ENABLE' ? callbackUrls[0] : undefined,
    }))
    for (const url of new Set(topics.flatMap((one) => one.url ?? []))) await mustAnswer(url)
    await world.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('hooks').where('account', '=', account).execute()
      const rows = topics.flatMap(({ topic, url }) => (url === undefined ? [] : [{ account, topic, url }]))
      if (rows.length > 0) await tx.insertInto('hooks').values(rows).execute()
    })
    return done(true)
  })
}

/** It is called once, without a message, before it is kept. */
async function mustAnswer(url: string): Promise<void> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
  }).catch(() => null)
  if (reply?.status !== 200) throw new CjRefusal(1600300, `The callback url does not answer 200: ${url}`)
}

/** `callback` of /setting/get. */
export async function callbacksOf(world: World<CjTables>, account: string) {
  const hooks = await world.db.selectFrom('hooks').selectAll().where('account', '=', account).execute()
  const ofTopic = (topic: string) => {
    const urls = hooks.filter((hook) => hook.topic === topic).map(({ url }) => url)
    return { type: urls.length > 0 ? 'ENABLE' : 'CANCEL', urls }
  }
  return {
    product: ofTopic('product'),
    stock: ofTopic('stock'),
    order: ofTopic('order'),
    logistics: ofTopic('logistics'),
  }
}

/** The account's openId is its number here. */
const sign = (openId: string) => (body: string) => ({
  sign: createHmac('sha256', openId).update(body, 'utf8').digest('base64'),
})

/** ORDER for every move, and LOGISTIC once there is a number, each with CJ's number of the order. */
export async function sendOrderWebhook(world: OrderWorld, order: OrderRow): Promise<void> {
  const { account, no } = order
  const own = world as unknown as World<CjTables> // the world of this vendor, which has its hooks, too
  const hooks = await own.db.selectFrom('hooks').selectAll().where('account', '=', account).execute()
  const send = async (topic: string, type: string, params: object) => {
    const url = hooks.find((hook) => hook.topic === topic)?.url
    if (url === undefined) return
    const messageId = randomUUID().replaceAll('-', '')
    const message = { messageId, type, messageType: 'UPDATE', openId: Number(account), params }
    await world.callback(type, url, message, {}, sign(account))
  }
  const trackingNumber = trackNumber(order)
  await send('order', 'ORDER', {
    orderNumber: order.reference,
    cjOrderId: no,
    orderStatus: statusOf(order),
    logisticName: order.service,
    trackNumber: trackingNumber,
    createDate: beijing(order.created_at),
    updateDate: beijing(world.now()),
    payDate: order.paid_at && beijing(order.paid_at),
    deliveryDate: null,
    completeDate: null,
  })
  if (trackingNumber === null) return
  await send('logistics', 'LOGISTIC', {
    orderId: no,
    logisticName: order.service,
    trackingNumber,
    trackingStatus: 1,
    logisticsTrackEvents: '[]',
  })
}
