/** What does nothing, what waits and for how long, and what a person's word changes. */
import { expect, test } from 'vitest'
import { isLive, newPlacement, type Placement, type PlacementEvent, type PlacementProfile } from './placement.ts'
import { chooseMethod } from './choose-method.ts'
import { next } from './next.ts'
import {
  atSite,
  buying,
  byReference,
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
import { bestWay, waysToTry } from './ways.ts'

const LATER = T0 + HOUR
/** An event that changes nothing, sends nothing, posts nothing and tells nothing. */
const ignores = (profile: PlacementProfile, row: Placement, event: PlacementEvent, now = LATER) =>
  expect(next(profile, row, event, now)).toMatchObject({ row, money: [], command: null, news: [] })
const turnNow: PlacementEvent = { is: 'turn' }
const cancel: PlacementEvent = { is: 'cancel', because: 'person' }
const confirmed = run(paying, says({ ...click, amount: null }), turn, done(), done({ confirmed: true })).row
const placed = run(buying, says(click), turn, quoted(1000), done({ paid: true })).row
const waiting = run(buying, says({ ...click, needs_card: true })).row
const queued = run(buying, says(click)).row
const sending = run(buying, says(click), turn, quoted(1000)).row
const checking = run(buying, says(click), turn, quoted(1000), unknown).row
const tooDear = run(buying, says(click), turn, quoted(1031)).row

test('a card that is authorised or declined means something only while it is waited for', () => {
  for (const row of [queued, sending, placed]) {
    ignores(buying, row, { is: 'authorised' })
    ignores(buying, row, { is: 'declined' })
  }
  expect(next(buying, waiting, cancel, LATER)).toMatchObject({
    row: { state: 'cancelled', stop: { because: 'person', at: LATER } },
    money: [{ do: 'release' }],
    command: null,
    due_at: null,
  })
})

test('nothing is stopped twice, and what is settled is not stopped', () => {
  ignores(buying, placed, cancel)
  ignores(buying, newPlacement(), cancel)
  const stopped = next(buying, sending, cancel, LATER).row
  expect(next(buying, stopped, { is: 'cancel', because: 'edited' }, LATER + HOUR).row.stop).toEqual({
    because: 'person',
    at: LATER,
  })
})

test('what cannot be ordered fails while nothing has left, and the money goes back; later it says nothing', () => {
  const cannot = (row: Placement): PlacementEvent => ({ is: 'cannot', of: of(row) })
  expect(next(buying, queued, cannot(queued), LATER)).toMatchObject({
    row: { state: 'failed', held: null },
    money: [{ do: 'release' }],
    command: null,
    due_at: null,
  })
  for (const row of [sending, checking, placed, tooDear, waiting]) ignores(buying, row, cannot(row))
  ignores(buying, queued, cannot({ ...queued, n: 9 }))
})

test('an order is paid later once, and not one that is stopped, held for, or not created', () => {
  expect(next(paying, confirmed, { is: 'pay', amount: 900 }, LATER).money).toEqual([{ do: 'hold', amount: 900 }])
  for (const row of [
    { ...confirmed, held: 900 },
    { ...confirmed, stop: { because: 'person' as const, at: T0 } },
    queued,
    placed,
  ])
    ignores(paying, row, { is: 'pay', amount: 900 })
})

test('an answer to another try or another attempt decides nothing, and neither does one after the end', () => {
  const events = (row: Placement): PlacementEvent[] => [
    { is: 'unknown', of: of(row), send_no: 1 },
    { is: 'seen', of: of(row), asked_at: LATER, orders: [] },
    { is: 'quoted', of: of(row), asked_at: LATER, total: 1 },
    { is: 'repeated', of: of(row), send_no: 1 },
    { is: 'look_failed', of: of(row) },
  ]
  for (const event of events(placed)) ignores(buying, placed, event)
  for (const event of events({ ...sending, n: 9 })) ignores(buying, sending, event)
  for (const event of events({ ...sending, attempt_no: 9 })) ignores(buying, sending, event)
})

test('a price counts only where one is waited for, and at most what is held is paid without asking', () => {
  ignores(buying, sending, quoted(1000, LATER)(sending))
  ignores(buying, tooDear, quoted(1000, LATER)(tooDear))
  ignores(buying, { ...queued, held: null }, quoted(1000, LATER)(queued))
  expect(next(buying, queued, quoted(1030, T0)(queued), T0).command).toMatchObject({ do: 'send' })
  expect(next(buying, queued, quoted(1000, T0 - 20 * SECOND)(queued), T0).command).toMatchObject({ do: 'send' })
  // Where it may have been bought and can be looked up, a dearer quote waits for the look.
  expect(next(buying, checking, quoted(2000, LATER)(checking), LATER)).toMatchObject({ row: { state: 'checking' } })
  // What is exactly held for is paid in the last step too.
  const exact = run(paying, says(click), turn, done(), done({ confirmed: true, total: 1030 }))
  expect(exact).toMatchObject({ command: { do: 'send', step: 'pay' } })
  const untold = run(paying, says(click), turn, done({ total: null }), done({ confirmed: true, total: null }))
  expect(untold).toMatchObject({ row: { state: 'created', step: 'pay' }, command: null, due_at: T0 + 3 * SECOND })
  expect(
    next(paying, untold.row, seen(LATER, order({ confirmed: true, total: null }))(untold.row), LATER),
  ).toMatchObject({ command: { do: 'send', step: 'pay' } })
})

test('an equal order under way keeps this one from being sent', () => {
  const byList: PlacementProfile = { ...buying, create: { ...byReference, find: 'list' } }
  const first = run(byList, says(click))
  const held = next(
    byList,
    first.row,
    { is: 'quoted', of: of(first.row), asked_at: T0, total: 1000, twin_live: true },
    T0,
  )
  expect(held.command?.do).not.toBe('send')
  const free = next(byList, first.row, { is: 'quoted', of: of(first.row), asked_at: T0, total: 1000 }, T0)
  expect(free.command).toMatchObject({ do: 'send' })
  const plain: PlacementProfile = { ...paying, create: { ...byReference, find: 'list' } }
  expect(next(plain, first.row, { is: 'turn', twin_live: true }, T0).command?.do).not.toBe('send')
  expect(next(plain, first.row, { is: 'turn' }, T0).command).toMatchObject({ do: 'send' })
})

test('a price to be agreed on: read again where the order exists, and left alone where it does not', () => {
  ignores(buying, tooDear, { is: 'turn' })
  const exists = run(paying, says(click), turn, done(), done({ confirmed: true, total: 2000 })).row
  expect(next(paying, exists, { is: 'turn' }, LATER)).toMatchObject({
    row: exists,
    command: { do: 'read', order_no: 'A1' },
    due_at: LATER + 15 * MINUTE,
  })
  const accepted = next(paying, exists, { is: 'person', says: 'accept_price', amount: 2000 }, LATER)
  expect(accepted).toMatchObject({
    row: { state: 'created', question: null, held: 2000 },
    money: [{ do: 'hold', amount: 970 }],
    due_at: LATER,
  })
  ignores(paying, { ...exists, held: null }, { is: 'person', says: 'accept_price', amount: 2000 })
  ignores(paying, { ...exists, question: 'pay' }, { is: 'person', says: 'accept_price', amount: 2000 })
})

test('what was made and is held back is not paid until a person has looked', () => {
  const made = [says({ ...click, amount: 1030 }), turn] as const
  const held = run(paying, ...made, done({ held_back: true }))
  expect(held.row).toMatchObject({ state: 'needs_decision', question: 'pay', held: 1030 })
  expect(held.command).toBeNull()
  // It is read, in case somebody paid it there.
  expect(next(paying, held.row, turnNow, LATER)).toMatchObject({ row: held.row, command: { do: 'read' } })
  const again = next(paying, held.row, { is: 'person', says: 'again' }, LATER)
  expect(again.row).toEqual({ ...held.row, state: 'created', question: null })
  expect(next(paying, again.row, turnNow, LATER).command).toMatchObject({ do: 'send', step: 'confirm' })
  expect(next(paying, held.row, { is: 'person', says: 'give_up' }, LATER)).toMatchObject({
    row: { state: 'cancelled' },
    money: [{ do: 'release' }],
  })
})

test("a person's word counts where a question was asked", () => {
  for (const says of ['nothing_there', 'again', 'give_up'] as const) {
    ignores(buying, queued, { is: 'person', says })
    ignores(buying, placed, { is: 'person', says })
  }
  const asked = { ...confirmed, held: 1030, state: 'needs_decision' as const, question: 'pay' as const }
  expect(next(paying, asked, { is: 'person', says: 'again' }, LATER).row.state).toBe('created')
  ignores(paying, { ...asked, stop: { because: 'person', at: T0 } }, { is: 'person', says: 'again' })
  ignores(paying, { ...asked, question: 'price' }, { is: 'person', says: 'again' })
  // Paid after it was given up: a person may say so. Not of what was never tried, nor of an unpaid one.
  const over = run(buying, says(click), says(cancel)).row
  const itIs = (paid: boolean): PlacementEvent => ({ is: 'person', says: 'it_is', order: order({ paid }) })
  expect(next(buying, over, itIs(true), LATER).row.state).toBe('placed')
  ignores(buying, over, itIs(false))
  ignores(buying, newPlacement(), itIs(true))
  // Nobody has to say that nothing is there where that is known.
  ignores(buying, { ...checking, is_absent: true }, { is: 'person', says: 'nothing_there' })
})

test('a payment waits until the order was read; a supplier that is behind, or has it unpaid, changes nothing', () => {
  ignores(paying, confirmed, seen(LATER)(confirmed))
  const bySeller = run(atSite, says(click), turn, done()).row
  ignores(atSite, bySeller, seen(LATER, order())(bySeller))
  const unpaidFor = (ms: number) => next(paying, confirmed, { is: 'turn' }, (confirmed.unpaid_since ?? 0) + ms)
  expect(unpaidFor(24 * HOUR)).toMatchObject({ row: { stop: null }, command: { do: 'read' } })
  expect(unpaidFor(24 * HOUR + 1)).toMatchObject({ row: { stop: { because: 'unpaid' } }, command: null })
  // Told again, it is unpaid since the first time.
  expect(confirmed.unpaid_since).toBe(T0 + 2 * SECOND)
})

test('what was found closes, confirms or buys, and anything else waits', () => {
  const made = run(paying, says(click), turn, done()).row
  expect(made).toMatchObject({ step: 'confirm', state: 'sending', attempt_no: 2 })
  ignores(paying, made, done()(made))
  expect(next(paying, made, done({ confirmed: true })(made), LATER).row).toMatchObject({ step: 'pay', attempt_no: 3 })
  const closed = next(paying, made, done({ closed: true })(made), LATER)
  expect(closed).toMatchObject({ row: { state: 'failed' }, money: [{ do: 'release' }], command: null })
  const bought = next(paying, made, done({ paid: true, total: null })(made), LATER)
  expect(bought).toMatchObject({
    row: { state: 'placed', is_absent: false, attempt: { state: 'done', effect: 'A1', question: null } },
    money: [{ do: 'capture', amount: 1000 }],
  })
  // What is settled is told to be closed or unpaid: an open one is deleted, a closed one left alone.
  const over = run(buying, says(click), says(cancel)).row
  expect(next(buying, over, done()(over), LATER).command).toEqual({ do: 'tidy', order_no: 'A1' })
  expect(next(buying, over, done({ closed: true })(over), LATER).command).toBeNull()
})

test('when the next turn is due', () => {
  expect(run(buying, says(click), turn).due_at).toBe(T0 + SECOND + 30 * SECOND)
  expect(run(atSite, says(click), turn, done()).due_at).toBe(T0 + 2 * SECOND + 15 * MINUTE)
  const stopped = run(atSite, says(click), turn, says(cancel), done())
  // A payment at the supplier's site shows after half a minute.
  expect(stopped.due_at).toBe(T0 + 2 * SECOND + 30 * SECOND + 1)
  expect(next(atSite, stopped.row, { is: 'turn' }, LATER)).toMatchObject({
    command: { do: 'read' },
    due_at: LATER + 30 * SECOND,
  })
  expect(tooDear.question).toBe('price')
  expect(run(buying, says(click), turn, quoted(1031)).due_at).toBeNull()
  for (const row of [placed, newPlacement()]) {
    expect(isLive(row)).toBe(false)
    expect(next(buying, row, { is: 'turn' }, LATER).due_at).toBeNull()
  }
  const confirming = { ...run(paying, says(click), turn, done()).row, state: 'created' as const }
  expect(next(paying, { ...confirming, attempt: queued.attempt }, { is: 'turn' }, LATER).command).toMatchObject({
    do: 'send',
    step: 'confirm',
  })
})

test('"repeated" counts for the send under way', () => {
  const repeated = (row: Placement, send_no: number): PlacementEvent => ({ is: 'repeated', of: of(row), send_no })
  const sent = run(merging, says(click), turn, quoted(1000)).row
  ignores(merging, sent, repeated(sent, 7))
  const lost = run(merging, says(click), turn, quoted(1000), unknown).row
  ignores(merging, lost, repeated(lost, 1))
  expect(next(merging, sent, repeated(sent, 1), T0).row.question).toBe('exists')
})

test('of ways that are equal the other figures decide, in their order', () => {
  const way = (name: string, cost: number, days: number | null, parcels: number) => ({
    name,
    offer: { cost, days, parcels },
  })
  const best = (by: Parameters<typeof bestWay>[0], ...found: ReturnType<typeof way>[]) => bestWay(by, found)?.name
  expect(best('fastest', way('a', 9, 5, 1), way('b', 8, 5, 2))).toBe('b')
  expect(best('fastest', way('a', 8, 5, 2), way('b', 8, 5, 1))).toBe('b')
  expect(best('fewest', way('a', 9, 1, 1), way('b', 8, 9, 1))).toBe('b')
  expect(best('fewest', way('a', 8, 9, 1), way('b', 8, 1, 1))).toBe('b')
  expect(best('fewest', way('a', 1, 1, 2), way('b', 9, 9, 1))).toBe('b')
  expect(best('cheapest', way('a', 8, 1, 2), way('b', 8, 9, 1))).toBe('b')
  expect(waysToTry(['a', 'b', 'c']).map(({ sources }) => sources.size)).toEqual([
    1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3,
  ])
  const quick = (method: string, amount: number) => ({ method, amount, max_days: 4 })
  expect(chooseMethod([quick('dear', 900), quick('cheap', 800)], 'fastest')?.chosen.method).toBe('cheap')
})
