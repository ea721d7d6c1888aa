import type { PlacementEvent } from '@omni/domain/placement/placement.ts'
import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { refuse } from '../../platform/refuse.ts'
import { tidyPlaced, workPlacement } from './jobs.ts'
import { moveOrder, type Moved } from './move-order.ts'

type PersonEvent = Extract<PlacementEvent, { is: 'person' | 'cancel' | 'pay' }>

/** A person says something about a supplier order, in the operation's own transaction. A job carries out what follows. */
export async function hearPerson(
  tx: Tx,
  { workplace_id, user_id, now }: Pick<Ctx, 'workplace_id' | 'user_id' | 'now'>,
  supplier_order_id: string,
  event: PersonEvent,
): Promise<Moved> {
  const evidence = {
    source: 'person' as const,
    delivery_key: randomUUID(),
    asked_at: now,
    says: event,
    by_user: user_id,
  }
  const moved = await moveOrder(tx, { workplace_id, supplier_order_id }, event, now, evidence)
  if (!moved) refuse('not_found')
  await goOn(tx, moved)
  return moved
}

/** Jobs carry out what follows from a move that no turn of the worker made. */
export async function goOn(tx: Tx, { before, wake_at, command }: Moved): Promise<void> {
  const { workplace_id, vendor, account_key } = before.row
  const account = { workplace_id, vendor, account_key }
  if (wake_at !== null) await enqueue(tx, workPlacement, account)
  if (command?.do === 'tidy') await enqueue(tx, tidyPlaced, { ...account, order_no: command.order_no })
}
