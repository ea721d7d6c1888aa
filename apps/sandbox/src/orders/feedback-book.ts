/** What buyers write about their orders, and what is answered from the control room. */
import type { Selectable } from 'kysely'
import type { OrderTables, OrderWorld } from './tables.ts'

type MessageRow = Selectable<OrderTables['feedback_messages']>
export interface Conversation {
  no: number
  kind: string
  created_at: Date
  messages: MessageRow[]
}

export interface NewMessage {
  reference: string
  kind: string
  text: string
  pictures: string[]
}

export async function conversationsOf({ db }: OrderWorld, order_no: number): Promise<Conversation[]> {
  const found = await db.selectFrom('feedbacks').selectAll().where('order_no', '=', order_no).orderBy('no').execute()
  const messages = await db
    .selectFrom('feedback_messages as m')
    .innerJoin('feedbacks as f', 'f.no', 'm.feedback_no')
    .selectAll('m')
    .where('f.order_no', '=', order_no)
    .orderBy('m.no')
    .execute()
  return found.map(({ no, kind, created_at }) => ({
    no,
    kind,
    created_at,
    messages: messages.filter(({ feedback_no }) => feedback_no === no),
  }))
}

/** Writes a message down, or finds the conversation that this reference is in. Null: there is no such conversation. */
export async function writeMessage(
  world: OrderWorld,
  order_no: number,
  feedback_no: number | null,
  { kind, pictures, ...message }: NewMessage,
): Promise<{ conversation: Conversation; is_new: boolean } | null> {
  const made = await world.db.transaction().execute(async (tx) => {
    await tx.selectFrom('orders').select('no').where('no', '=', order_no).forUpdate().execute()
    const own = await conversationsOf({ ...world, db: tx }, order_no)
    const earlier = own.find(({ messages }) => messages.some(({ reference }) => reference === message.reference))
    if (earlier) return { no: earlier.no, is_new: false }
    const created_at = world.now()
    const known = own.find(({ no }) => no === feedback_no)
    if (feedback_no !== null && !known) return null
    const { no } =
      known ??
      (await tx
        .insertInto('feedbacks')
        .values({ order_no, kind, created_at })
        .returning('no')
        .executeTakeFirstOrThrow())
    await tx
      .insertInto('feedback_messages')
      .values({ ...message, feedback_no: no, pictures: JSON.stringify(pictures), created_at })
      .execute()
    return { no, is_new: true }
  })
  const conversation = (await conversationsOf(world, order_no)).find(({ no }) => no === made?.no)
  return made && conversation ? { conversation, is_new: made.is_new } : null
}

/** An answer from the control room. False: there is no such conversation. */
export async function answerBuyer({ db, now }: OrderWorld, feedback_no: number, text: string): Promise<boolean> {
  const known = await db.selectFrom('feedbacks').select('no').where('no', '=', feedback_no).executeTakeFirst()
  if (!known) return false
  await db
    .insertInto('feedback_messages')
    .values({ feedback_no, reference: '', text, pictures: '[]', created_at: now() })
    .execute()
  return true
}
