import type { In } from '@omni/contracts/kernel.ts'
import type { trackingCalls } from '@omni/contracts/tracking.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { leftOut, logoKey } from './keep-settings.ts'
import { pageOf, type PageData } from './page-data.ts'
import { readBranding, recommended } from './page-settings.ts'
import { renderPage } from './render-page.ts'

const HOUR_MS = 3_600_000

/** A parcel as most are: on its way, with a few scans behind it. */
function sample(now: Date): PageData['parcels'] {
  const at = (hours: number) => new Date(now.getTime() - hours * HOUR_MS).toISOString()
  return [
    {
      tracking_number: '9400111899560288',
      carrier: 'USPS',
      status: 'out_for_delivery',
      expected_to: at(-6),
      delivered_at: null,
      events: [
        { at: at(1), text: 'Out for delivery', place: 'Dallas, TX', stage: 'OutForDelivery_Other' },
        { at: at(4), text: 'Arrived at the local depot', place: 'Dallas, TX', stage: 'InTransit_Arrival' },
        { at: at(15), text: 'Left the sorting centre', place: 'Memphis, TN', stage: 'InTransit_Departure' },
      ],
      items: [{ title: 'Knit running sneakers', image: null, quantity: 1 }],
    },
  ]
}

export async function previewTrackingPage(ctx: Ctx, settings: In<typeof trackingCalls.previewTrackingPage>) {
  await logoKey(ctx, settings)
  return ctx.db.read(async (tx) => {
    const { shop_name } = await readBranding(tx, ctx.workplace_id)
    const look = { settings, name: settings.name || shop_name, logo_url: settings.logo_url }
    const products = await recommended(tx, ctx.workplace_id, settings, ctx.language)
    const data = pageOf(look, '#1042', sample(ctx.now), products)
    return { html: renderPage(data, look, ctx.language), left_out: leftOut(settings) }
  })
}
