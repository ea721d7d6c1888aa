/**
 * A bank that loses, doubles, delays, reorders and lies, one payment at it, and the program around the rule. What is sent
 * keeps the promise of attempts (domain/attempts): it has its effect once or never, its reply comes at any later time,
 * and where it never comes a person is asked.
 */
import type { AttemptProfile } from '../../attempts/attempt.ts'
import type { Move as MoveTo } from '../../testing/search.ts'
import {
  askedAbout,
  isSearched,
  isOver,
  type next,
  type Payment,
  type PaymentCommand,
  type PaymentEvent,
  type PaymentProfile,
  type PaymentSend,
  type PaymentState,
  type PaymentWrite,
} from '../payment.ts'
import type { ProviderPage, ProviderPayment, SavedMethod } from '../payment-words.ts'

export interface Setting {
  profile: PaymentProfile
  purpose: Payment['purpose']
  pays_by: Payment['pays_by']
  /** How many read at the bank at the same time: what one has read is old when it is written down. */
  readers: number
  /** So many answers name another amount, currency or reference. */
  lies: number
  /** Webhooks get lost. */
  loses: boolean
  /** The bank says no and does it all the same. */
  refuses_and_acts: boolean
  /** The bank charges twice under one reference. */
  charges_twice: boolean
  step: typeof next
}

/** `answered`: the bank acted, and its reply is under way. `asks`: nobody can find out, and a person is asked. */
type WriteState = 'none' | 'live' | 'answered' | 'done' | 'refused' | 'asks'

interface Intent {
  ref: string
  status: ProviderPayment['status']
  taken: number
}

export interface World {
  now: number
  payment: Payment
  writes: Record<PaymentWrite, WriteState>
  replies: { of: PaymentWrite; event: PaymentEvent }[]
  bank: { page: 'none' | ProviderPage['status']; intents: Intent[] }
  /** What webhooks and returns of the person, under way, are about. */
  webhooks: string[]
  /** What was read and is not written down yet. */
  read: PaymentEvent[]
  /** The person has the page's address. */
  has_address: boolean
  /** What the card is to be charged for. */
  orders: 'none' | 'waiting' | 'going' | 'bought' | 'dropped'
  posted: { ref: string; amount: number }[]
  alarms: string[]
  lies: number
  wrong: string | null
}
export type Move = MoveTo<World>

const AMOUNT = 10
/** Of what was authorised, the part that was bought with. */
const BOUGHT = 6
const OURS = 'ours'
const CARD: SavedMethod = {
  method_ref: 'card',
  customer_ref: 'customer',
  kind: 'card',
  brand: '',
  label: '',
  exp_month: null,
  exp_year: null,
}

export const NO_ATTEMPT: AttemptProfile = {
  find: 'none',
  merges_for_ms: 0,
  resend_after_ms: [],
  max_sends: 1,
  send_within_ms: 1,
  answers_within_ms: 1,
  lands_within_ms: 1,
  shows_within_ms: 1,
  asks_person_after_ms: 1,
}
const shared = { write: NO_ATTEMPT, books_late_ms: 0, polls: { first_ms: 1, pauses_ms: [1], most: 4 } }
/** The bank's page takes the money, lets the person try again, and tells its end. */
const PAYING_PAGE: PaymentProfile = { ...shared, tries_again_on_page: true, tells_page_end: true }
/** On the bank's page the person agrees, and taking the money is ours. */
export const APPROVING_PAGE: PaymentProfile = { ...shared, tries_again_on_page: false, tells_page_end: false }

export const setting = (more: Partial<Setting> & Pick<Setting, 'step' | 'purpose' | 'pays_by'>): Setting => ({
  profile: PAYING_PAGE,
  readers: 1,
  lies: 0,
  loses: false,
  refuses_and_acts: false,
  charges_twice: false,
  ...more,
})

export function startWorld({ purpose, pays_by, lies }: Setting): World {
  const payment: Payment = {
    state: 'opening',
    purpose,
    pays_by,
    amount: purpose === 'save_method' ? 0 : AMOUNT,
    currency: 'USD',
    reference: OURS,
    save_method: purpose === 'save_method',
    page_ref: null,
    page_url: null,
    payment_ref: null,
    taken: 0,
    error_key: null,
    check_at: null,
    polls: 0,
    created_at: 0,
    expires_at: pays_by === 'page' ? 2 : null,
    settled_at: null,
  }
  const writes: World['writes'] = { page: 'none', charge: 'none', take: 'none', capture: 'none', release: 'none' }
  writes[pays_by === 'page' ? 'page' : 'charge'] = 'live'
  return {
    now: 0,
    payment,
    writes,
    replies: [],
    bank: { page: 'none', intents: [] },
    webhooks: [],
    read: [],
    has_address: false,
    orders: purpose === 'orders' ? 'waiting' : 'none',
    posted: [],
    alarms: [],
    lies,
    wrong: null,
  }
}

const wordOf = ({ ref, status, taken }: Intent): ProviderPayment => ({
  payment_ref: ref,
  books_ref: ref,
  status,
  amount: AMOUNT,
  taken,
  currency: 'USD',
  reference: OURS,
  happened_at: null,
  fee: status === 'succeeded' ? 1 : null,
  method: null,
  error_key: null,
})

function pageWord({ profile, purpose }: Setting, { bank }: World): ProviderPage {
  const [intent] = bank.intents
  const shows = intent && (profile.tells_page_end || intent.status !== 'authorised') ? wordOf(intent) : null
  const method = purpose === 'save_method' && bank.page === 'complete' ? CARD : null
  return {
    page_ref: 'page',
    status: bank.page === 'none' ? 'open' : bank.page,
    reference: OURS,
    payment: shows,
    method,
  }
}

/** The answer as it is, and as a bank that lies gives it. */
function answers(world: World, event: PaymentEvent): [label: string, event: PaymentEvent, lies: number][] {
  const said = event.is === 'payment' ? event.said : event.is === 'page' ? event.said.payment : null
  const truth: [string, PaymentEvent, number] = ['', event, world.lies]
  if (world.lies === 0 || !said || (event.is !== 'payment' && event.is !== 'page')) return [truth]
  const lie = (label: string, change: Partial<ProviderPayment>): [string, PaymentEvent, number] => {
    const changed = { ...said, ...change }
    const lying: PaymentEvent =
      event.is === 'payment'
        ? { is: 'payment', said: changed }
        : { is: 'page', said: { ...event.said, payment: changed } }
    return [` and lies: ${label}`, lying, world.lies - 1]
  }
  return [
    truth,
    lie('another amount', { amount: said.amount + 5, taken: said.taken === 0 ? 0 : said.taken + 5 }),
    lie('another currency', { currency: 'EUR' }),
    lie('another reference', { reference: 'theirs' }),
  ]
}

/** How far a payment is. No word may lead back. */
const RANK: Record<PaymentState, number> = {
  opening: 0,
  open: 1,
  checking: 2,
  authorised: 3,
  failed: 4,
  expired: 4,
  released: 4,
  succeeded: 5,
}

/** Hears an event as the server does: decides, does the commands, writes the row. What must never be is noted. */
function handle(setting: Setting, before: World, event: PaymentEvent): World {
  const { payment, commands, send } = setting.step(setting.profile, before.payment, event, before.now)
  const world: World = { ...before, payment }
  const wrong = (problem: string) => {
    world.wrong ??= problem
  }
  const isHeldAfterAll =
    before.payment.state === 'failed' && before.payment.payment_ref === null && payment.state === 'authorised'
  if (RANK[payment.state] < RANK[before.payment.state] && !isHeldAfterAll) wrong('a late word took back a newer one')
  if (isOver(payment) !== (payment.settled_at !== null)) wrong('over and not settled, or the other way round')
  if (payment.state !== before.payment.state && (payment.state === 'expired' || payment.state === 'failed')) {
    const canPayStill = setting.profile.tells_page_end && before.bank.page === 'open' && before.has_address
    if (canPayStill) wrong('ended while its page can be paid')
    const { take } = before.writes
    if (payment.state === 'expired' && (take === 'live' || take === 'answered')) wrong('ended while it is being taken')
  }
  for (const command of commands) obey(world, event, command, wrong)
  if (send) start(world, event, send, wrong)
  const isApproved = event.is === 'page' && event.said.status === 'approved' && !isOver(payment)
  if (isApproved && world.writes.take === 'none') wrong('approved and not taken')
  const isPaid = payment.state === 'succeeded' && payment.purpose !== 'save_method'
  const sum = world.posted.reduce((all, { amount }) => all + amount, 0)
  if (isPaid !== world.posted.length > 0 || sum !== payment.taken) wrong('the ledger does not match the state')
  if (payment.state === 'open') world.has_address = true
  return world
}

function obey(world: World, event: PaymentEvent, command: PaymentCommand, wrong: (problem: string) => void): void {
  switch (command.do) {
    case 'post': {
      const { payment_ref, taken, currency, reference } = command.said
      if (command.what === 'fee') {
        if (!world.posted.some(({ ref }) => ref === payment_ref)) wrong('a fee of nothing')
        break
      }
      const theirs = world.bank.intents.find(({ ref }) => ref === payment_ref)
      if (theirs?.status !== 'succeeded' || theirs.taken !== taken || currency !== 'USD' || reference !== OURS)
        wrong('posted what is not in the bank’s books')
      if (world.posted.length > 0) wrong('posted twice')
      world.posted = [...world.posted, { ref: payment_ref, amount: taken }]
      break
    }
    case 'decide_orders': {
      if (world.orders === 'none') wrong('orders are told that do not wait for it')
      const said = event.is === 'payment' ? event.said : event.is === 'page' ? event.said.payment : null
      const isTrue =
        said?.status === 'authorised' && said.amount === AMOUNT && said.currency === 'USD' && said.reference === OURS
      if (command.authorised && !isTrue) wrong('orders go on without the bank’s word')
      if (!command.authorised && world.orders !== 'waiting' && world.orders !== 'dropped')
        wrong('orders are told no after yes')
      if (world.orders === 'waiting') world.orders = command.authorised ? 'going' : 'dropped'
      break
    }
    case 'alarm':
      if (!world.alarms.includes(command.about)) world.alarms = [...world.alarms, command.about].sort()
      break
    case 'keep_method':
      break
  }
}

/** As `startAttempt`: one that is under way or done is not begun again. */
function start(world: World, event: PaymentEvent, send: PaymentSend, wrong: (problem: string) => void): void {
  if (isOver(world.payment)) wrong('sent for a payment that is over')
  if (send.do === 'take' && world.bank.page !== 'approved' && world.bank.page !== 'complete') wrong('taken unasked')
  if (send.do === 'capture' && (event.is !== 'orders_settled' || send.amount !== event.to_take))
    wrong('another sum is taken than was bought')
  if (send.do === 'release' && world.orders === 'bought') wrong('let go of what was bought with')
  const state = world.writes[send.do]
  if (state === 'none' || state === 'refused') world.writes = { ...world.writes, [send.do]: 'live' }
}

const withWebhooks = (world: World, about: readonly string[]): World => ({
  ...world,
  webhooks: [...new Set([...world.webhooks, ...about])].sort(),
})
const withIntents = (world: World, intents: Intent[], page = world.bank.page): World =>
  withWebhooks({ ...world, bank: { page, intents } }, page === 'none' ? intents.map(({ ref }) => ref) : ['page'])
const changeIntent = (world: World, ref: string, change: Partial<Intent>): World =>
  withIntents(
    world,
    world.bank.intents.map((intent) => (intent.ref === ref ? { ...intent, ...change } : intent)),
  )

export function movesOf(setting: Setting, world: World): Move[] {
  return [
    ...writeMoves(setting, world),
    ...bankMoves(setting, world),
    ...personMoves(setting, world),
    ...readerMoves(setting, world),
    ...orderMoves(setting, world),
    ...(isWaitingForTime(world) ? [['tick', { ...world, now: world.now + 1 }] satisfies Move] : []),
  ]
}

const isWaitingForTime = ({ now, payment }: World): boolean =>
  !isOver(payment) &&
  ((payment.check_at !== null && payment.check_at > now) || (payment.expires_at !== null && payment.expires_at >= now))

/** What is sent: it acts, is refused, or is never heard of; and its reply comes, or never does. */
function writeMoves(setting: Setting, world: World): Move[] {
  const all: PaymentWrite[] = ['page', 'charge', 'take', 'capture', 'release']
  const live = all.filter((write) => world.writes[write] === 'live').flatMap((write) => landings(setting, world, write))
  const lost = all
    .filter((write) => world.writes[write] === 'live' || world.writes[write] === 'answered')
    .map((write): Move => {
      const writes = { ...world.writes, [write]: 'asks' as const }
      const after = { ...world, writes, replies: world.replies.filter(({ of }) => of !== write) }
      const event: PaymentEvent =
        write === 'page' ? { is: 'refused', what: write, error_key: 'provider_unreachable' } : { is: 'unknown' }
      return [`${write}: nobody can find out`, handle(setting, after, event)]
    })
  const handled = world.replies.flatMap((reply) =>
    answers(world, reply.event).map(([lie, event, lies]): Move => {
      const done = event.is === 'refused' ? ('refused' as const) : ('done' as const)
      const writes = { ...world.writes, [reply.of]: done }
      const after = { ...world, lies, writes, replies: world.replies.filter((other) => other !== reply) }
      return [`${reply.of}: the reply comes${lie}`, handle(setting, after, event)]
    }),
  )
  return [...live, ...lost, ...handled]
}

function landings(setting: Setting, world: World, write: PaymentWrite): Move[] {
  const refused: PaymentEvent = { is: 'refused', what: write, error_key: 'declined' }
  const answered = (label: string, after: World, event: PaymentEvent): Move => [
    `${write}: the bank ${label}`,
    { ...after, writes: { ...world.writes, [write]: 'answered' }, replies: [...after.replies, { of: write, event }] },
  ]
  /** The bank's no, and where it lies, its no to what it did. */
  const no = (done: World): Move[] => [
    answered('says no', world, refused),
    ...(setting.refuses_and_acts ? [answered('says no and does it', done, refused)] : []),
  ]
  const acts = (after: World, ref: string, labels = 'acts'): Move => {
    const intent = after.bank.intents.find((one) => one.ref === ref)
    return answered(labels, after, intent ? { is: 'payment', said: wordOf(intent) } : refused)
  }
  const made = (status: Intent['status'], taken: number, ref = 'p1'): Intent => ({ ref, status, taken })
  const intent = world.bank.intents.find(({ ref }) => ref === world.payment.payment_ref)
  switch (write) {
    case 'page': {
      const opened = withIntents(world, [], 'open')
      const event: PaymentEvent = { is: 'page_opened', page_ref: 'page', page_url: 'url' }
      return [answered('opens it', opened, event), ...no(world)]
    }
    case 'charge': {
      const isHeld = setting.purpose === 'orders'
      const full = isHeld ? made('authorised', 0) : made('succeeded', AMOUNT)
      const twice = setting.charges_twice
        ? [acts(withIntents(world, [full, { ...full, ref: 'p2' }]), 'p1', 'charges twice')]
        : []
      return [
        acts(withIntents(world, [full]), 'p1'),
        acts(withIntents(world, [made('pending', 0)]), 'p1', 'has not decided'),
        ...twice,
        ...no(withIntents(world, [full])),
      ]
    }
    case 'take': {
      const taken = withIntents(world, [made('succeeded', AMOUNT)], 'complete')
      return [
        acts(taken, 'p1'),
        acts(withIntents(world, [made('pending', 0)], 'complete'), 'p1', 'has not decided'),
        ...no(taken),
      ]
    }
    case 'capture': {
      if (intent?.status !== 'authorised') return [answered('says no', world, refused)]
      const taken = changeIntent(world, intent.ref, { status: 'succeeded', taken: BOUGHT })
      const pending = changeIntent(world, intent.ref, { status: 'pending', taken: BOUGHT })
      return [acts(taken, intent.ref), acts(pending, intent.ref, 'has not decided'), ...no(taken)]
    }
    case 'release': {
      if (intent?.status !== 'authorised') return [answered('says no', world, refused)]
      const let_go = changeIntent(world, intent.ref, { status: 'cancelled' })
      return [acts(let_go, intent.ref), ...no(let_go)]
    }
  }
}

/** What the bank decides by itself. */
function bankMoves({ profile, purpose }: Setting, world: World): Move[] {
  const { page, intents } = world.bank
  const decided = intents.flatMap(({ ref, status, taken }): Move[] => {
    if (status === 'authorised')
      return [['the bank lets the card lapse', changeIntent(world, ref, { status: 'cancelled' })]]
    if (status !== 'pending') return []
    const isHeld = purpose === 'orders' && taken === 0
    const yes: Partial<Intent> = isHeld ? { status: 'authorised' } : { status: 'succeeded', taken: taken || AMOUNT }
    return [
      ['the bank decides yes', changeIntent(world, ref, yes)],
      ['the bank decides no', changeIntent(world, ref, { status: 'failed', taken: 0 })],
    ]
  })
  const isUnpaid = intents.every(({ status }) => status === 'failed')
  const ends: Move[] =
    page === 'open' && profile.tells_page_end && isUnpaid
      ? [['the bank ends the page', withIntents(world, intents, 'expired')]]
      : []
  return [...decided, ...ends]
}

function personMoves({ profile, purpose }: Setting, world: World): Move[] {
  if (!world.has_address || world.bank.page !== 'open') return []
  if (!profile.tells_page_end) return [['the person approves', withIntents(world, [], 'approved')]]
  if (purpose === 'save_method') return [['the person gives a card', withIntents(world, [], 'complete')]]
  const paid: Intent =
    purpose === 'orders'
      ? { ref: 'p1', status: 'authorised', taken: 0 }
      : { ref: 'p1', status: 'succeeded', taken: AMOUNT }
  return [
    ['the person pays', withIntents(world, [paid], 'complete')],
    ['the person pays, undecided', withIntents(world, [{ ...paid, status: 'pending', taken: 0 }], 'complete')],
    ['the card says no', withIntents(world, [{ ...paid, status: 'failed', taken: 0 }])],
  ]
}

/** Who reads at the bank: told by a webhook, or because it is time. Between reading and writing anything may happen. */
function readerMoves(setting: Setting, world: World): Move[] {
  const { payment, bank } = world
  const readPayment = ({ ref }: { ref: string }): PaymentEvent[] =>
    bank.intents.filter((intent) => intent.ref === ref).map((intent) => ({ is: 'payment', said: wordOf(intent) }))
  const readPage = (): PaymentEvent[] => (bank.page === 'none' ? [] : [{ is: 'page', said: pageWord(setting, world) }])
  const isFree = world.read.length < setting.readers
  const due = payment.check_at !== null && payment.check_at <= world.now
  const read = (label: string, after: World, about: { is: string; ref: string }): Move[] =>
    (about.is === 'page' ? readPage() : readPayment(about)).flatMap((event) =>
      answers(after, event).map(([lie, handled, lies]): Move => [
        `${label} the ${about.is}${lie}`,
        { ...after, lies, read: [...after.read, handled] },
      ]),
    )
  const about = askedAbout(payment)
  const looks =
    isFree && !isOver(payment) && about && (due || payment.state === 'authorised')
      ? read('asks about', world, about)
      : []
  const found: readonly PaymentEvent[] = bank.intents
    .slice(0, 1)
    .map((intent) => ({ is: 'payment', said: wordOf(intent) }))
  const searched: readonly PaymentEvent[] = found.length > 0 ? found : [{ is: 'not_found' }]
  const searches =
    isFree && isSearched(payment) && due
      ? searched.map((event): Move => ['looks for the payment', { ...world, read: [...world.read, event] }])
      : []
  const answered: Move[] =
    isSearched(payment) && world.alarms.includes('undecided')
      ? [['the operator says: not charged', handle(setting, world, { is: 'person', says: 'not_charged' })]]
      : []
  const handled = (webhook: string): World => ({
    ...world,
    webhooks: world.webhooks.filter((other) => other !== webhook),
  })
  const announced = world.webhooks.flatMap((webhook): Move[] => {
    const about_it = { is: webhook === 'page' ? 'page' : 'payment', ref: webhook }
    return [
      ...(isFree ? read('told, reads', handled(webhook), about_it) : []),
      ...(isFree ? read('told twice, reads', world, about_it) : []),
      ...(setting.loses ? [[`a webhook is lost`, handled(webhook)] satisfies Move] : []),
    ]
  })
  const stored = world.read.flatMap((event, n): Move[] => {
    const after = { ...world, read: world.read.filter((_, other) => other !== n) }
    return [
      ['writes down what was read', handle(setting, after, event)],
      // The job is done again.
      [
        'is killed',
        event.is === 'not_found'
          ? after
          : withWebhooks(after, [event.is === 'payment' ? event.said.payment_ref : 'page']),
      ],
    ]
  })
  return [...looks, ...searches, ...answered, ...announced, ...stored]
}

function orderMoves(setting: Setting, world: World): Move[] {
  switch (world.orders) {
    case 'going':
      return [
        ['orders are bought', { ...world, orders: 'bought' }],
        ['orders are not bought', { ...world, orders: 'dropped' }],
      ]
    case 'bought':
    case 'dropped': {
      const to_take = world.orders === 'bought' ? BOUGHT : 0
      const after = handle(setting, world, { is: 'orders_settled', to_take })
      return world.payment.state === 'authorised' ? [['the card’s orders are settled', after]] : []
    }
    default:
      return []
  }
}
