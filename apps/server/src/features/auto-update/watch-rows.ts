import type { Note, Watch } from '@omni/domain/auto-update/judge-variant.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** What is remembered of a product's variants. One that was never judged has no row, or one with its pin alone. */
export async function readWatches(
  tx: Tx,
  workplace_id: string,
  product_id: string,
): Promise<Map<string, Partial<Watch>>> {
  const rows = await tx
    .selectFrom('variant_watch')
    .select(['variant_id', 'pinned', 'did', 'state'])
    .where('workplace_id', '=', workplace_id)
    .where('product_id', '=', product_id)
    .execute()
  return new Map(
    rows.map(({ variant_id, pinned, did, state }) => [
      variant_id,
      { ...(state as Partial<Watch>), pinned, did: did as Watch['did'] }, // written by `saveWatches`
    ]),
  )
}

export interface SavedWatch {
  variant_id: string
  /** The price as it stands. */
  price: number
  /** It was made by a rule just now. */
  made: boolean
  watch: Watch
  check_at: number | null
  note: Note | null
}

/** A new row takes the price as one that an import made; a price that a person changes is pinned by the database. */
export async function saveWatches(
  tx: Tx,
  { workplace_id, product_id, now }: { workplace_id: string; product_id: string; now: Date },
  saved: readonly SavedWatch[],
): Promise<void> {
  if (saved.length === 0) return
  const rows = saved.map(({ watch: { pinned: _, did, ...state }, check_at, ...rest }) => ({
    ...rest,
    did,
    state,
    check_at: check_at === null ? null : new Date(check_at),
  }))
  await sql`
    insert into variant_watch as w (workplace_id, product_id, variant_id, price, did, state, check_at, note, recorded_at)
    select ${workplace_id}, ${product_id}, r.variant_id, r.price, r.did, r.state, r.check_at, r.note,
      case when r.note is not null then ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (variant_id uuid, price bigint, made boolean, did text,
      state jsonb, check_at timestamptz, note jsonb)
    on conflict (workplace_id, product_id, variant_id) do update set did = excluded.did, state = excluded.state,
      check_at = excluded.check_at, note = coalesce(excluded.note, w.note),
      recorded_at = coalesce(excluded.recorded_at, w.recorded_at)`.execute(tx)
  const made = saved.filter((row) => row.made).map(({ variant_id, price }) => ({ variant_id, price }))
  await sql`
    update variant_watch w set price = r.price, pinned = false, pinned_at = null
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as r (variant_id uuid, price bigint)
    where w.workplace_id = ${workplace_id} and w.product_id = ${product_id} and w.variant_id = r.variant_id`.execute(tx)
}
