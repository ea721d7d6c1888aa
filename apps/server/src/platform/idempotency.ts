import type { Call } from '@omni/contracts/kernel.ts'
import { joinedDb, type Scope } from './db.ts'
import type { Services } from './services.ts'
import type { UserCtx } from './ctx.ts'
import { Fail } from './fail.ts'
import { inputHash } from './input-hash.ts'

const MAX_KEY_LENGTH = 200

const VENDORS = ['suppliers', 'socials', 'rates', 'history', 'mail'] as const satisfies readonly (keyof Services)[]

/**
 * Under a key everything is one transaction, so nothing is committed before a vendor would be called, and the
 * connection would be held while it answers. Such an operation answers `{ attempt_id, state }` and a job sends; one that
 * only reads a vendor is declared `unkeyed`.
 */
function withoutVendors(services: Services, call: Call): Services {
  const sealed = { ...services }
  for (const name of VENDORS)
    Object.defineProperty(sealed, name, {
      get: () => {
        throw new Error(`${call.name} reaches ${name} under an idempotency key`)
      },
    })
  return sealed
}

/**
 * Same key and input: the first reply again; same key, other input: refused. Key, work and reply commit together, so a
 * crash leaves either all or nothing, and a second call waits for the first one's outcome.
 */
export async function once<C extends UserCtx>(
  ctx: C,
  call: Call,
  key: string,
  input: unknown,
  run: (ctx: C) => Promise<unknown>,
): Promise<unknown> {
  if (key.length > MAX_KEY_LENGTH) throw new Fail('unprocessable', 'invalid.idempotency_key')
  const input_hash = await inputHash([call.name, ctx.session.workplace_id, input])
  return ctx.db.tx(async (tx) => {
    const fresh = await tx
      .insertInto('idempotency_keys')
      .values({ user_id: ctx.user_id, key, call: call.name, input_hash })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
    if (!fresh) {
      const first = await tx
        .selectFrom('idempotency_keys')
        .select(['input_hash', 'reply'])
        .where('user_id', '=', ctx.user_id)
        .where('key', '=', key)
        .executeTakeFirstOrThrow()
      if (first.input_hash !== input_hash) throw new Fail('unprocessable', 'invalid.idempotency_key_reused')
      return (first.reply as { data: unknown }).data // written below, always with this shape
    }
    const scope = {
      user_id: ctx.user_id,
      workplace_id: ctx.session.workplace_id ?? undefined,
      own_workplaces: ctx.session.own_workplaces,
    }
    const inner = {
      ...ctx,
      db: joinedDb(tx, scope),
      as: (other: Scope) => joinedDb(tx, other),
      services: withoutVendors(ctx.services, call),
    }
    const data = await run(inner)
    await tx
      .updateTable('idempotency_keys')
      .set({ reply: JSON.stringify({ data }) })
      .where('user_id', '=', ctx.user_id)
      .where('key', '=', key)
      .execute()
    return data
  })
}
