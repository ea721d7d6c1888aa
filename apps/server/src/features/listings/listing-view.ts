import type { ListingRow } from '@omni/contracts/listings.calls.ts'
import { type Fields, type FieldValue, placeOf } from '@omni/domain/channels/fields.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'

export type ListingView = z.output<typeof ListingRow>

interface Row extends Omit<ListingView, 'differences' | 'question'> {
  question: 'conflict' | 'which' | null
  conflicts: string[]
  desired: Fields
  seen: Fields | null
}

/** Only what differs is taken out of the documents. */
export const VIEW = sql`
  l.listing_id, l.store_id, s.store_name, s.platform, s.currency, l.product_id, l.title, l.image, l.state, l.status,
  l.url, l.variants, l.price_min, l.price_max, l.problem, l.question, l.conflicts, l.updated_at, l.seen_at,
  case when l.conflicts = '{}' then '{}'::jsonb else l.desired end as desired,
  case when l.conflicts = '{}' then null else l.seen end as seen`

const text = (value: FieldValue | undefined): string => (Array.isArray(value) ? value.join(', ') : String(value ?? ''))

export function toView({ conflicts, desired, seen, question, ...row }: Row): ListingView {
  return {
    ...row,
    question: row.state === 'gone' ? 'gone' : question,
    differences: conflicts.map((field) => {
      const { lane, variant, name } = placeOf(field)
      const options = (variant ?? '').split('/').map(decodeURIComponent).join(' / ')
      return { field: name, lane, variant: options, ours: text(desired[field]), theirs: text(seen?.[field]) }
    }),
  }
}

export async function readView(tx: Tx, workplace_id: string, listing_id: string): Promise<ListingView> {
  const { rows } = await sql<Row>`
    select ${VIEW} from listings l join stores s using (workplace_id, store_id)
    where l.workplace_id = ${workplace_id} and l.listing_id = ${listing_id}`.execute(tx)
  const [row] = rows
  return row ? toView(row) : refuse('not_found')
}
export type { Row as ListingViewRow }
