import type { PublicCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { browserHash } from './browser-key.ts'

/** This browser got into the account: from now on it has its own count of wrong passwords and codes. */
export async function rememberDevice(ctx: PublicCtx, tx: Tx, user_id: string): Promise<void> {
  // A program without a cookie jar would be a new device at each sign-in.
  if (ctx.caller.wants_token && ctx.caller.browser_key === undefined) return
  await tx
    .insertInto('known_devices')
    .values({ user_id, device_hash: browserHash(ctx), seen_at: ctx.now })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ seen_at: ctx.now }))
    .execute()
}

/** The name of this browser for a limit, where the account knows it; undefined for everybody else. */
export async function knownDevice(ctx: PublicCtx, tx: Tx, user_id: string | undefined): Promise<string | undefined> {
  if (user_id === undefined || ctx.caller.browser_key === undefined) return undefined
  const device_hash = browserHash(ctx)
  const known = await tx
    .selectFrom('known_devices')
    .select('user_id')
    .where('user_id', '=', user_id)
    .where('device_hash', '=', device_hash)
    .executeTakeFirst()
  return known && device_hash.toString('hex')
}
