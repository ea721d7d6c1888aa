import { sql } from 'kysely'
import { enterScope, type Tx } from '../../platform/db.ts'
import type { Original } from './read-shop.ts'

/** A copy of the example shop goes with all its rows, also those that a real workplace leaves behind. */
export async function deleteExample(tx: Tx, scope: Original): Promise<void> {
  await enterScope(tx, scope)
  await sql`select delete_example()`.execute(tx)
}
