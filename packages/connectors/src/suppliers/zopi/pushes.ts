/** What a supplier of the protocol tells: `webhooks` of zopi-protocol.openapi.json. */
import { z } from 'zod'
import { acceptedSecrets, type OldSecrets } from '../../old-secrets.ts'
import { parseVendorJson } from '../../vendor-json.ts'
import { isHmac, type SupplierWebhook, type SupplierPushes } from '../push.ts'
import { Order } from './schemas.ts'

interface App {
  base_url: string
  webhook_secret: string
  old_secrets?: OldSecrets | undefined
}

const OLDEST_S = 5 * 60

const Event = z.object({ event_id: z.string().min(1), type: z.string(), data: z.unknown() })
const ChangedOrder = Order.pick({ order_id: true, shipments: true })

export const pushes: SupplierPushes<App, { api_key: string }> = {
  operatorSecrets: ({ webhook_secret, old_secrets }, now) =>
    webhook_secret === '' ? [] : acceptedSecrets(webhook_secret, old_secrets, now),
  isSigned({ raw, header }, secret, now) {
    const stamp = header('x-supplier-timestamp') ?? ''
    if (!/^\d{1,12}$/.test(stamp) || Math.abs(now.getTime() / 1000 - Number(stamp)) > OLDEST_S) return false
    return isHmac(Buffer.from(header('x-supplier-signature') ?? '', 'hex'), secret, `${stamp}.`, raw)
  },
  read(raw): SupplierWebhook | null {
    const { data: event } = Event.safeParse(parseVendorJson(raw.toString('utf8')))
    if (!event) return null
    const { data: order } = ChangedOrder.safeParse(event.type === 'order.changed' ? event.data : null)
    return {
      delivery_id: event.event_id,
      topic: event.type,
      order_no: order?.order_id ?? null,
      tracking_number: order?.shipments.at(-1)?.tracking_number ?? null,
    }
  },
}
