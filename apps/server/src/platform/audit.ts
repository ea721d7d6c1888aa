import { sql } from 'kysely'
import type { Tx } from './db.ts'

export interface AuditEntry {
  /** The workplace, or for what concerns the person alone the user. */
  chain_id: string
  user_id: string | null
  action: string
  subject: string
  before?: unknown
  after?: unknown
}

/** Appends to the chain in the caller's transaction; the database numbers and seals the row. Keep personal data out. */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  const { before = null, after = null, ...rest } = entry
  await sql`insert into audit_log (chain_id, user_id, action, subject, before, after)
    values (${rest.chain_id}, ${rest.user_id}, ${rest.action}, ${rest.subject}, ${JSON.stringify(before)}::jsonb,
      ${JSON.stringify(after)}::jsonb)`.execute(tx)
}

/** The first row whose seal does not hold, or null when the chain is whole. */
export async function findBrokenSeal(tx: Tx, chain_id: string): Promise<number | null> {
  const broken = await sql<{ seq: number }>`
    select seq from (
      select a.seq, a.hash, a.prev_hash, audit_row_hash(a) as expected,
        lag(a.hash, 1, '\\x'::bytea) over (order by a.seq) as before_hash,
          row_number() over (order by a.seq) as position
      from audit_log a where a.chain_id = ${chain_id}) chain
    where hash <> expected or prev_hash <> before_hash or seq <> position
    order by seq limit 1`.execute(tx)
  return broken.rows[0]?.seq ?? null
}
