import type { PublicCtx } from '../../platform/ctx.ts'

/** Foundation spec §7, logging: stores what a client reports, for the operator alone. */
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
