import { checkPassword, MIN_PASSWORD_LENGTH } from '@omni/domain/auth/password-rules.ts'
import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import type { UserCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'

/** argon2id with OWASP's smallest recommended cost: about 20 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** The passwords most often found in breaches, as far as their length would let them pass: eighteen thousand. */
const BREACHED: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= MIN_PASSWORD_LENGTH),
)
/** A hash nobody has the password of: an unknown address costs as much time as a known one. */
const NOBODY = hash('nobody signs in with this', COST)

export const hashPassword = (password: string) => hash(password, COST)

export const passwordFits = async (known: string | null | undefined, password: string): Promise<boolean> => {
  const fits = await verify(known ?? (await NOBODY), password)
  return fits && known !== null && known !== undefined
}

/** Refuses a password at its field, so that the form can say it where it was typed. */
export function mustBeGoodPassword(password: string, email: string): void {
  const checked = checkPassword(password, email)
  if (checked.ok && !BREACHED.has(password.toLowerCase())) return
  if (checked.ok) refuse('refusal.password_is_common', {}, { field: 'password' })
  refuse(`refusal.${checked.reason}`, { n: MIN_PASSWORD_LENGTH }, { field: 'password' })
}

/** What changes the account asks for the password again, where there is one. */
export async function mustKnowPassword(
  tx: Tx,
  user_id: string,
  password: string | undefined,
  field = 'password',
): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select('password_hash')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  if (user.password_hash === null) return
  if (password === undefined || !(await passwordFits(user.password_hash, password))) {
    refuse('auth.password_wrong', {}, { field })
  }
}

export async function mustKnowOwnPassword(ctx: UserCtx, password: string | undefined): Promise<void> {
  await ctx.limits.signIn({ account: `password:${ctx.user_id}`, ip: ctx.caller.ip })
  await ctx.db.read((tx) => mustKnowPassword(tx, ctx.user_id, password))
}
