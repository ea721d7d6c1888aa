/** Orders that CJ makes and then stops: `interceptOrderReasons` and `logisticsMiss` beside a code of 200 (two clients' types). */
import { z } from 'zod'
import { plainText } from '../../control/read-input.ts'
import { action } from '../../frame/define-vendor.ts'
import type { World } from '../../frame/world.ts'

export interface HeldTables {
  held_orders: { reason: string }
}
export const HELD_TABLES = `
  create table if not exists held_orders (reason text not null);
`
type HeldWorld = Pick<World<HeldTables>, 'db'>

export const holdOrders = action({
  label: 'Hold back what is ordered from now on (without a reason: go on)',
  fields: [{ name: 'reason', label: 'Reason', type: 'text', value: 'Address is incomplete' }],
  input: z.strictObject({ reason: plainText.max(200).default('') }),
  async run({ db }: HeldWorld, { reason }) {
    await db.deleteFrom('held_orders').execute()
    if (reason !== '') await db.insertInto('held_orders').values({ reason }).execute()
    return { reason }
  },
})

export async function heldBack({ db }: HeldWorld) {
  const { reason } = (await db.selectFrom('held_orders').select('reason').executeTakeFirst()) ?? {}
  return { logisticsMiss: false, interceptOrderReasons: reason === undefined ? [] : [{ code: 1001, message: reason }] }
}
