import type { Tx } from '../../platform/db.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'

/** spec: not shown. How long a mailed or handed-out code is good. */
const CODE_LIFE_MS = {
  verify_email: 3 * 86_400_000,
  reset_password: 3_600_000,
  second_factor: 5 * 60_000,
  sign_up: 30 * 86_400_000,
  link_social: 15 * 60_000,
  link_social_mail: 3_600_000,
  auto_login: 60_000,
} as const
type Purpose = keyof typeof CODE_LIFE_MS

/** A new single-use code. Earlier ones stay good until they end: a mail that was sent twice works from either copy. */
export async function newCode(
  tx: Tx,
  user_id: string,
  purpose: Purpose,
  now: Date,
  data: object = {},
  code = newToken(),
): Promise<string> {
  await tx
    .insertInto('account_codes')
    .values({
      code_hash: tokenHash(code),
      user_id,
      purpose,
      data: JSON.stringify(data),
      expires_at: new Date(now.getTime() + CODE_LIFE_MS[purpose]),
    })
    .onConflict((conflict) =>
      conflict
        .column('code_hash')
        .doUpdateSet((eb) => ({ data: eb.ref('excluded.data'), expires_at: eb.ref('excluded.expires_at') })),
    )
    .execute()
  return code
}

/** What a code stands for, without using it up. */
export const readCode = (tx: Tx, purpose: Purpose, code: string, now: Date) =>
  tx
    .selectFrom('account_codes')
    .select(['user_id', 'data'])
    .where('code_hash', '=', tokenHash(code))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()

/** Uses a code up, with all others of its purpose; undefined when it is unknown, used or too old. */
export async function spendCode(
  tx: Tx,
  purpose: Purpose,
  code: string,
  now: Date,
): Promise<{ user_id: string; data: unknown } | undefined> {
  const spent = await tx
    .deleteFrom('account_codes')
    .where('code_hash', '=', tokenHash(code))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now.toISOString())
    .returning(['user_id', 'data'])
    .executeTakeFirst()
  if (spent)
    await tx.deleteFrom('account_codes').where('user_id', '=', spent.user_id).where('purpose', '=', purpose).execute()
  return spent
}
