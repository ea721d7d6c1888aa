/** Statements that are wrong, each in its own way: the check fails when it takes one of them for right. Nothing runs them. */
import { sql } from 'kysely'
import type { Tx } from '../../apps/server/src/platform/db.ts'

interface Store {
  store_id: string
  store_name: string
}
const columns = sql`store_id, store_name, no_such_column`

export const planted = (tx: Tx, store_id: string, all: boolean) => [
  // A column that T does not know.
  sql<Store>`select store_id, store_name, platform from stores where store_id = ${store_id}`.execute(tx),
  // A type that PostgreSQL does not send: instants are text, sums of bigint are text.
  sql<{ created_at: Date }>`select created_at from orders`.execute(tx),
  sql<{ total: number }>`select sum(orders) as total from catalog_sellers`.execute(tx),
  sql<{ ids: number[] }>`select array_agg(store_id) as ids from stores`.execute(tx),
  // A property that is no column.
  sql<Store>`delete from stores where store_id = ${store_id} returning store_id`.execute(tx),
  // A fragment with a column that is not there.
  sql<Store>`select ${columns} from stores`.execute(tx),
  // Right on one branch only.
  sql<Store>`select store_id, ${all ? sql`store_name` : sql`platform`} from stores`.execute(tx),
  // No SQL, and no row expected.
  sql`update stores set where true`.execute(tx),
  // What the app's role may not do.
  sql`delete from attempt_evidence`.execute(tx),
  // A value of another type.
  sql<number>`now()`,
]
