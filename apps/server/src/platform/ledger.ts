/**
 * The ledger's one door. What an event posts is in domain/ledger; here it is written, in the caller's own transaction.
 * The database keeps the balances and their bounds (0030_ledger.sql).
 */
import type { Account } from '@omni/domain/ledger/accounts.ts'
import { checkPostings, type Posting } from '@omni/domain/ledger/postings.ts'
import type { Minor } from '@omni/domain/money.ts'
import { no, ok, type Result } from '@omni/domain/result.ts'
import { sql } from 'kysely'
import pg from 'pg'
import type { Tx } from './db.ts'
import { inputHash } from './input-hash.ts'
import { must } from './refuse.ts'

export interface LedgerTxn {
  /** Who gives out the keys: `placement`, a provider. */
  scope: string
  /** Names the effect, never the message that told of it: `<attempt>:captured`. */
  key: string
  /** What happened, for statements: `hold`, `placed`. */
  kind: string
  postings: readonly Posting[]
  effective_at: Date
  /** What it belongs to: a supplier order, a payment. */
  subject?: string
  external_ref?: string
  relates_to?: string
  /** A full correction of another transaction; each is reversed once. */
  reverses_id?: string
  actor?: string
  reason?: string
}

export interface PostedTxn {
  key: string
  txn_id: string
  /** False: the key was there before, with the same input. */
  posted: boolean
}

const TOO_LOW = 'OM402'

/**
 * Posts all of them or none. All lines go in one statement, so each account is locked once however many there are. The
 * same key again answers the first transaction. Too little money ends the operation with `wallet_too_low`.
 */
export async function post(tx: Tx, txns: readonly LedgerTxn[]): Promise<PostedTxn[]> {
  const posted = await tryToPost(tx, txns)
  return must(posted)
}

async function tryToPost(tx: Tx, txns: readonly LedgerTxn[]): Promise<Result<PostedTxn[], 'wallet_too_low'>> {
  const input = await Promise.all(txns.filter(({ postings }) => postings.length > 0).map(toInput))
  if (input.length === 0) return ok([])
  try {
    const { rows } = await sql<{ idem_key: string; txn_id: string; posted: boolean }>`
      select idem_key, txn_id, posted from ledger_post(${JSON.stringify(input)}::jsonb)`.execute(tx)
    return ok(rows.map(({ idem_key, txn_id, posted }) => ({ key: idem_key, txn_id, posted })))
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === TOO_LOW) return no('wallet_too_low')
    throw error
  }
}

async function toInput({ key, ...txn }: LedgerTxn) {
  const { kind, postings, subject = null } = txn
  const checked = checkPostings(postings)
  if (!checked.ok) throw new Error(`${txn.scope} ${key}: ${checked.reason}`)
  // When it was told, by whom and why may differ from one report to the next; what is moved may not.
  return { ...txn, idem_key: key, input_hash: await inputHash({ kind, postings, subject }) }
}

export async function balanceOf(
  tx: Tx,
  { workplace_id, account, currency }: { workplace_id: string; account: Account; currency: string },
): Promise<Minor> {
  const row = await tx
    .selectFrom('ledger_balances')
    .select('amount')
    .where((eb) => eb.and({ workplace_id, account, currency }))
    .executeTakeFirst()
  return row?.amount ?? 0
}

/** What the balances would be after posting. Everything is rolled back, and the caller's transaction goes on. */
export async function dryRun(
  tx: Tx,
  workplace_id: string,
  txns: readonly LedgerTxn[],
): Promise<Result<{ account: string; currency: string; amount: Minor }[], 'wallet_too_low'>> {
  await sql`savepoint ledger_dry_run`.execute(tx)
  try {
    const posted = await tryToPost(tx, txns)
    if (!posted.ok) return posted
    const balances = await tx
      .selectFrom('ledger_balances')
      .select(['account', 'currency', 'amount'])
      .where('workplace_id', '=', workplace_id)
      .orderBy('account')
      .orderBy('currency')
      .execute()
    return ok(balances)
  } finally {
    await sql`rollback to savepoint ledger_dry_run`.execute(tx)
  }
}
