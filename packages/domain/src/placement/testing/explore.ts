/** Every world a placement can come into, and what must hold in each. */
import { isSettled, newAttempt, quietAt } from '../../attempts/attempt.ts'
import { type Exploration, search } from '../../testing/search.ts'
import { isLive, newPlacement, type Placement, type PlacementEvent } from '../placement.ts'
import { lateMoves, peopleMoves, workerMoves } from './shell.ts'
import {
  type Move,
  networkMoves,
  outsideMoves,
  type Setting,
  startWorld,
  type Worker,
  type World,
} from './supplier-world.ts'

export const movesOf = (setting: Setting, world: World): Move[] => [
  ...peopleMoves(setting, world),
  ...lateMoves(setting, world),
  ...world.workers.flatMap((_, n) => workerMoves(setting, world, n)),
  ...networkMoves(setting, world),
  ...outsideMoves(setting, world),
]

export const TWICE = 'bought twice'
export const NOT_THERE = 'placed in our books, not in the supplier’s'
export const UNCOVERED = 'a purchase without money behind it'
export const TOO_DEAR = 'bought for more than was agreed'

/** What must never be, in any world. */
export function violationOf({ profile }: Setting, world: World): string | null {
  for (const [row, placement] of world.rows.entries()) {
    const made = world.books.filter((booked) => booked.row === row && !booked.closed)
    const bought = made.filter(({ paid_at }) => paid_at !== null)
    const { held, captured } = world.money[row] ?? { held: 0, captured: [] }
    const taken = captured.reduce((sum, amount) => sum + amount, 0)
    if (bought.length > 1) return TWICE
    if (placement.state === 'placed' && !bought.some(({ no }) => no === placement.order_no)) return NOT_THERE
    const isOver = placement.state === 'failed' || placement.state === 'cancelled'
    if (bought.length > 0 && held + taken === 0) return UNCOVERED
    if (isOver && bought.length > 0) return 'settled as not bought, but the supplier has it'
    if (bought.some(({ total }) => total > held + taken) && profile.pay !== 'at_site') return TOO_DEAR
    if (held !== (placement.held ?? 0) || captured.length !== (placement.state === 'placed' ? 1 : 0))
      return 'the ledger does not match the state'
    if (!isLive(placement) && held > 0) return 'money is held for nothing'
    if (made.filter(({ n }) => n === placement.n).length > 1) return 'two orders under one try'
    if (placement.state === 'queued' && placement.stop !== null) return 'stopped, but queued to be bought'
  }
  return world.alarm === null ? null : `alarm: ${world.alarm}`
}

/** Nothing is under way any more. */
export const isAtRest = (world: World) =>
  !world.rows.some(isLive) &&
  world.network.length === 0 &&
  world.late.length === 0 &&
  world.workers.every(({ at }) => at === 'idle')

const BAD =
  /refuses|says refused|lost on its way|killed|reply late|doubled|click|cancel|closes|cannot (?:look|be)|declined|jumps/

/**
 * From here on nothing goes wrong and people answer what they are asked: the next thing that happens. `turn`: which row a
 * worker takes, where several are due; another number each time lets every row have its turn, as the wake times do.
 */
export function goodMove(setting: Setting, world: World, turn = 0): Move | undefined {
  const { shows_within_ms } = setting.profile.create
  const mustWait = world.rows.some((placement) => {
    const { attempt, stop, order_no } = placement
    if (!isLive(placement)) return false
    const isOpen = attempt.sends > 0 && !isSettled(attempt)
    if (isOpen && world.now <= quietAt(setting.profile.create, attempt)) return true
    if (stop !== null && world.now <= stop.at + shows_within_ms) return true
    // What was just made or paid does not show yet.
    const own = world.books.find(({ no }) => no === order_no)
    return own !== undefined && world.now < Math.max(own.born_at, own.paid_at ?? own.born_at) + shows_within_ms
  })
  const rank = (label: string): number => {
    if (BAD.test(label)) return 99
    if (/reply comes/.test(label)) return 0
    if (/reply lost/.test(label)) return 1
    if (/sends|commits|looks|dues|quotes|tidies|finds the row/.test(label)) return 2
    if (/gives up waiting/.test(label)) return 3
    if (/late reply/.test(label)) return 4
    if (/give up/.test(label)) return 5.5
    if (/person|authorised/.test(label)) return 5
    if (label === 'tick') return mustWait ? 6 : 8
    return 7
  }
  const ranked = movesOf(setting, world).map((move): [number, Move] => [rank(move[0]), move])
  const [first] = ranked.filter(([place]) => place < 99).sort(([a], [b]) => a - b)
  if (!first) return undefined
  const [, [label]] = first
  const rows = ranked.filter(([, [other]]) => other === label)
  return rows[turn % rows.length]?.[1]
}

/**
 * Only distances in time matter, up to the largest one that each is compared with; of attempts only which is the
 * present one; and of numbers of sends only which are equal. So neither time nor kills, losses or clicks need a bound.
 */
function normalised(setting: Setting, world: World): World {
  const { profile } = setting
  const { merges_for_ms, shows_within_ms, asks_person_after_ms } = profile.create
  const quiet = profile.create.send_within_ms + profile.create.lands_within_ms + shows_within_ms
  const far = Math.max(quiet + asks_person_after_ms, merges_for_ms) + 2
  const ago = (time: number, cap = far) => Math.max(time - world.now, -cap)
  const orNull = (time: number | null, cap = far) => (time === null ? null : ago(time, cap))
  const usesFirst = merges_for_ms > 0
  const usesAge = usesFirst || setting.ages ? far : 3

  const isNow = (row: number, { n, attempt_no }: { n: number; attempt_no: number }) =>
    world.rows[row]?.n === n && world.rows[row].attempt_no === attempt_no
  const numbers = world.rows.map((_, row) => sendNumbers(world, row))
  const key = <T extends { of: { n: number; attempt_no: number } }>(row: number, keyed: T): T => {
    const isPresent = isNow(row, keyed.of)
    const changed = { ...keyed, of: { n: keyed.of.n, attempt_no: isPresent ? 0 : -1 } }
    if (!('send_no' in keyed)) return changed
    return { ...changed, send_no: (numbers[row]?.indexOf(Number(keyed.send_no)) ?? 0) + 1 }
  }
  const placementOf = (row: number, placement: Placement): Placement => {
    const { state, n, order_no, attempt, stop } = placement
    // Of a settled one only the finding is read again.
    if (!isLive(placement)) return { ...newPlacement(), state, n, order_no }
    return {
      ...placement,
      attempt_no: world.rows[row]?.attempt_no === placement.attempt_no ? 0 : -1,
      attempt:
        attempt.state === 'done'
          ? { ...newAttempt(), state: 'done', effect: attempt.effect }
          : {
              ...attempt,
              send_no: attempt.send_no === 0 ? 0 : (numbers[row]?.indexOf(attempt.send_no) ?? 0) + 1,
              first_intent_at: usesFirst ? orNull(attempt.first_intent_at) : null,
              last_intent_at: orNull(attempt.last_intent_at),
            },
      stop: stop && { ...stop, at: ago(stop.at, shows_within_ms + 2) },
      unpaid_since: orNull(placement.unpaid_since, profile.unpaid_for_ms + 1),
    }
  }
  const event = (row: number, raw: PlacementEvent): PlacementEvent => {
    const known = 'of' in raw ? key(row, raw) : raw
    if (known.is === 'quoted') return { ...known, asked_at: ago(known.asked_at, profile.quote_good_for_ms + 1) }
    return known.is === 'seen' ? { ...known, asked_at: ago(known.asked_at) } : known
  }
  const workers = world.workers.map((worker): Worker => {
    if (worker.at === 'idle') return worker
    const { row } = worker
    switch (worker.at) {
      case 'read':
        return { ...worker, placement: placementOf(row, worker.placement), event: event(row, worker.event) }
      case 'knows':
        return { ...worker, event: event(row, worker.event) }
      case 'waits':
        return key(row, worker)
      default: {
        const { command } = worker
        if (command.do === 'tidy') return worker
        const sent = key(row, command)
        const timed =
          sent.do === 'send'
            ? { ...sent, send_by: ago(sent.send_by, 1) }
            : sent.do === 'look'
              ? { ...sent, since: profile.create.find === 'list' ? ago(sent.since) : 0 }
              : sent
        if (worker.at === 'holds') return { ...worker, command: timed }
        const step = { ...worker.step, row: placementOf(row, worker.step.row), due_at: null, command: null }
        return { ...worker, command: timed as typeof worker.command, step } // a send stays a send
      }
    }
  })
  const text = (value: unknown) => JSON.stringify(value)
  const byText = (a: unknown, b: unknown) => (text(a) < text(b) ? -1 : 1)
  // Workers are alike. With a mistake planted they keep their places, so that the way to it can be told.
  if (workers.length > 1 && setting.mistakes.length === 0) workers.sort(byText)
  return {
    ...world,
    now: 0,
    rows: world.rows.map((placement, row) => placementOf(row, placement)),
    workers,
    network: world.network.map((m) => ({ ...key(m.row, m), expires_at: ago(m.expires_at, 1) })).sort(byText),
    late: world.late.map((reply) => ({ ...reply, event: event(reply.row, reply.event) })),
    books: world.books.map((booked) => ({
      ...booked,
      born_at: ago(booked.born_at, usesAge),
      paid_at: orNull(booked.paid_at, shows_within_ms),
    })),
  }
}

/** The numbers of sends that anything still speaks of, in order. */
function sendNumbers(world: World, row: number): number[] {
  const found = new Set<number>([world.rows[row]?.attempt.send_no ?? 0])
  const note = (send_no: number) => found.add(send_no)
  const recordEvent = (event: PlacementEvent) => {
    if ('send_no' in event) note(event.send_no)
  }
  for (const message of world.network) if (message.row === row) note(message.send_no)
  for (const late of world.late) if (late.row === row) recordEvent(late.event)
  for (const worker of world.workers) {
    if (worker.at === 'idle' || worker.row !== row) continue
    if (worker.at === 'waits') note(worker.send_no)
    if (worker.at === 'read') found.add(worker.placement.attempt.send_no)
    if (worker.at === 'unsaved') found.add(worker.step.row.attempt.send_no)
    if (worker.at === 'read' || worker.at === 'knows') recordEvent(worker.event)
    if ((worker.at === 'holds' || worker.at === 'unsaved') && worker.command.do === 'send') note(worker.command.send_no)
  }
  found.delete(0)
  return [...found].sort((a, b) => a - b)
}

export const explore = (
  setting: Setting,
  { seek, ...options }: { limit?: number; settles?: boolean; seek?: string } = {},
): Exploration =>
  search(
    {
      start: startWorld(setting),
      movesOf: (world) => movesOf(setting, world),
      normalised: (world) => normalised(setting, world),
      violationOf: (world) => {
        const violation = violationOf(setting, world)
        return seek === undefined || violation === seek ? violation : null
      },
      goodMove: (world) => (isAtRest(world) ? undefined : goodMove(setting, world)),
      restProblem: (world) => (isAtRest(world) ? null : 'is stuck'),
    },
    options,
  )
