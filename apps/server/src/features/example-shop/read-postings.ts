import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { Original } from './read-shop.ts'

/**
 * The movements of the shop's money, as `ledger_post` takes them. What stood against accounts of ours stands against one
 * that holds play money alone: the operator's own books do not move with a guest. Postings between accounts of ours fall
 * away. The keys are in the order in which the money moved, and so are the copies.
 */
export async function readPostings(tx: Tx, { workplace_id }: Original): Promise<string> {
  const { rows } = await sql<{ postings: string | null }>`
    with moved as (
      select t.txn_id, t.kind, t.subject, t.effective_at, t.reason, t.recorded_at,
        (select json_agg(json_build_object('from', m.debit, 'to', m.credit, 'currency', m.currency, 'amount', m.amount)
            order by m.line)
          from (select p.line, p.currency, p.amount,
              case d.owner when 'system' then 'clearing.example' else p.debit end as debit,
              case c.owner when 'system' then 'clearing.example' else p.credit end as credit
            from ledger_postings p join ledger_account_kinds d on d.kind = p.debit_kind
              join ledger_account_kinds c on c.kind = p.credit_kind
            where p.workplace_id = t.workplace_id and p.txn_id = t.txn_id) m
          where m.debit <> m.credit) as postings
      from ledger_txns t where t.workplace_id = ${workplace_id}
        and not exists (select from supplier_orders s where s.workplace_id = t.workplace_id
          and s.supplier_order_id::text = t.subject and s.state not in ('placed', 'failed', 'cancelled')))
    select json_agg(json_build_object('scope', 'example',
        'idem_key', '{mark} ' || lpad(m.n::text, 8, '0'),
        'input_hash', md5(m.postings::text), 'kind', m.kind, 'subject', m.subject, 'effective_at', m.effective_at,
        'reason', m.reason, 'postings', m.postings))::text as postings
    from (select *, row_number() over (order by recorded_at, txn_id) as n from moved where postings is not null) m`.execute(
    tx,
  )
  return rows[0]?.postings ?? '[]'
}
