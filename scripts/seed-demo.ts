/** Demo data, once: an account to look around with, made by the product's own operations behind its own walls. */
import pg from 'pg'
import { createUser } from '../apps/server/src/features/auth/create-user.ts'
import { hashPassword } from '../apps/server/src/features/auth/passwords.ts'
import { createPool, enterScope, scopedDb } from '../apps/server/src/platform/db.ts'

export const DEMO = { email: 'maya@omni.test', password: 'northwind-goods' }

const DEMO_PLAN = 'pro_tier_1_monthly'

export async function seedDemo(url: string): Promise<'seeded' | 'there already'> {
  // The note that it was done is the operator's, so it is written with the operator's role.
  const operator = new pg.Client({ connectionString: url })
  await operator.connect()
  const pool = createPool(url, 2)
  try {
    const { rowCount } = await operator.query(`select 1 from operator_settings where key = 'seeded'`)
    if (rowCount) return 'there already'
    const password_hash = await hashPassword(DEMO.password)
    await scopedDb(pool, {}).tx(async (tx) => {
      const now = new Date()
      const user = await createUser(
        tx,
        { email: DEMO.email, password_hash, verified: true, first_name: 'Maya', last_name: 'Okafor', language: 'en' },
        now,
      )
      if (!user) return // an earlier start was killed after this and before its note
      // Orders are placed many at once, and there are some two hundred of them.
      await tx.updateTable('users').set({ plan_id: DEMO_PLAN }).where('user_id', '=', user.user_id).execute()
      await tx
        .updateTable('workplaces')
        .set({ name: 'Northwind Goods' })
        .where('workplace_id', '=', user.workplace_id)
        .execute()
      const second = crypto.randomUUID()
      await enterScope(tx, { user_id: user.user_id, workplace_id: second })
      await tx.insertInto('workplaces').values({ workplace_id: second, name: 'Print Shop' }).execute()
      await tx.insertInto('workplace_members').values({ workplace_id: second, user_id: user.user_id }).execute()
    })
    await operator.query(
      `insert into operator_settings (key, value) values ('seeded', to_jsonb(now())) on conflict do nothing`,
    )
    return 'seeded'
  } finally {
    await pool.end()
    await operator.end()
  }
}
