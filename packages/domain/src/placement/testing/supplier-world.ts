/**
 * The world a placement must survive: workers that are killed anywhere, a network that loses, delays and doubles, a
 * supplier that does the work and says it refused, people who click twice, cancel and edit, a price that jumps, and a
 * clock. Here: what there is in it, and what the supplier does. The program and the people are in shell.ts.
 */
import type { Move as AnyMove } from '../../testing/search.ts'
import { type next } from '../next.ts'
import {
  type AttemptKey,
  newPlacement,
  type Placement,
  type PlacementEvent,
  type PlacementProfile,
  type PlacementStep,
  type Step,
  type SupplierOrder,
  type VendorCommand,
} from '../placement.ts'

/** What a click may cost, and what the supplier wants after a jump. */
export const AMOUNT = 1
export const JUMPED = 2

/** An entry of the supplier's own books. */
export interface Booked {
  no: string
  /** Whose it is: a row of ours and its try. A supplier without references does not know. */
  row: number
  n: number
  reference: string
  born_at: number
  confirmed: boolean
  paid_at: number | null
  closed: boolean
  total: number
}
interface Message {
  row: number
  of: AttemptKey
  step: Step
  send_no: number
  reference: string
  order_no: string | null
  expires_at: number
}
export type Worker =
  | { at: 'idle' }
  /** Has read a row and will commit against the version it read. */
  | { at: 'read'; row: number; placement: Placement; event: PlacementEvent }
  /** Has committed and will carry out a command. */
  | { at: 'holds'; row: number; command: VendorCommand }
  /** Planted mistake: carries out first and commits afterwards. */
  | { at: 'unsaved'; row: number; command: Extract<VendorCommand, { do: 'send' }>; step: PlacementStep }
  | { at: 'waits'; row: number; of: AttemptKey; step: Step; send_no: number }
  /** Has an answer in memory. */
  | { at: 'knows'; row: number; event: PlacementEvent }
/** What the ledger has for one row, over all its tries. */
export interface Money {
  held: number
  captured: number[]
}
export interface World {
  now: number
  rows: Placement[]
  money: Money[]
  workers: Worker[]
  network: Message[]
  /** Replies that arrive late or a second time, by another door. */
  late: { row: number; event: PlacementEvent }[]
  books: Booked[]
  price: number
  /** How often a person may still have a step tried again. */
  agains: number
  alarm: string | null
}
export type Move = AnyMove<World>

/** Mistakes a program could make around `next`. The design has none of them. */
export type ShellMistake =
  | 'send before commit'
  | 'new reference per send'
  | 'no send deadline'
  | 'no version check'
  | 'look-up dated by its commit'
  | 'no twin lock'

export interface Setting {
  profile: PlacementProfile
  /** Two rows are twins: a list cannot tell what was bought for one from what was bought for the other. */
  rows: number
  workers: number
  /** How many tries to buy a row may have. */
  tries: number
  agains: number
  /** Replies that may be on a second way at the same time. */
  lates: number
  /** Workers read and commit in two steps. */
  split: boolean
  /** The supplier may do the work and answer that it refused. */
  lies: boolean
  cancels: boolean
  /** The price jumps once. */
  jumps: boolean
  /** A click waits for a card first. */
  cards: boolean
  /** A click creates, and the seller pays later. */
  pays_later: boolean
  /** The supplier closes orders that are unpaid for long. */
  closes: boolean
  /** The supplier also refuses for now (rate limit). */
  refuses_for_now: boolean
  /** Whoever is to send it may find that it cannot be ordered, and says so whenever it likes. */
  cannots: boolean
  /** A repeated reference is answered "repeated", without a number. */
  repeats: boolean
  /** How old an order is matters, as it does to a list that is not read from far enough back. */
  ages: boolean
  /** Requests land whenever they like: the assumption is broken. */
  unbounded: boolean
  step: typeof next
  mistakes: readonly ShellMistake[]
}

export const IDLE: Worker = { at: 'idle' }
export const replaced = <T>(list: readonly T[], at: number, value: T): T[] =>
  list.map((old, n) => (n === at ? value : old))
export const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, n) => n !== at)

export const startWorld = ({ rows, workers, agains }: Setting): World => ({
  now: 0,
  rows: Array.from({ length: rows }, newPlacement),
  money: Array.from({ length: rows }, () => ({ held: 0, captured: [] })),
  workers: Array.from({ length: workers }, () => IDLE),
  network: [],
  late: [],
  books: [],
  price: AMOUNT,
  agains,
  alarm: null,
})

const UNPAID_CLOSES_AFTER = 3

/** An order as the supplier shows it to those who know it is there. */
export const shownAs = ({ no, confirmed, paid_at, closed, total }: Booked, paid = paid_at !== null): SupplierOrder => ({
  order_no: no,
  confirmed,
  paid,
  closed,
  total,
})

/** What the supplier's reads show of the orders that a question is about. */
export function visible({ profile }: Setting, world: World, row: number, command: VendorCommand) {
  const { shows_within_ms, find } = profile.create
  const { now } = world
  const shown = world.books.filter(({ born_at }) => now >= born_at + shows_within_ms)
  const asShown = (booked: Booked) =>
    shownAs(booked, booked.paid_at !== null && now >= booked.paid_at + shows_within_ms)
  if (command.do === 'read') return shown.filter(({ no }) => no === command.order_no).map(asShown)
  if (command.do !== 'look') return []
  if (find === 'reference')
    return shown.filter((booked) => booked.row === row && booked.n === command.of.n).map(asShown)
  // A list knows no reference: made since then, and not claimed by another row.
  const claimed = world.rows.flatMap(({ order_no }, n) => (n !== row && order_no !== null ? [order_no] : []))
  return shown.filter(({ no, born_at }) => born_at >= command.since && !claimed.includes(no)).map(asShown)
}

interface Act {
  label: string
  books: Booked[]
  event: PlacementEvent
}

/** What the supplier may do with a request that arrives. */
function actsOf(setting: Setting, world: World, message: Message): Act[] {
  const { of, send_no, step } = message
  const refused = (label: string, later = false): Act => ({
    label,
    books: world.books,
    event: { is: 'refused', of, send_no, later },
  })
  const done = (label: string, booked: Booked, books = world.books): Act => ({
    label,
    books,
    event: { is: 'done', of, order: shownAs(booked) },
  })
  const mayRefuse = [
    refused(`supplier refuses to ${step}`),
    ...(setting.refuses_for_now ? [refused(`supplier refuses to ${step} for now`, true)] : []),
  ]
  if (step === 'create') {
    const known = world.books.find(
      ({ reference, born_at }) =>
        reference === message.reference && world.now < born_at + setting.profile.create.merges_for_ms,
    )
    if (known && setting.repeats)
      return [{ label: 'supplier says "repeated"', books: world.books, event: { is: 'repeated', of, send_no } }]
    if (known) return [done(`supplier knows the reference: ${known.no}`, known)]
    const booked: Booked = {
      no: `no ${world.books.length + 1}`,
      row: message.row,
      n: of.n,
      reference: message.reference,
      born_at: world.now,
      confirmed: false,
      paid_at: setting.profile.pay === 'with_create' ? world.now : null,
      closed: false,
      total: world.price,
    }
    return [done(`supplier makes ${booked.no}`, booked, [...world.books, booked]), ...mayRefuse]
  }
  const at = world.books.findIndex(({ no }) => no === message.order_no)
  const booked = world.books[at]
  if (!booked || booked.closed || booked.paid_at !== null) return [refused(`supplier has ended it: no ${step}`)]
  const changed = step === 'pay' ? { ...booked, paid_at: world.now } : { ...booked, confirmed: true }
  const isReady = step === 'confirm' || setting.profile.confirm === null || booked.confirmed
  if (!isReady) return [refused('supplier wants it confirmed first')]
  const verb = step === 'pay' ? 'takes payment of' : 'confirms'
  return [done(`supplier ${verb} ${booked.no}`, changed, replaced(world.books, at, changed)), ...mayRefuse]
}

export function networkMoves(setting: Setting, world: World): Move[] {
  return world.network.flatMap((message, n) => {
    const { row, of, send_no, step } = message
    const rest: World = { ...world, network: without(world.network, n) }
    const moves: Move[] = [[`${step} lost on its way`, rest]]
    const waiting = world.workers.findIndex(
      (w) => w.at === 'waits' && w.row === row && w.of.attempt_no === of.attempt_no && w.send_no === send_no,
    )
    for (const { label, books, event } of actsOf(setting, world, message)) {
      const after: World = { ...rest, books }
      const answered = (reply: PlacementEvent, base = after): World => ({
        ...base,
        workers: replaced(base.workers, waiting, { at: 'knows', row, event: reply }),
      })
      moves.push([`${label}, reply lost`, after])
      if (waiting >= 0) moves.push([`${label}, reply comes`, answered(event)])
      // Where nothing can be looked up, only codes that were never seen to lie are on the closed list.
      const canBeVerified = step !== 'create' || setting.profile.create.find !== 'none'
      if (waiting >= 0 && event.is === 'done' && setting.lies && canBeVerified)
        moves.push([`${label}, reply says refused`, answered({ is: 'refused', of, send_no, later: false })])
      if (world.late.length < setting.lates) {
        const late = [...world.late, { row, event }]
        moves.push([`${label}, reply late`, { ...after, late }])
        if (waiting >= 0) moves.push([`${label}, reply doubled`, answered(event, { ...after, late })])
      }
    }
    return moves
  })
}

const isActing = (worker: Worker, now: number, { quote_good_for_ms }: PlacementProfile): boolean => {
  if (worker.at === 'holds') return worker.command.do === 'send'
  if (worker.at === 'knows') return worker.event.is === 'quoted' && now <= worker.event.asked_at + quote_good_for_ms
  return worker.at === 'waits' || worker.at === 'unsaved'
}

/** What happens by itself at the supplier, and time. */
export function outsideMoves(setting: Setting, world: World): Move[] {
  const moves: Move[] = []
  world.books.forEach((booked, n) => {
    const isOpen = booked.paid_at === null && !booked.closed
    if (setting.closes && isOpen && world.now >= booked.born_at + UNPAID_CLOSES_AFTER)
      moves.push([
        `supplier closes ${booked.no}`,
        { ...world, books: replaced(world.books, n, { ...booked, closed: true }) },
      ])
  })
  // From a quote to the act it is for no program can see the price change: there the supplier must hold its word.
  const isQuoteOpen =
    world.network.length > 0 || world.workers.some((worker) => isActing(worker, world.now, setting.profile))
  if (setting.jumps && world.price === AMOUNT && !isQuoteOpen)
    moves.push(['the price jumps', { ...world, price: JUMPED }])
  // Time passes while no message is older than it may become.
  if (setting.unbounded || world.network.every(({ expires_at }) => expires_at > world.now))
    moves.push(['tick', { ...world, now: world.now + 1 }])
  return moves
}
