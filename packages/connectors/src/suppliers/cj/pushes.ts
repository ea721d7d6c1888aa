/**
 * What CJ tells of orders and parcels. What was seen where (November 2026):
 * - `sign`: base64 of HMAC-SHA256 over the raw body, the key is the account's openId as text: CJ's page
 *   start/webhook.html, and a shop's handler with its test, which computes the same.
 * - `openId` may stand in the body itself (CJ's page and that handler), and it is a short number. So a signature proves
 *   little: the address has a secret part, and nothing that is told is believed before it was read.
 * - ORDER with `cjOrderId`, `orderNumber`, `trackNumber`; LOGISTIC with `orderId`, `trackingNumber`: CJ's page, and for
 *   LOGISTIC also the tests of two shops. One of these says that `orderId` is the buyer's own number; getOrderDetail takes
 *   either.
 * - POST /webhook/set with product, stock, order and logistics, each `type` ENABLE or CANCEL and one address: CJ's page
 *   api/webhook.html, and a shop's notes of how it registers.
 * - `callback` of /setting/get, with `type` and `urls` for each topic: CJ's page api/setting.html, in both languages. Not
 *   every topic is shown there.
 * From notes alone: CJ calls the address while it is registered, and wants 200. Nobody says that this call is signed.
 *
 * A split order (ORDERSPLIT) is read by its first number; nobody described what the parts answer.
 */
import { z } from 'zod'
import { parseVendorJson } from '../../vendor-json.ts'
import { isHmac, type Subscription, type SupplierWebhook, type SupplierPushes } from '../push.ts'
import { maybeText } from '../tolerant.ts'
import { ask, change } from './client.ts'

interface App {
  base_url: string
}
interface Credentials {
  access_token: string
  open_id?: string | null | undefined
}

const Message = z.object({
  messageId: z.string().min(1),
  type: z.string(),
  params: z.object({
    cjOrderId: maybeText,
    orderId: maybeText,
    orderNumber: maybeText,
    originalOrderId: maybeText,
    trackNumber: maybeText,
    trackingNumber: maybeText,
  }),
})
const ABOUT_ORDERS = ['ORDER', 'ORDERSPLIT', 'LOGISTIC']

const Topic = z.object({ type: z.string(), urls: z.array(z.string()).nullish() })
const Callbacks = z.object({ callback: z.record(z.string(), Topic.nullish().catch(null)).nullish() })
/** Those of the two that tell nothing of orders are sent back as they were. */
const OTHER_TOPICS = ['product', 'stock']

const off = { type: 'CANCEL', callbackUrls: [] }

export const pushes: SupplierPushes<App, Credentials> = {
  accountSecret: ({ open_id }) => open_id ?? null,
  isSigned: ({ raw, header }, secret) => isHmac(Buffer.from(header('sign') ?? '', 'base64'), secret, raw),
  isProbe: ({ header }) => header('sign') === undefined,
  read(raw): SupplierWebhook | null {
    const { data } = Message.safeParse(parseVendorJson(raw.toString('utf8')))
    if (!data) return null
    const { messageId, type, params } = data
    const order_no = params.cjOrderId ?? params.orderId ?? params.originalOrderId ?? params.orderNumber ?? null
    return {
      delivery_id: messageId,
      topic: type,
      order_no: ABOUT_ORDERS.includes(type) ? order_no : null,
      tracking_number: params.trackNumber ?? params.trackingNumber ?? null,
    }
  },
  subscription: {
    async read(call): Promise<Subscription> {
      const { callback } = await ask(call, { path: '/setting/get', cost: 0 }, Callbacks)
      const urlOf = (topic: string) => {
        const hook = callback?.[topic]
        return hook && hook.type !== 'CANCEL' ? (hook.urls?.[0] ?? null) : null
      }
      return { url: urlOf('order'), others: Object.fromEntries(OTHER_TOPICS.map((topic) => [topic, urlOf(topic)])) }
    },
    set: {
      async send(call, { url, before }) {
        const to = (address: unknown) =>
          typeof address === 'string' ? { type: 'ENABLE', callbackUrls: [address] } : off
        const others = Object.fromEntries(OTHER_TOPICS.map((topic) => [topic, to(before.others[topic])]))
        const body = { ...others, order: to(url), logistics: to(url) }
        return change(call, { path: '/webhook/set', method: 'POST', body })
      },
    },
  },
}
