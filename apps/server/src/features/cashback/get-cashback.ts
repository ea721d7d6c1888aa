import type { Out } from '@omni/contracts/kernel.ts'
import type { cashbackCalls } from '@omni/contracts/cashback.calls.ts'
import { CASHBACK_HELD_DAYS, CASHBACK_PERCENT } from '@omni/domain/cashback/cashback.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { hasFeature } from '../billing/grant-feature.ts'
import { readSettings } from '../wallet/settings-row.ts'

type Cashback = Out<typeof cashbackCalls.getCashback>
const SHOWN = 50

export const getCashback = ({ db, workplace_id, user_id, now }: Ctx): Promise<Cashback> =>
  db.read(async (tx) => {
    const { cashback_enabled } = await readSettings(tx, workplace_id)
    const available = await hasFeature(tx, user_id, 'CASHBACK_ORDER_FULFILLMENT', now)
    const { rows: items } = await sql<Cashback['items'][number]>`
      select c.supplier_order_id, c.order_id, coalesce(o.number, '') as order_number, c.amount::float8 as amount,
        c.state, to_json(c.release_at) #>> '{}' as release_at
      from cashbacks c left join orders o using (workplace_id, order_id)
      where c.workplace_id = ${workplace_id} and c.state <> 'none' order by c.delivered_at desc limit ${SHOWN}
    `.execute(tx)
    const { rows } = await sql<Record<'pending' | 'frozen' | 'paid', number>>`
      select coalesce(sum(amount) filter (where state = 'pending'), 0)::float8 as pending,
        coalesce(sum(amount) filter (where state = 'frozen'), 0)::float8 as frozen,
        coalesce(sum(amount) filter (where state = 'paid'), 0)::float8 as paid
      from cashbacks where workplace_id = ${workplace_id}`.execute(tx)
    return {
      available,
      enabled: cashback_enabled && available,
      percent: CASHBACK_PERCENT,
      held_days: CASHBACK_HELD_DAYS,
      currency: WALLET_CURRENCY,
      ...(rows[0] ?? { pending: 0, frozen: 0, paid: 0 }),
      items,
    }
  })
