import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { PublicCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { tokenHash } from '../../platform/secrets.ts'

const PERIOD_S = 30
const RECOVERY_CODES = 10
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789' // without the look-alikes

const totp = (secret: string, label = '') =>
  new TOTP({ issuer: 'Omni', label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: PERIOD_S })

export const newTotp = (label: string) => {
  const secret = new Secret({ size: 20 }).base32
  return { secret, uri: totp(secret, label).toString() }
}

/** The time step a code belongs to (one step of drift allowed), or null. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = totp(secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_S) + delta
}

const normal = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Ten codes, shown once; only their hashes stay. Of 118 bits each: nobody finds one from its hash. */
export async function newRecoveryCodes(tx: Tx, user_id: string): Promise<string[]> {
  const letters = (n: number) => Array.from({ length: n }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  const newRecoveryCode = () => Array.from({ length: 4 }, () => letters(6)).join('-')
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id, code_hash: tokenHash(normal(code)) })))
    .execute()
  return codes
}

/** A TOTP code of a step not used before, or a recovery code, which is used up. */
export async function spendSecondFactor(ctx: PublicCtx, tx: Tx, user_id: string, code: string): Promise<boolean> {
  const user = await tx
    .selectFrom('users')
    .select(['totp_secret', 'totp_last_step'])
    .where('user_id', '=', user_id)
    .forUpdate()
    .executeTakeFirst()
  if (!user?.totp_secret) return false
  const step = stepOf(ctx.secrets.open(user.totp_secret), code, ctx.now)
  if (step !== null && step > (user.totp_last_step ?? 0)) {
    await tx.updateTable('users').set({ totp_last_step: step }).where('user_id', '=', user_id).execute()
    return true
  }
  const used = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', user_id)
    .where('code_hash', '=', tokenHash(normal(code)))
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}
