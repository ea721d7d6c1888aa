import type { PublicCtx } from '../../platform/ctx.ts'

/**
 * Foundation spec §7, logging: stores what a client reports, for the operator alone. A family of calls that differ in
 * the kind alone, so they share this file.
 */
export const keep =
  (kind: string) =>
  async (ctx: PublicCtx, data: object): Promise<{ accepted: boolean }> => {
    await ctx.db.tx((tx) =>
      tx
        .insertInto('telemetry_events')
        .values({
          kind,
          user_id: ctx.session?.user_id ?? null,
          workplace_id: ctx.session?.workplace_id ?? null,
          data: JSON.stringify(data),
          created_at: ctx.now,
        })
        .execute(),
    )
    return { accepted: true }
  }

export const logEvents = keep('event')
export const logAttributes = keep('attributes')
export const logUserAction = keep('user_action')
export const logProductInteraction = keep('product_interaction')
export const logPlaceOrderError = keep('place_order_error')
export const recordView = keep('view')
export const recordTimeOnPage = keep('time_on_page')
export const recordMvpSubscribed = keep('mvp_subscribed')
export const recordMvpInteracted = keep('mvp_interacted')
export const recordMvpFeedback = keep('mvp_feedback')
