/** Every world a payment can come into, and what must hold when nothing goes wrong any more. */
import { type Exploration, search } from '../../testing/search.ts'
import { askedAbout, isOver, type Payment } from '../payment.ts'
import { type Move, movesOf, type Setting, startWorld, type World } from './bank-world.ts'

export const UNPOSTED = 'taken at the bank, not in our books'
export const OPEN = 'open for ever'
export const HELD = 'the card is held for ever'
export const WAITING = 'orders wait for ever'

/** Somebody looks at it: the protocol of attempts asks, or an alarm told. A charge is looked for before anybody is asked. */
const isAsked = ({ writes, alarms }: World): boolean =>
  Object.entries(writes).some(([write, state]) => state === 'asks' && write !== 'charge') ||
  ['undecided', 'second_payment', 'reference'].some((alarm) => alarms.includes(alarm))

function restProblem(world: World): string | null {
  const { payment, bank, posted, writes, orders } = world
  if (isAsked(world)) return null
  if (bank.intents.some(({ ref, status }) => status === 'succeeded' && !posted.some((own) => own.ref === ref)))
    return UNPOSTED
  if (!isOver(payment)) return OPEN
  const isRefused = writes.capture === 'refused' || writes.release === 'refused'
  if (bank.intents.some(({ status }) => status === 'authorised') && !isRefused) return HELD
  return orders === 'waiting' ? WAITING : null
}

/** Replies come, the bank says yes, and whoever should look looks. */
const GOOD: readonly RegExp[] = [
  /reply comes$/,
  /^writes down/,
  /^told, reads the (?:payment|page)$/,
  /^asks about the (?:payment|page)$/,
  /^looks for the payment$/,
  /: the bank (?:acts|opens it)$/,
  /orders are bought|orders are settled/,
  /decides yes/,
  /bank ends the page/,
  /^tick$/,
]

function goodMove(setting: Setting, world: World): Move | undefined {
  const before = JSON.stringify(normalised(setting, world))
  // A held card is asked about for as long as it is held: that alone leads nowhere.
  const due = world.payment.check_at !== null && world.payment.check_at <= world.now
  // Nor where a person was told that the bank does not make up its mind.
  const isGivenUp = world.payment.polls > setting.profile.polls.most
  const mayAsk = due || (isBehind(world) && world.payment.check_at === null && !isGivenUp)
  const moves = movesOf(setting, world).filter(([label]) => mayAsk || !label.startsWith('asks about'))
  for (const good of GOOD) {
    const isGood = ([label, after]: Move) => good.test(label) && JSON.stringify(normalised(setting, after)) !== before
    const move = moves.find(isGood)
    if (move) return move
  }
  return undefined
}

/** What the bank has of the card that we hold is not `authorised` any more. */
const isBehind = ({ payment, bank }: World): boolean =>
  payment.state === 'authorised' &&
  bank.intents.some(
    ({ ref, status }) => ref === askedAbout(payment)?.ref && status !== 'authorised' && status !== 'pending',
  )

/** Only how far off a moment is matters, and whether it has come. */
function normalised({ profile }: Setting, world: World): World {
  const { now, payment } = world
  const ago = (time: number | null, most: number) => (time === null ? null : Math.max(time - now, -most))
  const kept: Payment = {
    ...payment,
    check_at: ago(payment.check_at, 0),
    polls: Math.min(payment.polls, profile.polls.most + 1),
    created_at: ago(payment.created_at, 1) ?? 0,
    expires_at: ago(payment.expires_at, 1),
    settled_at: payment.settled_at === null ? null : 0,
  }
  const text = (value: unknown) => JSON.stringify(value)
  const byText = (a: unknown, b: unknown) => (text(a) < text(b) ? -1 : 1)
  return {
    ...world,
    now: 0,
    payment: kept,
    read: world.read.toSorted(byText),
    replies: world.replies.toSorted(byText),
    bank: { ...world.bank, intents: world.bank.intents.toSorted(byText) },
  }
}

export const explore = (setting: Setting, options: { limit?: number; settles?: boolean } = {}): Exploration =>
  search(
    {
      start: startWorld(setting),
      movesOf: (world) => movesOf(setting, world),
      normalised: (world) => normalised(setting, world),
      violationOf: ({ wrong }) => wrong,
      goodMove: (world) => goodMove(setting, world),
      restProblem,
    },
    options,
  )
