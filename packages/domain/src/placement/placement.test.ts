import { expect, test } from 'vitest'
import { next } from './next.ts'
import type { Placement, PlacementEvent, SupplierOrder } from './placement.ts'
import {
  atSite,
  buying,
  click,
  done,
  HOUR,
  merging,
  MINUTE,
  of,
  order,
  paying,
  quoted,
  run,
  says,
  SECOND,
  seen,
  T0,
  turn,
  unknown,
} from './testing/examples.ts'

test('one step: held, quoted, sent with a deadline, taken', () => {
  const clicked = run(buying, says(click))
  expect(clicked).toMatchObject({ money: [{ do: 'hold', amount: 1030 }], command: null, due_at: T0 })
  expect(run(buying, says(click), turn).command).toEqual({ do: 'quote', of: { n: 1, attempt_no: 1 } })
  const sent = run(buying, says(click), turn, quoted(1000))
  expect(sent).toMatchObject({
    row: { state: 'sending', total: 1000 },
    command: { do: 'send', step: 'create', send_no: 1, send_by: T0 + 7 * SECOND },
    news: [{ is: 'moved', to: 'sending' }],
  })
  const placed = run(buying, says(click), turn, quoted(1000), done({ paid: true, total: 990 }))
  expect(placed).toMatchObject({
    row: { state: 'placed', order_no: 'A1', held: null },
    money: [{ do: 'capture', amount: 990 }],
    due_at: null,
  })
})

test('three steps: each reply intends the next in the same transaction, and only the last takes money', () => {
  const created = run(paying, says(click), turn, done())
  expect(created).toMatchObject({ row: { state: 'sending', step: 'confirm' }, money: [], command: { step: 'confirm' } })
  const confirmed = run(paying, says(click), turn, done(), done({ confirmed: true }))
  expect(confirmed).toMatchObject({ row: { step: 'pay' }, command: { do: 'send', step: 'pay', order_no: 'A1' } })
  const paid = run(paying, says(click), turn, done(), done({ confirmed: true }), done({ confirmed: true, paid: true }))
  expect(paid).toMatchObject({ row: { state: 'placed' }, money: [{ do: 'capture', amount: 1000 }] })
})

test('a second click, and a click on what was bought, do nothing', () => {
  for (const before of [run(buying, says(click)), run(buying, says(click), turn, quoted(1000), done({ paid: true }))])
    expect(next(buying, before.row, click, T0)).toMatchObject({ row: before.row, money: [], command: null, news: [] })
  // Where creating buys there is nothing to pay later.
  expect(run(buying, says({ ...click, amount: null })).row.state).toBe('ready')
})

test('a price above what was agreed asks, and nothing is sent until somebody agreed to it', () => {
  const asked = run(buying, says(click), turn, quoted(1031))
  expect(asked).toMatchObject({ row: { state: 'needs_decision', question: 'price', total: 1031 }, command: null })
  const accept: PlacementEvent = { is: 'person', says: 'accept_price', amount: 1040 }
  const accepted = next(buying, asked.row, accept, T0)
  expect(accepted).toMatchObject({ row: { state: 'queued', held: 1040 }, money: [{ do: 'hold', amount: 10 }] })
  expect(next(buying, asked.row, { ...accept, amount: 1030 }, T0).row).toEqual(asked.row)
  const stopped = next(buying, asked.row, { is: 'person', says: 'give_up' }, T0)
  expect(stopped).toMatchObject({ row: { state: 'cancelled', held: null }, money: [{ do: 'release' }] })
  const tooDear = run(paying, says(click), turn, done(), done({ confirmed: true, total: 2000 }))
  expect(tooDear).toMatchObject({ row: { state: 'needs_decision', question: 'price' }, command: null })
})

test('a quote counts for a while', () => {
  const old = run(buying, says(click), turn, quoted(1000, T0 - 19 * SECOND))
  expect(old).toMatchObject({ row: { state: 'queued' }, command: { do: 'quote' } })
})

test('an unknown outcome keeps the hold, is looked up, and is sent again at today’s price', () => {
  const lost = run(buying, says(click), turn, quoted(1000), unknown)
  expect(lost).toMatchObject({ row: { state: 'checking', held: 1030 }, money: [], due_at: T0 + 4 * SECOND })
  expect(next(buying, lost.row, { is: 'turn' }, T0 + MINUTE).command).toMatchObject({ do: 'look' })
  const quiet = T0 + 2 * SECOND + 155 * SECOND
  const early = next(buying, lost.row, seen(quiet)(lost.row), quiet + MINUTE)
  expect(early).toMatchObject({ row: { state: 'checking', is_absent: false }, command: null })
  const absent = next(buying, lost.row, seen(quiet + 1)(lost.row), quiet + MINUTE)
  expect(absent).toMatchObject({ row: { state: 'checking', is_absent: true }, command: { do: 'quote' } })
  const again = next(buying, absent.row, quoted(1000, quiet + MINUTE)(absent.row), quiet + MINUTE)
  expect(again).toMatchObject({ row: { state: 'sending', is_absent: false }, command: { do: 'send', send_no: 2 } })
  const dearer = next(buying, absent.row, quoted(1031, quiet + MINUTE)(absent.row), quiet + MINUTE)
  expect(dearer.row).toMatchObject({ state: 'needs_decision', question: 'price' })
  expect(next(buying, dearer.row, { is: 'cancel', because: 'channel' }, quiet + MINUTE).row.state).toBe('cancelled')
  const accept: PlacementEvent = { is: 'person', says: 'accept_price', amount: 1031 }
  expect(next(buying, dearer.row, accept, quiet).row).toMatchObject({ state: 'checking', is_absent: true, held: 1031 })
})

test('where repeating is the look-up, a price above what was agreed asks whether it was bought', () => {
  const lost = run(merging, says(click), turn, quoted(1000), unknown)
  const later = T0 + MINUTE
  const turned = next(merging, lost.row, { is: 'turn' }, later)
  expect(turned).toMatchObject({ row: { state: 'checking' }, command: { do: 'quote' } })
  const same = next(merging, turned.row, quoted(1000, later)(turned.row), later)
  expect(same.command).toMatchObject({ do: 'send', send_no: 2 })
  const dearer = next(merging, turned.row, quoted(1031, later)(turned.row), later)
  expect(dearer).toMatchObject({ row: { state: 'needs_decision', question: 'exists' }, money: [], command: null })
})

test('"repeated" without a number asks a person, unless it can be looked up', () => {
  const repeated = (row: Placement): PlacementEvent => ({ is: 'repeated', of: of(row), send_no: row.attempt.send_no })
  const asked = run(merging, says(click), turn, quoted(1000), repeated)
  expect(asked.row).toMatchObject({ state: 'needs_decision', question: 'exists' })
  const person: PlacementEvent = { is: 'person', says: 'it_is', order: order({ paid: true }) }
  expect(next(merging, asked.row, person, T0).row).toMatchObject({ state: 'placed', order_no: 'A1' })
  expect(run(buying, says(click), turn, quoted(1000), repeated).row.state).toBe('checking')
})

test('a refused payment is verified, then asks; it is tried again or given up after a read', () => {
  const refused = (row: Placement): PlacementEvent => ({
    is: 'refused',
    of: of(row),
    send_no: row.attempt.send_no,
    later: false,
  })
  const said = run(paying, says(click), turn, done(), done({ confirmed: true }), refused)
  expect(said.row).toMatchObject({ state: 'checking', held: 1030 })
  const quiet = T0 + 3 * SECOND + 155 * SECOND + 1
  const asked = next(paying, said.row, seen(quiet, order({ confirmed: true }))(said.row), quiet)
  expect(asked.row).toMatchObject({ state: 'needs_decision', question: 'pay', held: 1030 })
  expect(asked.due_at).toBe(quiet + 15 * MINUTE)
  const again = next(paying, asked.row, { is: 'person', says: 'again' }, quiet)
  expect(again.row).toMatchObject({ state: 'created', step: 'pay', attempt_no: asked.row.attempt_no + 1 })
  const stopped = next(paying, asked.row, { is: 'person', says: 'give_up' }, quiet)
  expect(stopped).toMatchObject({ row: { state: 'checking' }, money: [] })
  expect(next(paying, stopped.row, { is: 'turn' }, quiet).command).toMatchObject({ do: 'read', order_no: 'A1' })
  const unpaid = order({ confirmed: true })
  const early = next(paying, stopped.row, seen(quiet + 30 * SECOND, unpaid)(stopped.row), quiet + MINUTE)
  expect(early.row.state).toBe('checking')
  const over = next(paying, stopped.row, seen(quiet + 30 * SECOND + 1, unpaid)(stopped.row), quiet + MINUTE)
  expect(over).toMatchObject({ row: { state: 'cancelled' }, money: [{ do: 'release' }], command: { do: 'tidy' } })
})

test('stopped while it is created by us: nothing is paid, and what was made is deleted', () => {
  const cancel = says({ is: 'cancel', because: 'edited' })
  const made = run(paying, says(click), turn, cancel, done())
  expect(made).toMatchObject({
    row: { state: 'cancelled', stop: { because: 'edited' } },
    money: [{ do: 'release' }],
    command: { do: 'tidy', order_no: 'A1' },
  })
  expect(run(buying, says(click), cancel)).toMatchObject({ row: { state: 'cancelled' }, command: null })
  const sent = run(buying, says(click), turn, quoted(1000), cancel)
  expect(sent).toMatchObject({ row: { state: 'sending', held: 1030 }, money: [] })
  // Bought all the same: it is told, not hidden.
  expect(next(buying, sent.row, done({ paid: true })(sent.row), T0)).toMatchObject({ row: { state: 'placed' } })
})

test('paid later: nothing is held until then', () => {
  const created = run(paying, says({ ...click, amount: null }), turn, done(), done({ confirmed: true }))
  expect(created).toMatchObject({ row: { state: 'created', step: 'pay', held: null }, command: null })
  const paid = next(paying, created.row, { is: 'pay', amount: 1000 }, T0)
  expect(paid).toMatchObject({ row: { held: 1000 }, money: [{ do: 'hold', amount: 1000 }], due_at: T0 })
  expect(next(paying, paid.row, { is: 'pay', amount: 1000 }, T0).money).toEqual([])
  expect(next(paying, paid.row, { is: 'turn' }, T0).command).toMatchObject({ do: 'read' })
  // Never paid: it is read once more, because the seller may have paid it at the supplier's site.
  // Until then a read changes nothing.
  const waiting = next(paying, created.row, seen(T0, order({ confirmed: true }))(created.row), T0)
  expect(waiting).toMatchObject({ row: { state: 'created' }, command: null, money: [], due_at: T0 + 15 * MINUTE })
  const old = next(paying, created.row, { is: 'turn' }, T0 + 25 * HOUR)
  expect(old).toMatchObject({ row: { state: 'checking', stop: { because: 'unpaid' } }, money: [] })
  const later = T0 + 26 * HOUR
  expect(next(paying, old.row, { is: 'look_failed', of: of(old.row) }, later).row).toEqual(old.row)
  expect(next(paying, old.row, { is: 'turn' }, later).command).toMatchObject({ do: 'read' })
  expect(next(paying, old.row, seen(later, order())(old.row), later).row.state).toBe('cancelled')
  expect(next(paying, old.row, seen(later, order({ paid: true }))(old.row), later).row.state).toBe('placed')
})

test('a card comes first; declined, everything goes back', () => {
  const waiting = run(buying, says({ ...click, needs_card: true }))
  expect(waiting).toMatchObject({ row: { state: 'awaiting_payment' }, due_at: null })
  expect(next(buying, waiting.row, { is: 'turn' }, T0).command).toBeNull()
  expect(next(buying, waiting.row, { is: 'authorised' }, T0)).toMatchObject({ row: { state: 'queued' }, due_at: T0 })
  const declined = next(buying, waiting.row, { is: 'declined' }, T0)
  expect(declined).toMatchObject({ row: { state: 'failed' }, money: [{ do: 'release' }] })
})

test('paid at the supplier’s site: it is read until it is paid, closed or too old', () => {
  const created = run(atSite, says(click), turn, done())
  expect(created).toMatchObject({ row: { state: 'created', step: 'pay' }, command: null })
  const read = next(atSite, created.row, { is: 'turn' }, T0 + HOUR)
  expect(read).toMatchObject({ command: { do: 'read' }, due_at: T0 + HOUR + 15 * MINUTE })
  const look = (more: Partial<SupplierOrder>) =>
    next(atSite, read.row, seen(T0 + HOUR, order(more))(read.row), T0 + HOUR)
  expect(look({}).row.state).toBe('created')
  expect(look({ paid: true }).row.state).toBe('placed')
  expect(look({ closed: true })).toMatchObject({ row: { state: 'failed' }, money: [{ do: 'release' }], command: null })
  // Stopped before it was known to exist: it is read before anything is given back.
  const stop = says({ is: 'cancel', because: 'channel' })
  const stoppedEarly = run(atSite, says(click), turn, stop, done())
  expect(stoppedEarly).toMatchObject({ row: { state: 'checking', step: 'pay' }, money: [], command: null })
  const closed = seen(T0 + HOUR, order({ closed: true }))(stoppedEarly.row)
  expect(next(atSite, stoppedEarly.row, closed, T0 + HOUR).row.state).toBe('cancelled')
  const old = next(atSite, created.row, { is: 'turn' }, T0 + 25 * HOUR)
  expect(old.row).toMatchObject({ state: 'checking', stop: { because: 'unpaid' } })
  const stopped = seen(T0 + 25 * HOUR + MINUTE, order())(old.row)
  expect(next(atSite, old.row, stopped, T0 + 26 * HOUR).row.state).toBe('cancelled')
})

test('bought after it was settled as not bought: it is told and taken, and a second one is an alarm', () => {
  const cancelled = run(buying, says(click), says({ is: 'cancel', because: 'person' }))
  const late = next(buying, cancelled.row, done({ paid: true })(cancelled.row), T0)
  expect(late).toMatchObject({
    row: { state: 'placed', order_no: 'A1' },
    money: [{ do: 'capture', amount: 1000 }],
    news: [
      { is: 'late', order_no: 'A1' },
      { is: 'moved', to: 'placed' },
    ],
  })
  const first = cancelled.row
  const second = next(buying, first, click, T0)
  expect(second.row).toMatchObject({ n: 2, state: 'queued' })
  const alarm = next(buying, second.row, done({ paid: true })(first), T0)
  expect(alarm).toMatchObject({ row: second.row, money: [], news: [{ is: 'second_purchase', order_no: 'A1' }] })
  const stray = next(buying, second.row, done({ paid: false })(first), T0)
  expect(stray).toMatchObject({ row: second.row, command: { do: 'tidy', order_no: 'A1' }, news: [] })
  const other = next(buying, late.row, done({ paid: true, order_no: 'A2' })(late.row), T0)
  expect(other.news).toEqual([{ is: 'second_purchase', order_no: 'A2' }])
  const unpaid = next(buying, late.row, done({ paid: false, order_no: 'A2' })(late.row), T0)
  expect(unpaid).toMatchObject({ row: late.row, news: [], command: { do: 'tidy', order_no: 'A2' } })
  expect(next(buying, late.row, done({ paid: true })(late.row), T0)).toMatchObject({
    row: late.row,
    money: [],
    news: [],
  })
})

test('an answer to an attempt that is over decides nothing', () => {
  const sending = run(buying, says(click), turn, quoted(1000)).row
  const old = { n: 1, attempt_no: 0 }
  const events: PlacementEvent[] = [
    { is: 'unknown', of: old, send_no: 1 },
    { is: 'refused', of: old, send_no: 1, later: false },
    { is: 'not_sent', of: old, send_no: 1 },
    { is: 'seen', of: old, asked_at: T0 + HOUR, orders: [] },
    { is: 'quoted', of: old, asked_at: T0, total: 1 },
    { is: 'repeated', of: old, send_no: 1 },
  ]
  for (const event of events)
    expect(next(buying, sending, event, T0 + HOUR)).toMatchObject({ row: sending, command: null })
})

test('several that look like it ask which', () => {
  const lost = run(buying, says(click), turn, quoted(1000), unknown)
  const two = next(buying, lost.row, seen(T0, order(), order({ order_no: 'A2' }))(lost.row), T0)
  expect(two.row).toMatchObject({ state: 'needs_decision', question: 'which', held: 1030 })
})
