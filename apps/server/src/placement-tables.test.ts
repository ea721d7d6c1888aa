/** What the tables of placing refuse by themselves, whatever a program does. */
import { isSettled } from '@omni/domain/attempts/attempt.ts'
import { next } from '@omni/domain/placement/next.ts'
import { explore } from '@omni/domain/placement/testing/explore.ts'
import { type Kind, KINDS } from '@omni/domain/placement/testing/kinds.ts'
import { setting } from '@omni/domain/placement/testing/setting.ts'
import type { Setting } from '@omni/domain/placement/testing/supplier-world.ts'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testServer } from './testing/test-server.ts'

/** `infinity` cannot be read as a date. */
const NEVER = new Date('9999-12-31')

const server = await testServer()
const me = await server.person()
const { workplace_id } = me

const insertRow = async (table: string, row: Record<string, unknown>): Promise<void> => {
  const names = Object.keys(row)
  const places = names.map((_, n) => `$${n + 1}`)
  await server.behind.query(
    `insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`,
    Object.values(row),
  )
}

async function attempt(more: Record<string, unknown> = {}): Promise<string> {
  const attempt_id = randomUUID()
  const fixed = { vendor: 'depot', account_key: 'acc', input: '{}', input_hash: '', profile: '{}' }
  const row = { workplace_id, attempt_id, subject_kind: 'create', subject_id: attempt_id, n: 1, reference: attempt_id }
  await insertRow('attempts', { ...row, ...fixed, due_at: NEVER, ...more })
  return attempt_id
}
const queued = async (more: Record<string, unknown> = {}) => {
  const supplier_order_id = randomUUID()
  const account = { vendor: 'depot', account_key: 'acc', profile: '{}', basket: '{}', approved: 0, currency: 'USD' }
  const row = { workplace_id, supplier_order_id, order_id: randomUUID(), state: 'queued', n: 1, attempt_no: 1 }
  await insertRow('supplier_orders', { ...row, ...account, attempt_id: await attempt(), due_at: new Date(), ...more })
  return supplier_order_id
}
const take = (supplier_order_id: string, line_id: string) =>
  insertRow('supplier_order_lines', { workplace_id, supplier_order_id, line_id, quantity: 1 })
const move = (supplier_order_id: string, state: string) =>
  server.behind.query(
    `update supplier_orders set state = $2, due_at = null, settled_at = now(), order_no = 'no 1' where supplier_order_id = $1`,
    [supplier_order_id, state],
  )

test('a line is in one supplier order that is under way or bought, and is free again when that one failed', async () => {
  const line = randomUUID()
  const [first, second] = [await queued(), await queued()]
  await take(first, line)
  await expect(take(second, line)).rejects.toThrow(/supplier_order_lines_one_live/)
  await move(first, 'failed')
  await take(second, line)
  // The first is tried again: its line was taken meanwhile.
  await expect(move(first, 'placed')).rejects.toThrow(/supplier_order_lines_one_live/)
  await move(second, 'placed')
  await expect(take(await queued(), line)).rejects.toThrow(/supplier_order_lines_one_live/)
})

test('a number of the supplier belongs to one supplier order, of whichever workplace', async () => {
  const claim = async (order_no: string) =>
    insertRow('supplier_order_numbers', {
      workplace_id,
      vendor: 'depot',
      account_key: 'acc',
      order_no,
      supplier_order_id: await queued(),
      n: 1,
    })
  await claim('A1')
  await expect(claim('A1')).rejects.toThrow(/supplier_order_numbers/)
  await claim('A2')
})

test.each<[string, Record<string, unknown>]>([
  ['under way without a next turn', { due_at: null }],
  ['settled with a next turn', { state: 'failed', settled_at: new Date() }],
  ['settled with money held', { state: 'failed', settled_at: new Date(), due_at: null, held: 5, hold: '{}' }],
  ['held without saying from where', { held: 5 }],
  ['a question without being asked', { question: 'price' }],
  ['asking without a question', { state: 'needs_decision' }],
  ['placed without a number', { state: 'placed', settled_at: new Date(), due_at: null }],
  ['stopped without a reason', { stop_at: new Date() }],
  ['a state that the rules do not have', { state: 'asking' }],
])('the table refuses a row that is %s', async (_name, more) => {
  await expect(queued(more)).rejects.toThrow(/check constraint/)
})

const dateOf = (ms: number | null) => (ms === null ? null : new Date(ms))

/** Rows of every sort that the rules answer in the nearest worlds, with the next turn that came with each. */
function rowsOf(kind: Kind) {
  const rows = new Map<string, Record<string, unknown> & { attempt: Record<string, unknown> }>()
  const note: Setting['step'] = (...input) => {
    const step = next(...input)
    const { row, due_at } = step
    const { attempt } = row
    if (row.state === 'ready') return step
    const isOver = ['placed', 'failed', 'cancelled'].includes(row.state)
    rows.set(`${row.state} ${row.question} ${row.step} ${row.held === null} ${row.stop === null} ${row.is_absent}`, {
      state: row.state,
      n: row.n,
      step: row.step,
      order_no: row.order_no,
      held: row.held,
      hold: row.held === null ? null : '{}',
      total: row.total,
      question: row.question,
      stop_because: row.stop?.because ?? null,
      stop_at: row.stop && new Date(row.stop.at),
      is_absent: row.is_absent,
      unpaid_since: dateOf(row.unpaid_since),
      due_at: dateOf(due_at),
      settled_at: isOver ? new Date() : null,
      // The step's own row. Its turns are those of the supplier order, so it has none of its own.
      attempt: {
        ...attempt,
        first_intent_at: dateOf(attempt.first_intent_at),
        last_intent_at: dateOf(attempt.last_intent_at),
        due_at: NEVER,
        settled_at: isSettled(attempt) ? new Date() : null,
      },
    })
    return step
  }
  const world = setting(kind, { step: note, jumps: kind !== 'site', cards: kind === 'b', closes: true })
  explore(world, { limit: 3_000, settles: false })
  return rows
}

test.each(Object.keys(KINDS) as Kind[])('every row the rules make fits the table: kind %s', async (kind) => {
  const rows = rowsOf(kind)
  expect(rows.size).toBeGreaterThan(8)
  for (const { attempt: own, ...row } of rows.values()) await queued({ ...row, attempt_id: await attempt(own) })
})
