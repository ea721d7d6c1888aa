import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { enterScope, type Tx } from '../../platform/db.ts'
import { job, work } from '../../platform/jobs.ts'
import { readPostings } from './read-postings.ts'
import { type Original, readIds, readShop } from './read-shop.ts'
import { namesWith, renamed } from './rename-ids.ts'

const keepExample = job('example.keep', {
  payload: z.object({}),
  attempts: 3,
  key: () => 'all',
  queue: () => 'example.keep',
  cron: '*/30 * * * *',
  // A new version may have other columns.
  at_start: true,
  background: true,
})

/** Which shop is the example: what the operator says. Absent: guests get an empty workplace. */
const EXAMPLE_SETTING = 'example_shop'
const Setting = z.object({ workplace_id: z.uuid(), user_id: z.uuid() })

/** Keeps what guests are given: the example shop as it is now. One moment of it, so that everything fits together. */
export const keepExampleJob = work(keepExample, async (ctx) => {
  await ctx.db.tx(
    async (tx) => {
      const set = await tx
        .selectFrom('operator_settings')
        .select('value')
        .where('key', '=', EXAMPLE_SETTING)
        .executeTakeFirst()
      const original = Setting.safeParse(set?.value).data
      await tx.deleteFrom('example_parts').execute()
      await tx.deleteFrom('example_shop').execute()
      if (original) await keep(tx, original, ctx.now)
    },
    { isolation: 'repeatable read' },
  )
})

async function keep(tx: Tx, original: Original, now: Date): Promise<void> {
  await enterScope(tx, original)
  const workplace = await tx
    .selectFrom('workplaces')
    .select(['name', 'settings'])
    .where('workplace_id', '=', original.workplace_id)
    .executeTakeFirst()
  // It was deleted: there is no example any more.
  if (!workplace) return
  const parts = await readShop(tx)
  const postings = await readPostings(tx, original)
  const as = { workplace: randomUUID(), user: randomUUID(), mark: randomBytes(6).toString('hex') }
  const names = namesWith(await readIds(tx, original), as.mark)
  names.set(original.workplace_id, as.workplace)
  names.set(original.user_id, as.user)
  const copyOf = (text: string) => renamed(text, names).replaceAll('{mark}', as.mark)
  await tx
    .insertInto('example_shop')
    .values({
      as_workplace: as.workplace,
      as_user: as.user,
      as_mark: as.mark,
      name: workplace.name,
      settings: JSON.stringify(workplace.settings),
      postings: copyOf(postings),
      made_at: now,
    })
    .execute()
  for (const [position, { of_table, columns, rows }] of parts.entries())
    await sql`insert into example_parts (position, of_table, columns, rows)
      values (${position}, ${of_table}, ${columns}, ${copyOf(rows)})`.execute(tx)
}
