import type { PlacementEvent } from '@omni/domain/placement/placement.ts'
import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { refuse } from '../../platform/refuse.ts'
import { type SupplierAccount, tidyPlaced, workPlacement } from './jobs.ts'
import { type Moved, moveOrders } from './move-orders.ts'

type PersonEvent = Extract<PlacementEvent, { is: 'person' | 'cancel' | 'pay' }>

type Person = Pick<Ctx, 'workplace_id' | 'user_id' | 'now'>

/** A person says something about a supplier order, in the operation's own transaction. Jobs carry out what follows. */
export async function handlePerson(
  tx: Tx,
  person: Person,
  supplier_order_id: string,
  event: PersonEvent,
): Promise<Moved> {
  const [moved] = await handleAboutAll(tx, person, [{ supplier_order_id, event }])
  return moved ?? refuse('not_found')
}

/** About several at once. What is not in this workplace is left out. */
export async function handleAboutAll(
  tx: Tx,
  { workplace_id, user_id, now }: Person,
  said: readonly { supplier_order_id: string; event: PersonEvent }[],
): Promise<Moved[]> {
  const moves = said.map(({ supplier_order_id, event }) => ({
    supplier_order_id,
    event,
    said: { source: 'person' as const, delivery_key: randomUUID(), asked_at: now, says: event, by_user: user_id },
  }))
  const moved = (await moveOrders(tx, workplace_id, moves, now)).flatMap((one) => one ?? [])
  await goOn(tx, moved)
  return moved
}

/** Jobs carry out what follows from moves that no turn of the worker made. */
export async function goOn(tx: Tx, moved: readonly Moved[]): Promise<void> {
  const awake = new Map<string, SupplierAccount>()
  for (const { before, due_at, command } of moved) {
    const { workplace_id, vendor, account_key } = before.row
    const account = { workplace_id, vendor, account_key }
    if (due_at !== null) awake.set(`${vendor} ${account_key}`, account)
    if (command?.do === 'tidy') await enqueue(tx, tidyPlaced, { ...account, order_no: command.order_no })
  }
  for (const account of awake.values()) await enqueue(tx, workPlacement, account)
}
