import type { UnreadRows } from '@omni/connectors/open-vendor.ts'
import { sql } from 'kysely'
import type { Db } from './db.ts'
import { unreadRows } from './metrics.ts'

/** Shows the operator what of a vendor's replies could not be read (`npm run operate -- unread`). */
export const recordUnread =
  (db: Db, vendor: string) =>
  async ({ capability, rows, example }: UnreadRows): Promise<void> => {
    unreadRows.inc({ vendor }, rows)
    await db.tx((tx) =>
      sql`insert into unread_rows as u (vendor, capability, rows, example)
        values (${vendor}, ${capability}, ${rows}, ${example})
        on conflict (vendor, capability) do update
          set rows = u.rows + excluded.rows, example = excluded.example, last_at = now()`.execute(tx),
    )
  }
