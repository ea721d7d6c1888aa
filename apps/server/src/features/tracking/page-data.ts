import type { Out } from '@omni/contracts/kernel.ts'
import type { trackingCalls } from '@omni/contracts/tracking.calls.ts'
import type { ParcelStatus } from '@omni/domain/tracking/statuses.ts'
import { sql } from 'kysely'
import type { BaseCtx } from '../../platform/ctx.ts'
import { type PageBranding, readBranding, recommended } from './page-settings.ts'
import { eventsOf, readParcels } from './parcel-view.ts'

export type PageData = Out<typeof trackingCalls.getTrackingPage>

/** What is shown of several parcels: the first that still needs somebody, in this order. */
const FIRST: readonly ParcelStatus[] = [
  'exception',
  'delivery_failure',
  'available_for_pickup',
  'out_for_delivery',
  'in_transit',
  'expired',
  'info_received',
  'not_found',
  'alert',
  'pending',
  'delivered',
]

/** A page by its random id; null: there is none. Nothing of the buyer is in it but where the parcel was. */
export async function readPage(
  ctx: Pick<BaseCtx, 'as' | 'now' | 'language'>,
  public_id: string,
): Promise<{ data: PageData; look: PageBranding } | null> {
  if (!/^[a-z2-7]{26}$/.test(public_id)) return null
  const found = await ctx.as({}).read(
    async (tx) =>
      (
        await sql<{ workplace_id: string; order_id: string }>`
          select * from order_of_tracking_link(${public_id})`.execute(tx)
      ).rows[0],
  )
  if (!found) return null
  const { workplace_id, order_id } = found
  return ctx.as({ workplace_id }).read(async (tx) => {
    const look = await readBranding(tx, workplace_id, order_id)
    const own = sql`p.workplace_id = ${workplace_id} and p.order_id = ${order_id} and p.replaced_by is null
      order by p.created_at, p.parcel_id limit 20`
    const parcels: PageData['parcels'] = []
    let order_number = ''
    for (const parcel of await readParcels(tx, ctx.now, own)) {
      const { tracking_number, carrier, status, expected_to, delivered_at, items, parcel_id } = parcel
      order_number = parcel.order_number
      const events = await eventsOf(tx, { workplace_id, parcel_id })
      parcels.push({ tracking_number, carrier, status, expected_to, delivered_at, events, items })
    }
    const bought = { order_id, store_id: look.store_id }
    const products = (await recommended(tx, workplace_id, look.settings, ctx.language, bought)).filter(
      ({ url }) => url !== null,
    )
    return { look, data: pageOf(look, order_number, parcels, products) }
  })
}

export function pageOf(
  { settings, name, logo_url }: PageBranding,
  order_number: string,
  parcels: PageData['parcels'],
  products: PageData['products'],
): PageData {
  const ranked = [...parcels].sort((a, b) => FIRST.indexOf(a.status) - FIRST.indexOf(b.status))
  const [first] = ranked
  const expected = parcels.flatMap(({ expected_to }) => expected_to ?? []).sort()
  return {
    shop: { name, logo_url, support_url: settings.support_url || null },
    order_number,
    status: first?.status ?? 'pending',
    delivered_at: first?.delivered_at ?? null,
    expected_from: expected[0] ?? null,
    expected_to: expected.at(-1) ?? null,
    parcels,
    products,
  }
}
