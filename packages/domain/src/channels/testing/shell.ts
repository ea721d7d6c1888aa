/**
 * What the program around `next` does (server: listings/advance.ts, send-listing.ts, read-store.job.ts), one transaction
 * at a time. Between any two of them everything else may happen, and the worker may be killed.
 */
import { type AttemptEvent, isSettled, newAttempt, next as nextOfAttempt, quietAt } from '../../attempts/attempt.ts'
import { equalValue, type Fields } from '../fields.ts'
import type { ListingEvent, ListingRules, ListingStep, OpenSend } from '../listing.ts'
import {
  FAR,
  FIELDS,
  type FieldName,
  has,
  hasVariant,
  inStoreForm,
  isMerchants,
  type Message,
  type Move,
  type Product,
  type Read,
  REMOTE_ID,
  type Reply,
  type Setting,
  type Shown,
  shownNow,
  versionText,
  type Worker,
  type World,
} from './store-world.ts'

const IDLE: Worker = { at: 'idle' }
/** The window begins this much before the newest change that was seen: longer than a change may be hidden. */
const OVERLAP = 2

const rulesOf = ({ policy }: Setting): ListingRules => ({
  policies: { content: policy, structure: policy, media: policy, price: policy, stock: policy, status: policy },
  batch: (fields) => fields,
})

/** What is wanted: the product's own, but for what was taken over from the store since. */
function wanted({ product, overrides }: World): { desired: Product; kept: World['overrides'] } {
  const kept = Object.fromEntries(
    Object.entries(overrides).filter(([field, { over }]) => product[field as FieldName] === over), // its own keys
  )
  const values = Object.fromEntries(Object.entries(kept).map(([field, { value }]) => [field, value]))
  return { desired: { ...product, ...values }, kept }
}

/** Before anything that the store shows is judged. */
function renewed(setting: Setting, world: World): { world: World; step: ListingStep } {
  const { desired, kept } = wanted(world)
  const step = setting.step(rulesOf(setting), world.listing, { is: 'changed', desired })
  return { world: { ...world, overrides: kept }, step }
}

/** Writes a step; what was taken over from the store is wanted from then on. */
function written(setting: Setting, world: World, { listing, notes }: ListingStep, isAnswer = false): World {
  const overrides = { ...world.overrides }
  let { taken, violation } = world.judge
  for (const { is, field, after } of notes) {
    if (is !== 'taken' || typeof after !== 'string') continue
    const name = field as FieldName // the model has no other fields
    if (!isMerchants(after)) violation ??= `our own ${name} was taken for an edit in the store`
    const isEdited = wanted(world).desired[name] !== world.listing.ours[name]
    if (setting.policy === 'ask' && isEdited && !isAnswer)
      violation ??= `the ${name} edited here was given up without a question`
    const stored = world.listing.desired[name]
    const over = has(setting, 'override_over_stored_desired') ? String(stored) : world.product[name]
    overrides[name] = { value: after, over }
    taken = [...new Set([...taken, name])].sort()
  }
  if (listing.state === 'gone' && !world.judge.deleted) violation ??= 'counts as deleted, and never was'
  return { ...world, listing, overrides, judge: { ...world.judge, taken, violation } }
}

export function workerMoves(setting: Setting, world: World): Move[] {
  const { worker, left } = world
  const put = (state: Worker, base = world): World => ({ ...base, worker: state })
  const moves: Move[] =
    worker.at === 'idle' || left.kills === 0
      ? []
      : [['killed', put(IDLE, { ...world, left: { ...left, kills: left.kills - 1 } })]]
  switch (worker.at) {
    case 'idle':
      if (world.due && world.listing.open === null) moves.push(['turn', takeTurn(setting, world)])
      if (world.attempt) moves.push(...attemptTurn(setting, world))
      break
    case 'asks':
      for (const shown of new Set(shownNow(setting, world)))
        moves.push([`asks: ${shown ? shown.version : 'nothing'}`, put(asked(setting, world, worker.what, shown))])
      break
    case 'unsaved': {
      const { open } = worker.listing
      if (!open) break
      const sent = withMessage(setting, world, open)
      const saved = { ...sent, listing: worker.listing, intent_at: world.now }
      moves.push(['sends, then commits', startAttempt({ ...saved, worker: { at: 'waits' } }, open, true)])
      moves.push(['sends, killed before its commit', { ...sent, worker: IDLE }])
      break
    }
    case 'holds':
      if (world.now > worker.send_by && !has(setting, 'no_send_deadline'))
        moves.push(['wakes too late, sends nothing', put({ at: 'replied', reply: { is: 'not_sent' } })])
      else if (world.attempt)
        moves.push(['sends', put({ at: 'waits' }, withMessage(setting, world, world.attempt.send))])
      break
    case 'waits':
      moves.push(['gives up waiting', put({ at: 'replied', reply: { is: 'unknown' } })])
      break
    case 'replied':
      moves.push([`commits ${worker.reply.is}`, handleReply(setting, put(IDLE), worker.reply)])
      break
    case 'found':
      moves.push([
        'commits what was found',
        handle(setting, put(IDLE), { is: 'found', remote_ids: worker.exists ? [REMOTE_ID] : [] }),
      ])
      break
    case 'read':
      moves.push(['commits a read', handleRead(setting, put(IDLE), worker)])
      break
  }
  return moves
}

const withMessage = ({ profile }: Setting, world: World, { kind, put, send_no }: OpenSend): World => {
  const message: Message = { kind, put, send_no, expires_at: world.now + profile.lands_within_ms }
  return { ...world, network: [...world.network, message] }
}

function takeTurn(setting: Setting, before: World): World {
  const { world, step: changed } = renewed(setting, before)
  const turned = setting.step(rulesOf(setting), changed.listing, { is: 'turn' })
  const { command } = turned
  // A look before a change, unless it was just now.
  if (command?.do === 'send' && command.send.kind === 'update' && world.seen_at !== world.now)
    return { ...written(setting, world, changed), worker: { at: 'asks', what: 'read' } }
  if (command?.do === 'send' && has(setting, 'send_before_commit'))
    return { ...world, worker: { at: 'unsaved', listing: turned.listing } }
  const after = written(setting, world, { ...turned, notes: [...changed.notes, ...turned.notes] })
  if (command === null) return { ...after, due: false }
  if (command.do !== 'send') return { ...after, worker: { at: 'asks', what: command.do } }
  return startAttempt({ ...after, intent_at: world.now, judge: blurredBy(after, command.send) }, command.send)
}

/** The title was edited in the store since the last read: its rewritten form hides that from a look. */
function blurredBy({ store, listing, judge }: World, { put }: OpenSend): World['judge'] {
  const isUnseen = 'title' in put && store.product !== null && store.product.fields.title !== listing.seen?.['title']
  return isUnseen ? { ...judge, blurred: [...new Set<FieldName>([...judge.blurred, 'title'])].sort() } : judge
}

const startAttempt = (world: World, send: OpenSend, isSent = false): World => {
  const attempt = { ...newAttempt(), ...(isSent && SENT(world.now)) }
  return { ...world, attempt: { attempt, send } }
}
const SENT = (now: number) => ({
  state: 'sending' as const,
  send_no: 1,
  sends: 1,
  first_intent_at: now,
  last_intent_at: now,
})

function attemptTurn(setting: Setting, world: World): Move[] {
  if (!world.attempt) return []
  const { attempt, send } = world.attempt
  const step = nextOfAttempt(setting.profile, attempt, { is: 'turn' }, world.now)
  const { command } = step
  if (command === null && equalJson(step.attempt, attempt)) return []
  const worker: Worker =
    command?.do === 'send' ? { at: 'holds', send_by: command.send_by } : command ? { at: 'asks', what: 'look' } : IDLE
  return [['turn of the attempt', { ...world, attempt: { attempt: step.attempt, send }, worker }]]
}

const equalJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Later than every question before. */
export const nextOrder = ({ worker, reader, seen_order }: World): number =>
  1 + Math.max(seen_order, reader?.order ?? 0, worker.at === 'read' ? worker.order : 0)

function asked(setting: Setting, world: World, what: 'find' | 'read' | 'look', shown: Shown | null): Worker {
  const asked_at = world.now
  if (what === 'find') return { at: 'found', exists: shown !== null }
  if (what === 'read') return { at: 'read', shown, asked_at, order: nextOrder(world) }
  return { at: 'replied', reply: { is: 'looked', asked_at, shown, has_effect: hasEffect(setting, world, shown) } }
}

/**
 * Whether a send whose reply was lost had its effect, as far as a look can tell. A value that is neither what was sent nor
 * what was there may be the store's form of it, or an edit: it counts when nothing of ours is under way any more.
 */
function hasEffect({ profile }: Setting, { listing, attempt, now }: World, shown: Shown | null): boolean {
  if (!attempt || shown === null) return false
  if (attempt.send.kind === 'create') return true
  if (listing.remote_id === null) return false
  const { put } = attempt.send
  const isQuiet = now > quietAt(profile, attempt.attempt)
  return Object.keys(put).some((field) => {
    const value = (shown.fields as Fields)[field]
    const isNew = !equalValue(value, listing.theirs[field])
    return isNew && (isQuiet || equalValue(value, put[field]))
  })
}

/** A reply or a look goes to the attempt; when that is settled, the listing hears of it in the same transaction. */
function handleReply(setting: Setting, world: World, reply: Reply): World {
  if (!world.attempt) return world
  const { attempt, send } = world.attempt
  if (isSettled(attempt)) return world
  const step = nextOfAttempt(setting.profile, attempt, attemptEvent(setting, attempt.send_no, reply), world.now)
  const { state } = step.attempt
  if (reply.is === 'unknown' && has(setting, 'create_repeated'))
    return settled(setting, world, { is: 'not_done', send_no: send.send_no }, null)
  if (state === 'done') {
    const shown = reply.is === 'done' || reply.is === 'looked' ? reply.shown : null
    const by = reply.is === 'looked' ? 'look' : 'reply'
    const event: ListingEvent = {
      is: 'done',
      send_no: send.send_no,
      remote_id: REMOTE_ID,
      seen: shown && shown.fields,
      version: shown && versionText(shown.version),
      by,
    }
    return settled(setting, { ...world, written_at: world.now }, event, shown)
  }
  if (reply.is === 'refused') return settled(setting, world, { is: 'refused', send_no: send.send_no }, null)
  if (state !== 'failed') return { ...world, attempt: { attempt: step.attempt, send } }
  const after = settled(setting, world, { is: 'not_done', send_no: send.send_no }, null)
  if (reply.is !== 'gone') return after
  const { send_no } = after.listing
  const gone = setting.step(rulesOf(setting), after.listing, { is: 'absent', asked_at_send_no: send_no, quiet: true })
  return { ...written(setting, after, gone), due: false }
}

function attemptEvent(setting: Setting, send_no: number, reply: Reply): AttemptEvent {
  switch (reply.is) {
    case 'done':
      return { is: 'done', effect: REMOTE_ID }
    case 'gone':
    case 'refused':
      return { is: 'refused', send_no, later: false }
    case 'looked': {
      const asked_at = has(setting, 'absent_before_quiet') ? Infinity : reply.asked_at
      return { is: 'seen', asked_at, effects: reply.has_effect ? [REMOTE_ID] : [] }
    }
    default:
      return { is: reply.is, send_no }
  }
}

/** What is wanted is not computed anew here. */
function settled(setting: Setting, world: World, event: ListingEvent, shown: Shown | null): World {
  const step = setting.step(rulesOf(setting), world.listing, event)
  const handled = shown ? { seen_at: world.now, seen_order: nextOrder(world) } : {}
  return { ...written(setting, world, step), ...handled, attempt: null, due: true }
}

function handleRead(setting: Setting, world: World, { shown, asked_at, order }: Read): World {
  const { intent_at, written_at, listing } = world
  if (listing.remote_id === null) return world
  const version = shown && versionText(shown.version)
  // A later question was answered already, and the store's own dates cannot tell.
  const isOvertaken = order < world.seen_order && (version === null || version === listing.seen_version)
  const isBefore = Math.max(intent_at ?? -FAR, written_at ?? -FAR) >= asked_at || isOvertaken
  const asked_at_send_no = isBefore ? listing.send_no - 1 : listing.send_no
  const quiet = written_at === null || asked_at > written_at + setting.profile.shows_within_ms
  if (shown === null || version === null) return handle(setting, world, { is: 'absent', asked_at_send_no, quiet })
  const isOld = isBefore || listing.open !== null || (listing.seen_version !== null && version < listing.seen_version)
  const event: ListingEvent = { is: 'seen', asked_at_send_no, fields: shown.fields, version, quiet }
  return handle(setting, isOld ? world : { ...world, seen_at: asked_at, seen_order: order }, event)
}

function handle(setting: Setting, before: World, event: ListingEvent): World {
  const { world, step } = has(setting, 'desired_not_renewed')
    ? { world: before, step: { listing: before.listing, notes: [] } }
    : renewed(setting, before)
  const handled = setting.step(rulesOf(setting), step.listing, event)
  const after = written(setting, world, { ...handled, notes: [...step.notes, ...handled.notes] })
  return { ...after, due: world.due || handled.listing.state === 'queued' }
}

/** A person settles a question. */
export function answerMoves(setting: Setting, world: World): Move[] {
  if (world.listing.question !== 'conflict') return []
  return (['take_theirs', 'keep_ours'] as const).map((says) => {
    const step = setting.step(rulesOf(setting), world.listing, { is: 'person', says })
    const after = written(setting, world, step, true)
    const kept = after.judge.taken.filter((field) => says === 'take_theirs' || !world.listing.conflicts.includes(field))
    return [says, { ...after, due: true, judge: { ...after.judge, taken: kept } }]
  })
}

/** Hints are lost, doubled and late: a read may be asked for at any time. A window shows what was changed since. */
export function readerMoves(setting: Setting, world: World): Move[] {
  const { reader } = world
  if (reader) return [['commits a hinted read', handleRead(setting, { ...world, reader: null }, reader)]]
  const moves: Move[] = world.payloads.map((shown, n) => [
    'believes a payload',
    handleRead(
      setting,
      { ...world, payloads: world.payloads.filter((_, at) => at !== n) },
      { shown, asked_at: world.now, order: nextOrder(world) },
    ),
  ])
  if (world.listing.remote_id === null) return moves
  if (setting.windows) return [...moves, ...windowMoves(setting, world)]
  for (const shown of new Set(shownNow(setting, world)))
    moves.push([
      `a hint is read: ${shown ? shown.version : 'nothing'}`,
      { ...world, reader: { shown, asked_at: world.now, order: nextOrder(world) } },
    ])
  return moves
}

function windowMoves(setting: Setting, world: World): Move[] {
  const since = world.cursor - (has(setting, 'cursor_without_overlap') ? -1 : OVERLAP)
  const { store, foreign_at, now } = world
  const isShown = store.product !== null && store.at >= since
  const cursorAfter = (own: boolean) => Math.max(world.cursor, foreign_at ?? -Infinity, own ? store.at : -Infinity)
  const moves: Move[] = []
  if (isShown)
    moves.push([
      'a window shows it',
      { ...world, cursor: cursorAfter(true), reader: { shown: store.product, asked_at: now, order: nextOrder(world) } },
    ])
  const isHidden = !isShown || now <= store.at + setting.profile.shows_within_ms
  if (isHidden && cursorAfter(false) !== world.cursor)
    moves.push(['a window does not show it', { ...world, cursor: cursorAfter(false) }])
  return moves
}

/** Both sides are equal, or a person is asked. */
export function disagreement(world: World): string | null {
  const { listing, store, judge } = world
  if (store.product === null) return listing.state === 'gone' ? null : `deleted, and the listing is ${listing.state}`
  if (listing.state === 'needs_decision') return null
  if (store.product.half) return `half a variant stays in the store, and the listing is ${listing.state}`
  if (hasVariant(world.product) && !hasVariant(store.product.fields)) return 'the variant is missing in the store'
  if (listing.state !== 'idle') return `comes to rest ${listing.state}`
  const { desired } = wanted(world)
  for (const field of FIELDS) {
    const there = store.product.fields[field]
    if (there === inStoreForm(field, desired[field])) continue
    if (isMerchants(there) && judge.blurred.includes(field) && listing.theirs[field] === there) continue
    return `${field}: ${there} in the store, ${desired[field]} here`
  }
  return null
}
