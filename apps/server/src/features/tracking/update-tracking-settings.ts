import type { In } from '@omni/contracts/kernel.ts'
import type { trackingCalls } from '@omni/contracts/tracking.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { leftOut, logoKey } from './keep-settings.ts'
import { readBranding } from './page-settings.ts'

/** The styles are kept as they were typed; what of them is used is decided anew whenever the page is made. */
export async function updateTrackingSettings(ctx: Ctx, settings: In<typeof trackingCalls.updateTrackingSettings>) {
  const { workplace_id } = ctx
  const logo = await logoKey(ctx, settings)
  return ctx.db.tx(async (tx) => {
    const { logo_url: _, ...kept } = settings
    await sql`insert into tracking_pages (workplace_id, settings, logo) values (${workplace_id}, ${JSON.stringify(kept)}::jsonb, ${logo})
      on conflict (workplace_id) do update set settings = excluded.settings, logo = excluded.logo, updated_at = now()`.execute(
      tx,
    )
    return { settings: (await readBranding(tx, workplace_id)).settings, left_out: leftOut(settings) }
  })
}
