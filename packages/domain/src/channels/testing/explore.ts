/** Every world a listing and its store can come into. */
import { quietAt } from '../../attempts/attempt.ts'
import { type Exploration, search } from '../../testing/search.ts'
import { equalValue, type Fields } from '../fields.ts'
import type { Listing } from '../listing.ts'
import { answerMoves, disagreement, nextOrder, readerMoves, workerMoves } from './shell.ts'
import {
  clockMoves,
  FAR,
  FIELDS,
  type Move,
  networkMoves,
  peopleMoves,
  type Read,
  type Setting,
  type Shown,
  startWorld,
  versionOf,
  versionText,
  type Worker,
  type World,
} from './store-world.ts'

const MOST_WRITES = 6

const movesOf = (setting: Setting, world: World): Move[] => [
  ...peopleMoves(setting, world),
  ...answerMoves(setting, world),
  ...workerMoves(setting, world),
  ...readerMoves(setting, world),
  ...networkMoves(setting, world),
  ...clockMoves(world),
]

/**
 * Only distances in time matter, up to the largest one that each is compared with; only the order of versions and of
 * questions; and of numbers of sends only which are equal.
 */
function normalised(setting: Setting, world: World): World {
  const { now, listing, worker, reader, attempt, store } = world
  const ago = (time: number, most: number) => Math.max(time - now, -most)
  const orNull = (time: number | null, most: number) => (time === null ? null : ago(time, most))
  const past = store.past.filter(({ until }) => now <= until + setting.profile.shows_within_ms)
  const version = setting.coarse ? (given: number) => ago(given, FAR) : ranks(versionsIn(world, past))
  const order = ranks([0, world.seen_order, reader?.order ?? 0, worker.at === 'read' ? worker.order : 0])
  const shown = (one: Shown | null) => one && { ...one, version: version(one.version) }
  const read = <R extends Read>(one: R): R => ({
    ...one,
    shown: shown(one.shown),
    asked_at: ago(one.asked_at, FAR),
    order: order(one.order),
  })
  const lowest = listing.send_no - 1
  const less = <S extends { send_no: number }>(one: S): S => ({ ...one, send_no: one.send_no - lowest })
  const workerNow = (): Worker => {
    if (worker.at === 'read') return read(worker)
    if (worker.at === 'holds') return { ...worker, send_by: ago(worker.send_by, 1) }
    if (worker.at === 'unsaved') return { ...worker, listing: listingNow(worker.listing) }
    if (worker.at !== 'replied') return worker
    const { reply } = worker
    if (reply.is === 'done') return { ...worker, reply: { ...reply, shown: shown(reply.shown) } }
    if (reply.is !== 'looked') return worker
    return { ...worker, reply: { ...reply, shown: shown(reply.shown), asked_at: ago(reply.asked_at, FAR) } }
  }
  const listingNow = (one: Listing): Listing => ({
    ...less(one),
    open: one.open && less(one.open),
    seen_version: one.seen_version === null ? null : versionText(version(versionOf(one.seen_version))),
  })
  return {
    ...world,
    now: 0,
    listing: listingNow(listing),
    intent_at: orNull(world.intent_at, 3),
    written_at: orNull(world.written_at, 4),
    seen_at: orNull(world.seen_at, 1),
    seen_order: order(world.seen_order),
    // A reply is heard by the attempt as the answer to its latest send.
    attempt: attempt && {
      attempt: {
        ...attempt.attempt,
        send_no: Math.min(attempt.attempt.send_no, 1),
        first_intent_at: null,
        last_intent_at: orNull(attempt.attempt.last_intent_at, FAR),
      },
      send: less(attempt.send),
    },
    worker: workerNow(),
    reader: reader && read(reader),
    payloads: world.payloads.map((one) => ({ ...one, version: version(one.version) })),
    network: world.network.map((one) => ({ ...less(one), expires_at: ago(one.expires_at, 1) })),
    store: {
      product: shown(store.product),
      at: setting.windows ? ago(store.at, FAR) : ago(store.at, 2),
      past: past.map((one) => ({ shown: shown(one.shown), until: ago(one.until, FAR) })),
      version: version(store.version),
    },
    foreign_at: orNull(world.foreign_at, FAR),
    cursor: ago(world.cursor, FAR),
  }
}

const versionsIn = ({ store, listing, payloads, reader, worker }: World, past: World['store']['past']): number[] => {
  const shown = [store.product, reader?.shown, ...payloads, ...past.map((one) => one.shown)]
  if (worker.at === 'read') shown.push(worker.shown)
  if (worker.at === 'replied' && 'shown' in worker.reply) shown.push(worker.reply.shown)
  const seen = listing.seen_version === null ? [] : [versionOf(listing.seen_version)]
  return [store.version, ...seen, ...shown.flatMap((one) => (one ? [one.version] : []))]
}

const ranks = (numbers: readonly number[]) => {
  const order = [...new Set(numbers)].sort((a, b) => a - b)
  return (one: number) => order.indexOf(one)
}

/** From here on nothing goes wrong: the next thing that happens. Undefined: everything has come to rest. */
function goodMove(setting: Setting, world: World): Move | undefined {
  const { worker, store, listing, now } = world
  if (world.network.length > 0) return networkMoves(setting, world)[0]
  if (worker.at !== 'idle') return workerMoves(setting, { ...world, left: { ...world.left, kills: 0 } })[0]
  if (world.reader) return readerMoves(setting, world)[0]
  const tick: Move = ['tick', { ...world, now: now + 1 }]
  if (world.attempt) {
    const { attempt } = world.attempt
    const mustWait = attempt.state === 'checking' && now <= quietAt(setting.profile, attempt)
    return (mustWait ? undefined : workerMoves(setting, { ...world, due: false })[0]) ?? tick
  }
  if (world.due) {
    const [move] = workerMoves(setting, world)
    // A write that does not show yet is read again, a little later.
    const { shows_within_ms } = setting.profile
    const isAgain =
      world.seen_at === now || now <= Math.max(world.intent_at ?? -FAR, world.written_at ?? -FAR) + shows_within_ms
    return move?.[1].worker.at === 'asks' && isAgain ? tick : move
  }
  const since = Math.max(store.at, world.written_at ?? -FAR, world.intent_at ?? -FAR)
  if (now <= since + setting.profile.shows_within_ms) return tick
  const isKnown = store.product
    ? listing.seen_version === versionText(store.product.version) && equalFields(listing.seen, store.product.fields)
    : listing.state === 'gone'
  if (isKnown) return undefined
  // The next window, or the sweep that finds what was deleted.
  const [read] = readerMoves(setting, { ...world, payloads: [] }).filter(([, after]) => after.reader !== null)
  if (read || store.product !== null) return read
  return ['a sweep', { ...world, reader: { shown: null, asked_at: now, order: nextOrder(world) } }]
}

const equalFields = (a: Fields | null, b: Fields) =>
  a !== null && FIELDS.every((field) => equalValue(a[field], b[field]))

export const explore = (setting: Setting, options: { limit?: number; settles?: boolean } = {}): Exploration =>
  search(
    {
      start: startWorld(setting),
      movesOf: (world) => movesOf(setting, world),
      normalised: (world) => normalised(setting, world),
      violationOf: ({ judge }) => judge.violation,
      goodMove: (world) => goodMove(setting, world),
      restProblem: disagreement,
      cost: {
        of: (before, after) => (after.network.length > before.network.length ? 1 : 0),
        most: MOST_WRITES,
        name: 'writes',
      },
    },
    { limit: 1_000_000, ...options },
  )
