/**
 * One listing's life as a pure step function: a store is never told what to do, it is made equal to what is desired.
 *
 * Five rules carry it. What is sent is the difference to what was last agreed. One send is open at a time, and its fate
 * is the attempt's business (domain/attempts): done, refused, or not done. A create that may have happened is looked up
 * by our key before another one. What is seen while a send is open is not judged, because it may be the send's own
 * effect. What was deleted in the store is listed again by a person alone.
 *
 * `next` has no clock, no database and no vendor. Its caller writes what it returns in one transaction and carries out
 * the command afterwards; a command that is lost is found again by the next `turn`.
 */
import { equalValue, type Fields, type FieldValue, placeOf } from './fields.ts'
import { merge, type Policies } from './merge.ts'

/** What differs from store to store. */
export interface ListingRules {
  policies: Policies
  /** The part of the fields to send that one write takes. */
  batch(fields: readonly string[]): readonly string[]
}

export const LISTING_STATES = [
  /** Equal to what is desired, as far as is known. */
  'idle',
  /** Differs, and waits for its turn. */
  'queued',
  /** A send is open. */
  'sending',
  /** The store said no; left by an edit or by a person. */
  'refused',
  /** A person is asked; see `question`. */
  'needs_decision',
  /** Deleted in the store. */
  'gone',
  /** Taken out of the store by us. */
  'removed',
] as const
export type ListingState = (typeof LISTING_STATES)[number]

export interface OpenSend {
  send_no: number
  kind: 'create' | 'update' | 'remove'
  put: Fields
}

export interface Listing {
  state: ListingState
  remote_id: string | null
  wants: 'listed' | 'removed'
  desired: Fields
  /** What we meant when both sides last agreed, and how the store showed it. */
  ours: Fields
  theirs: Fields
  seen: Fields | null
  /** The store's own version of what was seen. Never goes back. */
  seen_version: string | null
  /** Fields that were written and whose showing was not read since. */
  unread: readonly string[]
  /** The last write was not answered but found: it may have broken off in its middle. */
  unsure: boolean
  open: OpenSend | null
  send_no: number
  /** Our key was searched after the last create, and nothing was found. */
  searched: boolean
  /** What the last create held that ended without an effect. */
  created_as: Fields
  /** What the store refused; it is not sent again as it is. */
  refused: Fields | null
  question: 'conflict' | 'which' | null
  conflicts: readonly string[]
}

export const newListing = (desired: Fields): Listing => ({
  state: 'queued',
  remote_id: null,
  wants: 'listed',
  desired,
  ours: {},
  theirs: {},
  seen: null,
  seen_version: null,
  unread: [],
  unsure: false,
  open: null,
  send_no: 0,
  searched: true,
  created_as: {},
  refused: null,
  question: null,
  conflicts: [],
})

export type ListingEvent =
  | { is: 'changed'; desired: Fields }
  | { is: 'turn' }
  /**
   * `seen`: the reply as a read made after the write; null where the reply does not hold the listing. `left_out`: keys of
   * variants that the write had no room for.
   */
  | {
      is: 'done'
      send_no: number
      remote_id: string
      seen: Fields | null
      version: string | null
      by: 'reply' | 'look'
      left_out?: readonly string[]
    }
  | { is: 'refused'; send_no: number }
  /** It had no effect and never will. */
  | { is: 'not_done'; send_no: number }
  /** The answer to `find`. */
  | { is: 'found'; remote_ids: readonly string[] }
  /** `quiet`: asked when nothing of ours could still land or be hidden. */
  | { is: 'seen'; asked_at_send_no: number; fields: Fields; version: string; quiet: boolean }
  /** It is not in the store. Only asked for by its id, and believed when it has shown before, or is `quiet`. */
  | { is: 'absent'; asked_at_send_no: number; quiet: boolean }
  | { is: 'person'; says: 'take_theirs' | 'keep_ours' | 'retry' | 'list_again' | 'stop' | 'remove' | 'list' }
  | { is: 'person'; says: 'it_is'; remote_id: string }

export type ListingCommand =
  | { do: 'send'; send: OpenSend }
  /** Whether the store has our key. */
  | { do: 'find' }
  | { do: 'read' }

/** For the journal. */
export interface ListingNote {
  is: 'taken' | 'conflict' | 'gone' | 'sent' | 'back'
  field?: string
  before?: FieldValue | undefined
  after?: FieldValue | undefined
}

export interface ListingStep {
  listing: Listing
  command: ListingCommand | null
  notes: ListingNote[]
}

const still = (listing: Listing): ListingStep => ({ listing, command: null, notes: [] })

export function next(rules: ListingRules, listing: Listing, event: ListingEvent): ListingStep {
  switch (event.is) {
    case 'changed':
      return settle(rules, { ...listing, desired: event.desired })
    case 'turn':
      return takeTurn(rules, listing)
    case 'done':
      return handleDone(listing, event)
    case 'refused':
      if (listing.open?.send_no !== event.send_no) return still(listing)
      return still({ ...listing, open: null, state: 'refused', refused: listing.open.put })
    case 'not_done':
      if (listing.open?.send_no !== event.send_no) return still(listing)
      return settle(rules, closeWithoutEffect(listing, listing.open))
    case 'found':
      return handleFound(rules, listing, event.remote_ids)
    case 'seen':
      return handleSeen(rules, listing, event)
    case 'absent':
      return handleAbsent(listing, event)
    case 'person':
      return handlePerson(rules, listing, event)
  }
}

const closeWithoutEffect = (listing: Listing, { kind, put }: OpenSend): Listing =>
  kind === 'create' ? { ...listing, open: null, searched: false, created_as: put } : { ...listing, open: null }

/** What a listing is when nothing is under way: which state it is in, and what came over from the store. */
function settle(rules: ListingRules, listing: Listing): ListingStep {
  if (listing.open) return still({ ...listing, state: 'sending' })
  if (listing.state === 'gone' || listing.question === 'which') return still(listing)
  if (listing.wants === 'removed')
    return still({ ...listing, state: listing.remote_id === null ? 'removed' : stateUnlessRemoved(listing) })
  if (listing.remote_id === null)
    return still({ ...listing, state: isRefusedAgain(listing, madeOf(listing.desired)) ? 'refused' : 'queued' })
  const { send, take, agree, conflicts } = merge(listing, rules.policies)
  const taken = takeOver(listing, [...take, ...agree])
  const notes = takenNotes(listing, take)
  for (const field of conflicts)
    if (!listing.conflicts.includes(field))
      notes.push({ is: 'conflict', field, before: listing.desired[field], after: listing.seen?.[field] })
  const asks = conflicts.length > 0
  const put = pick(taken.desired, send)
  const state = stateOf(listing, send, put, asks)
  return { listing: { ...taken, state, conflicts, question: asks ? 'conflict' : null }, command: null, notes }
}

/** Whoever keeps what is wanted learns from these that the store's value is wanted now. */
const takenNotes = ({ ours, seen }: Listing, fields: readonly string[]): ListingNote[] =>
  fields.map((field) => ({ is: 'taken', field, before: ours[field], after: seen?.[field] }))

const stateUnlessRemoved = ({ state }: Listing): ListingState => (state === 'removed' ? 'removed' : 'queued')

function stateOf(listing: Listing, send: readonly string[], put: Fields, asks: boolean): ListingState {
  if (listing.unread.length > 0 || listing.seen === null) return 'queued'
  if (send.length > 0) return isRefusedAgain(listing, put) ? 'refused' : 'queued'
  return asks ? 'needs_decision' : 'idle'
}

const isRefusedAgain = ({ refused }: Listing, put: Fields): boolean =>
  refused !== null && Object.keys(put).every((field) => field in refused && equalValue(put[field], refused[field]))

/** Both bases move to what the store shows. */
function takeOver(listing: Listing, fields: readonly string[]): Listing {
  if (fields.length === 0) return listing
  const shown = pick(listing.seen ?? {}, fields)
  const without = (all: Fields) => Object.fromEntries(Object.entries(all).filter(([field]) => !fields.includes(field)))
  return {
    ...listing,
    desired: { ...without(listing.desired), ...shown },
    ours: { ...without(listing.ours), ...shown },
    theirs: { ...without(listing.theirs), ...shown },
  }
}

const pick = (all: Fields, fields: readonly string[]): Fields =>
  Object.fromEntries(fields.flatMap((field) => (all[field] === undefined ? [] : [[field, all[field]]])))

/**
 * What is sent. Null stands for a variant that is no longer wanted. A variant that is made anew goes with everything
 * it has.
 */
function putOf({ desired }: Listing, fields: readonly string[]): Fields {
  const made = fields.flatMap((field) => {
    const { variant, name } = placeOf(field)
    return name === 'exists' && desired[field] !== undefined && variant !== undefined ? [variant] : []
  })
  const whole = Object.keys(desired).filter((field) => made.includes(placeOf(field).variant ?? ''))
  return Object.fromEntries([...fields, ...whole].map((field) => [field, desired[field] ?? null]))
}

function takeTurn(rules: ListingRules, listing: Listing): ListingStep {
  if (listing.open !== null) return still(listing)
  const settled = settle(rules, listing)
  const now = settled.listing
  if (now.state !== 'queued') return settled
  if (now.wants === 'removed') return withCommand(settled, intend(now, 'remove', {}))
  if (now.remote_id === null) {
    if (!now.searched) return { ...settled, command: { do: 'find' } }
    return withCommand(settled, intend(now, 'create', madeOf(now.desired)))
  }
  // It was just made: where it is shown is written by its id alone, and one look afterwards shows everything.
  if (now.seen === null && isUnshown(now)) return withCommand(settled, intend(now, 'update', SHOWN))
  if (now.unread.length > 0 || now.seen === null) return { ...settled, command: { do: 'read' } }
  const { send } = merge(now, rules.policies)
  return withCommand(settled, intend(now, 'update', putOf(now, rules.batch(send))))
}

/** A create makes the product. Where inside the store it is shown is a write of its own. */
const madeOf = ({ published: _, ...made }: Fields): Fields => made

const SHOWN: Fields = { published: true }

const isUnshown = (listing: Listing): boolean =>
  listing.desired['published'] === true && listing.ours['published'] === undefined && !isRefusedAgain(listing, SHOWN)

function intend(listing: Listing, kind: OpenSend['kind'], put: Fields): ListingStep {
  const send: OpenSend = { send_no: listing.send_no + 1, kind, put }
  return {
    listing: {
      ...listing,
      state: 'sending',
      open: send,
      send_no: send.send_no,
      searched: kind !== 'create',
      refused: null,
    },
    command: { do: 'send', send },
    notes: [],
  }
}

const withCommand = ({ notes }: ListingStep, step: ListingStep): ListingStep => ({ ...step, notes })

function handleDone(
  listing: Listing,
  { send_no, remote_id, seen, version, by, left_out = [] }: Extract<ListingEvent, { is: 'done' }>,
): ListingStep {
  const { open } = listing
  if (open?.send_no !== send_no) return still(listing)
  if (open.kind === 'remove')
    return still({ ...listing, open: null, state: 'removed', seen: null, unread: [], conflicts: [], question: null })
  const put = withoutVariants(open.put, left_out)
  const written: Listing = {
    ...listing,
    open: null,
    remote_id,
    ours:
      by === 'look' && open.kind === 'update'
        ? agreedByRead(listing.ours, put, seen ?? {})
        : agreedAfter(listing.ours, put),
    // What a create did not set has a value there too, which is the store's own.
    unread: [
      ...new Set([
        ...listing.unread,
        ...Object.keys(put),
        ...(open.kind === 'create' ? Object.keys(listing.desired) : []),
      ]),
    ],
    unsure: by === 'look',
    searched: true,
  }
  // The vendor's own reply to this write.
  const read =
    seen &&
    withSeen(written, { is: 'seen', asked_at_send_no: send_no, fields: seen, version: version ?? '', quiet: true })
  // What else it shows is judged by the next turn, which knows what is wanted by then.
  return { listing: { ...(read ?? written), state: 'queued' }, command: null, notes: [{ is: 'sent' }] }
}

function withoutVariants(fields: Fields, keys: readonly string[]): Fields {
  if (keys.length === 0) return fields
  const left = new Set(keys)
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !left.has(placeOf(field).variant ?? '')))
}

/**
 * A look that finds a change cannot tell ours from one that was made in the store. Agreed is what shows as it was sent;
 * the rest is sent again.
 */
function agreedByRead(ours: Fields, put: Fields, seen: Fields): Fields {
  const shown = Object.fromEntries(Object.entries(put).filter(([field, value]) => equalValue(seen[field], value)))
  const isMissing = (field: string) => field in put && put[field] !== null && !(field in shown)
  return Object.fromEntries(Object.entries(agreedAfter(ours, shown)).filter(([field]) => !isMissing(field)))
}

/** Null was sent for what is no longer wanted. */
const agreedAfter = (ours: Fields, put: Fields): Fields =>
  Object.fromEntries(
    Object.entries({ ...ours, ...put }).filter(([field, value]) => !(isRemoval(field) && value === null)),
  )

const isRemoval = (field: string) => field.endsWith('|exists')

function handleFound(rules: ListingRules, listing: Listing, remote_ids: readonly string[]): ListingStep {
  if (listing.open !== null || listing.remote_id !== null) return still(listing)
  const [remote_id, another] = remote_ids
  if (another !== undefined) return still({ ...listing, state: 'needs_decision', question: 'which' })
  if (remote_id === undefined) return settle(rules, { ...listing, searched: true })
  // It was made after all, as it was sent then. How the store shows it is read first.
  return settle(rules, {
    ...listing,
    remote_id,
    searched: true,
    ours: listing.created_as,
    unread: Object.keys(listing.desired),
  })
}

function handleSeen(rules: ListingRules, listing: Listing, event: Extract<ListingEvent, { is: 'seen' }>): ListingStep {
  const read = withSeen(listing, event)
  if (!read) return still(listing)
  const back = listing.state === 'gone' || listing.state === 'removed'
  const state = back && listing.wants === 'listed' ? 'idle' : listing.state
  const step = settle(rules, { ...read, state })
  return back ? { ...step, notes: [{ is: 'back' }, ...step.notes] } : step
}

/**
 * A read. It is dropped when the question left before the latest send, when the store has shown a newer version, and
 * while a send is open: it may show the state before it or after it. When the send is settled, the store is read again.
 */
function withSeen(listing: Listing, event: Extract<ListingEvent, { is: 'seen' }>): Listing | null {
  const { asked_at_send_no, fields, version } = event
  if (asked_at_send_no !== listing.send_no || listing.remote_id === null) return null
  if (listing.seen_version !== null && version !== '' && version < listing.seen_version) return null
  if (listing.open !== null) return null
  // The write may not show yet: a state before it would be taken for its echo.
  if (!event.quiet && mayShowBefore(listing, fields)) return null
  const theirs = { ...listing.theirs }
  const ours = { ...listing.ours }
  for (const field of listing.unread) {
    const shown = fields[field]
    if (shown !== undefined) {
      theirs[field] = shown
      // Stores rewrite texts; a status they take or do not.
      if (listing.unsure && field === 'status' && !equalValue(shown, ours[field])) delete ours[field]
    } else {
      delete theirs[field]
      // A write of several requests broke off before this variant: it was not made, and is ours to make.
      if (placeOf(field).variant !== undefined) delete ours[field]
    }
  }
  const seen_version = version === '' ? listing.seen_version : version
  return { ...listing, ours, theirs, seen: fields, seen_version, unread: [], unsure: false }
}

/** What was written does not show as it was sent, and the store had a state before. */
const mayShowBefore = ({ unread, theirs, ours }: Listing, fields: Fields): boolean =>
  unread.some((field) => {
    const hadBefore = theirs[field] !== undefined || fields[field] === undefined
    return hadBefore && !equalValue(fields[field], ours[field])
  })

function handleAbsent(
  listing: Listing,
  { asked_at_send_no, quiet }: Extract<ListingEvent, { is: 'absent' }>,
): ListingStep {
  if (asked_at_send_no !== listing.send_no || listing.open !== null || listing.remote_id === null) return still(listing)
  if (listing.wants === 'removed') return still({ ...listing, state: 'removed' })
  if (listing.state === 'gone') return still(listing)
  // A new one may not show yet: it is read again until it does, or until its absence is believed.
  if (!quiet && listing.seen_version === null) return still({ ...listing, state: 'queued', seen: null })
  return {
    listing: { ...listing, state: 'gone', question: null, conflicts: [], seen: null },
    command: null,
    notes: [{ is: 'gone' }],
  }
}

function handlePerson(
  rules: ListingRules,
  listing: Listing,
  event: Extract<ListingEvent, { is: 'person' }>,
): ListingStep {
  switch (event.says) {
    case 'take_theirs': {
      const step = settle(rules, takeOver(listing, listing.conflicts))
      return { ...step, notes: [...takenNotes(listing, listing.conflicts), ...step.notes] }
    }
    case 'keep_ours': {
      // What the store shows becomes the base: from there on only we have changed.
      const theirs = { ...listing.theirs, ...pick(listing.seen ?? {}, listing.conflicts) }
      return settle(rules, { ...listing, theirs })
    }
    case 'retry':
      return settle(rules, { ...listing, refused: null })
    case 'list_again': {
      if (listing.state !== 'gone' && listing.state !== 'removed') return still(listing)
      const { desired, send_no } = listing
      return still({ ...newListing(desired), send_no, searched: true })
    }
    case 'remove':
      return settle(rules, { ...listing, wants: 'removed' })
    case 'list':
      return settle(rules, { ...listing, wants: 'listed', refused: null })
    case 'stop':
      return still({ ...listing, wants: 'removed', state: 'removed', question: null, conflicts: [] })
    case 'it_is':
      if (listing.question !== 'which') return still(listing)
      return handleFound(rules, { ...listing, question: null, state: 'queued' }, [event.remote_id])
  }
}
