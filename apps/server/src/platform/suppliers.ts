import { openSupplier, type Supplier, type Tokens } from '@omni/connectors/suppliers/open-supplier.ts'
import { suppliers as definitions } from '@omni/connectors/suppliers/registry.ts'
import type { Connected, SupplierDefinition } from '@omni/connectors/suppliers/supplier.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import { isSource, type Source } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { Config } from './config.ts'
import type { Db } from './db.ts'
import type { Secrets } from './secrets.ts'

type Connection = Connected<unknown>
interface Setup {
  app: Record<string, string>
  /** The operator's key or code, or tokens to start from; absent = not set up here. */ start?:
    | { code: string }
    | { connected: Connection }
}

/** The suppliers as operations and jobs reach them. */
export interface Suppliers {
  /** Through the operator's account. Absent: not set up here. */
  shared: Partial<Record<Source, Supplier>>
  /** Through an account of a seller's. */
  through(source: Source, tokens: Tokens<unknown>): Supplier | undefined
  definition(source: Source): SupplierDefinition
  /** What a definition's own account functions take. */
  call<C>(
    source: Source,
    credentials: C,
  ): { app: unknown; credentials: C; now: () => Date; pace: (cost?: number) => Promise<void> }
}

/** `account.connect` of a supplier whose token lives on a key: renewed at its first use. */
const unborn = (credentials: unknown): { connected: Connection } => ({
  connected: { credentials, account_id: '', account_name: '', expires_at: new Date(0), refresh_expires_at: null },
})

const setups = (config: Config): Record<Source, Setup> => ({
  aliexpress: {
    app: {
      base_url: config.ALIEXPRESS_URL,
      app_key: config.ALIEXPRESS_APP_KEY,
      app_secret: config.ALIEXPRESS_APP_SECRET,
    },
    ...(config.ALIEXPRESS_REFRESH_TOKEN && {
      start: unborn({ access_token: '', refresh_token: config.ALIEXPRESS_REFRESH_TOKEN }),
    }),
  },
  cj: { app: { base_url: config.CJ_URL }, ...(config.CJ_API_KEY && { start: { code: config.CJ_API_KEY } }) },
  ebay: {
    app: { base_url: config.EBAY_URL, app_id: config.EBAY_APP_ID, cert_id: config.EBAY_CERT_ID },
    ...(config.EBAY_APP_ID && { start: { code: '' } }),
  },
  amazon: {
    app: {
      base_url: config.AMAZON_URL,
      token_url: config.AMAZON_TOKEN_URL,
      credential_id: config.AMAZON_CREDENTIAL_ID,
      credential_secret: config.AMAZON_CREDENTIAL_SECRET,
      partner_tag: config.AMAZON_PARTNER_TAG,
      marketplace: 'www.amazon.com',
    },
    ...(config.AMAZON_CREDENTIAL_ID && { start: { code: '' } }),
  },
  zopi: { app: { base_url: config.ZOPI_URL }, ...(config.ZOPI_API_KEY && { start: { code: config.ZOPI_API_KEY } }) },
  temu: { app: { base_url: config.TEMU_URL } },
  alibaba: { app: { base_url: config.ALIBABA_URL } },
})

export function createSuppliers(config: Config, db: Db, secrets: Secrets, now: () => Date): Suppliers {
  const setup = setups(config)
  // each keeps its own types inside
  const definition = (source: Source) => definitions[source] as unknown as SupplierDefinition
  const budgets = new Map(
    config.SUPPLIER_BUDGETS.split(',')
      .map((entry) => entry.split(':'))
      .map(([source = '', points = '']) => [source, Number(points)]),
  )
  const pace = (source: Source) =>
    paceOver(db, source, definition(source).limits.per_second, budgets.get(source) ?? definition(source).limits.per_day)
  const app = (source: Source) => definition(source).app.parse(setup[source].app)
  const open = (source: Source, tokens: Tokens<unknown>) =>
    openSupplier(definition(source), { app: app(source), tokens, pace: pace(source), now })
  const call = <C>(source: Source, credentials: C) => ({ app: app(source), credentials, now, pace: pace(source) })

  const shared: Suppliers['shared'] = {}
  for (const source of Object.keys(definitions)) {
    if (!isSource(source)) continue
    const { start } = setup[source]
    if (start)
      shared[source] = open(
        source,
        operatorTokens(db, secrets, source, async () => {
          if ('connected' in start) return start.connected
          const connect = definition(source).account?.connect
          if (!connect) throw new VendorError(source, 'auth_expired', 'no way to connect')
          return connect(call(source, null), start)
        }),
      )
  }
  return {
    shared,
    definition,
    call,
    through: (source, tokens) => (source in definitions ? open(source, tokens) : undefined),
  }
}

/** The operator's tokens: sealed in the database, first made when they are first needed, by one process. */
function operatorTokens(db: Db, secrets: Secrets, source: Source, first: () => Promise<Connection>): Tokens<unknown> {
  const kept = async () => {
    const row = await db.read((tx) =>
      tx.selectFrom('supplier_tokens').select('connected').where('source', '=', source).executeTakeFirst(),
    )
    return row ? revive(secrets.open(row.connected)) : null
  }
  const write = (connected: Connection) =>
    db.tx(async (tx) => {
      const sealed = secrets.seal(JSON.stringify(connected))
      await tx
        .insertInto('supplier_tokens')
        .values({ source, connected: sealed })
        .onConflict((conflict) => conflict.column('source').doUpdateSet({ connected: sealed, updated_at: sql`now()` }))
        .execute()
    })
  // The lock's transaction stays open while the supplier answers; whoever else needs the token waits for it, not for
  // the supplier.
  const alone = <T>(work: () => Promise<T>): Promise<T> =>
    db.tx(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`supplier ${source}`}, 0))`.execute(tx)
      return work()
    })
  return {
    write,
    alone,
    read: async () =>
      (await kept()) ??
      alone(async () => {
        const meanwhile = await kept()
        if (meanwhile) return meanwhile
        const connected = await first()
        await write(connected)
        return connected
      }),
  }
}

export function revive(text: string): Connection {
  const raw = JSON.parse(text) as Record<'credentials' | 'account_id' | 'account_name', never> & {
    expires_at: string | null
    refresh_expires_at: string | null
  } // written by `write`
  const date = (value: string | null) => (value === null ? null : new Date(value))
  return { ...raw, expires_at: date(raw.expires_at), refresh_expires_at: date(raw.refresh_expires_at) }
}

/**
 * Calls do not arrive as evenly as they leave: a little slower than the limit, so that no second ever holds one too
 * many.
 */
const ROOM = 1.25
/** What timers are late by anyway is not late. */
const LATE_MS = 100

/**
 * The supplier's limits over all processes: each call takes the next free moment, and its cost out of the day. Whoever
 * wakes up late
 * (the process was busy) takes another moment: several that wake up late together would arrive as one burst.
 */
function paceOver(
  db: Db,
  source: Source,
  perSecond: number,
  perDay: number | undefined,
): (cost?: number) => Promise<void> {
  const gap_ms = (ROOM * 1000) / perSecond
  const gap = `${gap_ms} milliseconds`
  const takeMoment = async (cost: number) =>
    (
      await db.tx((tx) =>
        sql<{ wait_ms: number; spent: number; left_s: number }>`
    insert into supplier_pace as p (source, next_at, day, spent)
    values (${source}, clock_timestamp() + ${gap}::interval, (now() at time zone 'utc')::date, ${cost})
    on conflict (source) do update set
      next_at = greatest(p.next_at, clock_timestamp()) + ${gap}::interval,
      day = excluded.day, spent = case when p.day = excluded.day then p.spent else 0 end + ${cost}
    returning (extract(epoch from next_at - ${gap}::interval - clock_timestamp()) * 1000)::float8 as wait_ms, spent,
      extract(epoch from ((day + 1)::timestamp at time zone 'utc') - now())::int as left_s`.execute(tx),
      )
    ).rows[0]
  return async (cost = 1) => {
    let taken = await takeMoment(cost)
    if (taken && perDay !== undefined && taken.spent > perDay)
      throw new VendorError(source, 'rate_limited', 'the budget of the day is used up', taken.left_s)
    while (taken && taken.wait_ms > 0) {
      const due = performance.now() + taken.wait_ms
      await new Promise((resolve) => setTimeout(resolve, due - performance.now()))
      if (performance.now() - due < LATE_MS) return
      taken = await takeMoment(0)
    }
  }
}
