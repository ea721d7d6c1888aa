/** The program around `next` as the production shell is, and the people who use it. */
import { isLive, type Placement, type PlacementEvent, type PlacementStep, type VendorCommand } from '../placement.ts'
import {
  AMOUNT,
  IDLE,
  JUMPED,
  type Money,
  type Move,
  replaced,
  type Setting,
  shownAs,
  visible,
  without,
  type Worker,
  type World,
} from './supplier-world.ts'

const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

/** Row and postings in one transaction. */
function saved(world: World, row: number, { row: placement, money, news }: PlacementStep): World {
  let books: Money = world.money[row] ?? { held: 0, captured: [] }
  let alarm = world.alarm
  for (const command of money) {
    if (command.do === 'hold') books = { ...books, held: books.held + command.amount }
    else {
      if (command.do === 'release' && books.held === 0) alarm ??= 'released what was not held'
      const captured = command.do === 'capture' ? [...books.captured, command.amount] : books.captured
      books = { held: 0, captured }
    }
  }
  for (const { is } of news) if (is !== 'moved') alarm ??= is
  return { ...world, alarm, rows: replaced(world.rows, row, placement), money: replaced(world.money, row, books) }
}

/** An event that is committed at once, by nobody who could be killed in between. A command of it is lost. */
function applied(
  setting: Setting,
  world: World,
  row: number,
  event: PlacementEvent,
  label: string,
  base = world,
): Move[] {
  const before = world.rows[row]
  if (!before) return []
  const step = setting.step(setting.profile, before, event, world.now)
  const isNews = base !== world || !isSame(step.row, before) || step.news.length > 0
  return isNews ? [[label, saved(base, row, step)]] : []
}

export function peopleMoves(setting: Setting, world: World): Move[] {
  const moves: Move[] = []
  world.rows.forEach((placement, row) => {
    const say = (label: string, event: PlacementEvent, base = world) =>
      moves.push(...applied(setting, world, row, event, label, base))
    const { cards, pays_later, profile } = setting
    if (placement.n < setting.tries)
      say('click', { is: 'click', amount: pays_later ? null : AMOUNT, needs_card: cards })
    if (setting.cancels) say('cancel', { is: 'cancel', because: 'person' })
    if (placement.state === 'awaiting_payment') {
      say('card authorised', { is: 'authorised' })
      say('card declined', { is: 'declined' })
    }
    if (pays_later && placement.held === null) say('person pays now', { is: 'pay', amount: AMOUNT })
    const own = world.books.findIndex(({ no }) => no === placement.order_no)
    const booked = world.books[own]
    if (
      profile.pay === 'at_site' &&
      placement.state === 'created' &&
      booked &&
      booked.paid_at === null &&
      !booked.closed
    )
      moves.push([
        'person pays at the site',
        { ...world, books: replaced(world.books, own, { ...booked, paid_at: world.now }) },
      ])
    if (placement.state === 'needs_decision') moves.push(...decisionMoves(setting, world, row, placement))
  })
  return moves
}

/** A person looks at the supplier's own site and says truthfully what is there now. */
function decisionMoves(setting: Setting, world: World, row: number, { n, question }: Placement): Move[] {
  const say = (label: string, event: PlacementEvent, base?: World) => applied(setting, world, row, event, label, base)
  const { shows_within_ms } = setting.profile.create
  const there = world.books.filter(
    (booked) => booked.row === row && booked.n === n && !booked.closed && world.now >= booked.born_at + shows_within_ms,
  )
  const moves = there.flatMap((booked) =>
    say(`person: it is ${booked.no}`, { is: 'person', says: 'it_is', order: shownAs(booked) }),
  )
  if (there.length === 0) moves.push(...say('person: nothing there', { is: 'person', says: 'nothing_there' }))
  if (question === 'pay' && world.agains > 0)
    moves.push(...say('person: again', { is: 'person', says: 'again' }, { ...world, agains: world.agains - 1 }))
  moves.push(...say('person: give up', { is: 'person', says: 'give_up' }))
  moves.push(...say('person: accept the price', { is: 'person', says: 'accept_price', amount: JUMPED }))
  return moves
}

export const lateMoves = (setting: Setting, world: World): Move[] =>
  world.late.flatMap(({ row, event }, n) =>
    applied(setting, world, row, event, `late reply: ${event.is}`, { ...world, late: without(world.late, n) }),
  )

export function workerMoves(setting: Setting, world: World, n: number): Move[] {
  const worker = world.workers[n] ?? IDLE
  const who = setting.workers > 1 ? `worker ${n + 1} ` : ''
  const put = (state: Worker, base = world): World => ({ ...base, workers: replaced(base.workers, n, state) })
  const moves: Move[] = worker.at === 'idle' ? [] : [[`${who}killed`, put(IDLE)]]

  /** Commits an event and then holds the command. */
  const commit = (label: string, row: number, event: PlacementEvent, before = world.rows[row]): void => {
    if (!before) return
    // The lock on twins is a unique key: it holds when the commit comes, not when the row was read.
    const locked =
      event.is === 'turn' || event.is === 'quoted' ? { ...event, twin_live: hasTwin(setting, world, row) } : event
    const step = setting.step(setting.profile, before, locked, world.now)
    const { command } = step
    if (command?.do === 'send' && setting.mistakes.includes('send before commit'))
      return void moves.push([label, put({ at: 'unsaved', row, command, step })])
    const isNews = command !== null || worker.at !== 'idle' || !isSame(step.row, before)
    if (!isNews) return
    const after = saved(put(command ? { at: 'holds', row, command } : IDLE), row, step)
    const isStopped = before.stop !== null && command?.do === 'send'
    moves.push([label, isStopped ? { ...after, alarm: after.alarm ?? 'sent after it was stopped' } : after])
  }

  switch (worker.at) {
    case 'idle':
      world.rows.forEach((placement, row) => {
        const { n: of_n, attempt_no, state } = placement
        const cannot: PlacementEvent = { is: 'cannot', of: { n: of_n, attempt_no } }
        if (setting.cannots && state === 'queued')
          moves.push([`${who}finds that it cannot be ordered`, put({ at: 'knows', row, event: cannot })])
        const event: PlacementEvent = { is: 'turn' }
        if (!setting.split) return commit(`${who}turn`, row, event)
        const step = setting.step(setting.profile, placement, event, world.now)
        if (step.command !== null || !isSame(step.row, placement))
          moves.push([`${who}reads`, put({ at: 'read', row, placement, event })])
      })
      break
    case 'read': {
      const isChanged = !isSame(world.rows[worker.row], worker.placement)
      if (isChanged && !setting.mistakes.includes('no version check'))
        moves.push([`${who}finds the row changed`, put(IDLE)])
      else commit(`${who}commits`, worker.row, worker.event, worker.placement)
      break
    }
    case 'knows':
      commit(`${who}commits ${worker.event.is}`, worker.row, worker.event)
      break
    case 'waits': {
      const { row, of, send_no } = worker
      moves.push([`${who}gives up waiting`, put({ at: 'knows', row, event: { is: 'unknown', of, send_no } })])
      break
    }
    default:
      moves.push(...carryOut(setting, world, worker, put, who))
  }
  return moves
}

const hasTwin = ({ profile, mistakes }: Setting, { rows }: World, row: number) =>
  profile.create.find === 'list' &&
  !mistakes.includes('no twin lock') &&
  rows.some((other, n) => n !== row && isLive(other) && other.attempt.sends > 0)

function carryOut(
  setting: Setting,
  world: World,
  worker: Extract<Worker, { at: 'holds' | 'unsaved' }>,
  put: (state: Worker, base?: World) => World,
  who: string,
): Move[] {
  const { row, command } = worker
  const knows = (event: PlacementEvent) => put({ at: 'knows', row, event })
  switch (command.do) {
    case 'quote':
      return [[`${who}quotes`, knows({ is: 'quoted', of: command.of, asked_at: world.now, total: world.price })]]
    case 'tidy':
      return [[`${who}tidies`, put(IDLE, tidied(world, command.order_no))]]
    case 'look':
    case 'read': {
      const orders = visible(setting, world, row, command)
      const asked_at = setting.mistakes.includes('look-up dated by its commit') ? Infinity : world.now
      return [
        [`${who}looks: ${orders.length} there`, knows({ is: 'seen', of: command.of, asked_at, orders })],
        [`${who}cannot look`, knows({ is: 'look_failed', of: command.of })],
      ]
    }
    case 'send':
      return send(setting, world, worker, command, put, who)
  }
}

const tidied = (world: World, order_no: string): World => ({
  ...world,
  books: world.books.map((booked) =>
    booked.no === order_no && booked.paid_at === null ? { ...booked, closed: true } : booked,
  ),
})

function send(
  setting: Setting,
  world: World,
  worker: Extract<Worker, { at: 'holds' | 'unsaved' }>,
  { of, step, send_no, send_by, order_no }: Extract<VendorCommand, { do: 'send' }>,
  put: (state: Worker, base?: World) => World,
  who: string,
): Move[] {
  const { row } = worker
  if (world.now > send_by && !setting.mistakes.includes('no send deadline'))
    return [[`${who}wakes too late, sends nothing`, put({ at: 'knows', row, event: { is: 'not_sent', of, send_no } })]]
  const own = setting.mistakes.includes('new reference per send') ? `${row}-${of.n}-${send_no}` : `${row}-${of.n}`
  const { lands_within_ms } = setting.profile.create
  const message = { row, of, step, send_no, reference: own, order_no, expires_at: world.now + lands_within_ms }
  const sent: World = { ...world, network: [...world.network, message] }
  const waits: Worker = { at: 'waits', row, of, step, send_no }
  if (worker.at === 'holds') return [[`${who}sends ${step}`, put(waits, sent)]]
  return [
    [`${who}sends ${step}, then commits`, saved(put(waits, sent), row, worker.step)],
    [`${who}sends ${step}, killed before its commit`, put(IDLE, sent)],
  ]
}
