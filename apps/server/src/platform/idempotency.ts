import { sql } from 'kysely'
import type { Call } from '@omni/contracts/kernel.ts'
import { enterScope, joinedDb, type Scope, type Tx } from './db.ts'
import type { Services } from './services.ts'
import type { UserCtx } from './ctx.ts'
import { inputHash } from './input-hash.ts'
import { refuse } from './refuse.ts'

const MAX_KEY_LENGTH = 200

const VENDORS = [
  'suppliers',
  'channels',
  'socials',
  'rates',
  'history',
  'mail',
  'payments',
  'subscriptions',
  'sales_report',
] as const satisfies readonly (keyof Services)[]

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
 * crash leaves either all or nothing. A second call waits for the first one's outcome, without a connection.
 */
export async function once<C extends UserCtx>(
  ctx: C,
  call: Call,
  key: string,
  input: unknown,
  run: (ctx: C) => Promise<unknown>,
): Promise<unknown> {
  if (key.length > MAX_KEY_LENGTH) refuse('invalid.idempotency_key')
  const input_hash = await inputHash([call.name, ctx.session.workplace_id, input])
  for (const until = performance.now() + WAITS_MS; ;) {
    const answer = await ctx.db.tx((tx) => runUnder(tx, ctx, call, key, input_hash, run))
    if (answer !== 'busy') return answer.data
    if (performance.now() > until) refuse('rate_limited', {}, { retry_after_s: 5 })
    await new Promise((done) => setTimeout(done, LOOKS_EVERY_MS * (0.5 + Math.random())))
  }
}

const WAITS_MS = 30_000
const LOOKS_EVERY_MS = 100

async function runUnder<C extends UserCtx>(
  tx: Tx,
  ctx: C,
  call: Call,
  key: string,
  input_hash: string,
  run: (ctx: C) => Promise<unknown>,
): Promise<{ data: unknown } | 'busy'> {
  // Whoever has the lock works; an insert of the same key would make the others wait inside the database.
  const { rows } = await sql<{ held: boolean; input_hash: string | null; reply: unknown }>`
    select * from claim_idempotency_key(${ctx.user_id}, ${key})`.execute(tx)
  const [first] = rows
  if (first?.held !== true) return 'busy'
  if (first.input_hash !== null) {
    if (first.input_hash !== input_hash) refuse('invalid.idempotency_key_reused')
    return openReply(ctx, first.reply)
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
  // Not counted as its own: who spreads the context does not wait for a limit.
  Object.defineProperty(inner, 'limits', {
    enumerable: false,
    get: () => {
      throw new Error(`${call.name} waits for a limit under an idempotency key`)
    },
  })
  const data = await run(inner)
  // Sealed: a copy of this table tells nobody what was answered.
  const reply = JSON.stringify(ctx.secrets.seal(JSON.stringify({ data })))
  const entered = enterScope(tx, scope)
  await tx
    .insertInto('idempotency_keys')
    .values({ user_id: ctx.user_id, key, call: call.name, input_hash, reply })
    .execute()
  await entered
  return { data }
}

/** Replies of the version before were stored as they are. */
const openReply = (ctx: UserCtx, reply: unknown): { data: unknown } =>
  typeof reply === 'string' ? JSON.parse(ctx.secrets.open(reply)) : (reply as { data: unknown }) // written above
