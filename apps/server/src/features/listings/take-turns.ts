import { steadyRates } from '@omni/domain/auto-update/steady-rate.ts'
import type { ListingDocument, ListingPicture } from '@omni/domain/channels/document.ts'
import { nextKey } from '@omni/domain/channels/listing-key.ts'
import type { ListingDetails } from '@omni/domain/channels/listing-details.ts'
import type { Fields } from '@omni/domain/channels/fields.ts'
import {
  type Listing,
  type ListingCommand,
  type ListingNote,
  type ListingStep,
  next,
  type OpenSend,
} from '@omni/domain/channels/listing.ts'
import type { Rates } from '@omni/domain/money.ts'
import { sql } from 'kysely'
import { type AttemptRow } from '../../platform/attempt-rows.ts'
import { startAttempts } from '../../platform/attempts.ts'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { readRates } from '../rates/read-rates.ts'
import { type Loaded, loadProducts } from '../product-center/load-products.ts'
import type { OpenStore } from '../stores/open-store.ts'
import { desiredDocument, shippingOf } from './desired.ts'
import { readTogether } from './jobs.ts'
import { readDetails } from './listing-details.ts'
import {
  type ListingRecord,
  lockListings,
  type Overrides,
  overridesOf,
  policiesOf,
  remoteOf,
  settingsOf,
  type StepWrite,
  toListing,
  withOverrides,
  writeSteps,
} from './listing-row.ts'
import { productPages } from './product-pages.ts'
import { type GroupsOf, readGroups } from './store-groups.ts'
import { sendOf } from './send-listing.ts'
import { rulesOf, writeOf } from './writes.ts'

/** The turn of an attempt whose caller died is taken by a job after this. */
const TAKEN_BACK_MS = 60_000
/** How old a look at the store may be when something there is changed. */
const FRESH_MS = 60_000
/** More of the same push come meanwhile, and an export shows them all. */
const EXPORT_AFTER_MS = 5_000
/** An export that never comes is not waited for any longer. */
const EXPORT_WITHIN_MS = 10 * 60_000

export interface TurnRequest {
  listing_id: string
  /** The store was looked at for this turn. */
  just_read: boolean
  /** What was made and never seen is left to an export. */
  may_leave: boolean
}

export interface Turn {
  command: ListingCommand | null
  attempt?: AttemptRow
  /** Pictures that are brought to the store before the next turn. */
  missing?: ListingPicture[]
}

/** What listings of a store are made of. */
interface Sources {
  products: ReadonlyMap<string, Loaded>
  rates: Rates
  pages: ReadonlyMap<string, string>
  groups: GroupsOf
  details: ReadonlyMap<string, ListingDetails>
  public_url: string
}

export async function readSources(
  tx: Tx,
  { config }: Pick<JobCtx, 'config'>,
  { workplace_id, store_id, platform }: OpenStore,
  rows: readonly ListingRecord[],
): Promise<Sources> {
  const ids = [...new Set(rows.flatMap(({ product_id }) => product_id ?? []))]
  const loaded = await loadProducts(tx, workplace_id, ids, false)
  return {
    products: new Map(loaded.map((one) => [one.product_id, one])),
    rates: ids.length === 0 ? {} : await readRates(tx),
    pages: await productPages(tx, workplace_id, platform, ids),
    groups: await readGroups(tx, workplace_id, store_id),
    details: await readDetails(tx, workplace_id, store_id, ids),
    public_url: config.PUBLIC_URL,
  }
}

interface Renewed {
  step: ListingStep
  document: ListingDocument
  more: { own: Fields; overrides: Overrides; revision: number; rate: number | null }
}

/**
 * The listing with what is wanted now. Before anything the store shows is judged, or an edit made here a moment ago
 * would be taken for none. A text: why it cannot be wanted.
 */
export function renew(
  { products, rates: all, pages, groups, details, public_url }: Sources,
  store: OpenStore,
  row: ListingRecord,
  listing: Listing,
): Renewed | 'deleted' | 'no_rate' {
  const loaded = products.get(row.product_id ?? '')
  if (!loaded) return 'deleted'
  const { rates, rate } = steadyRates(all, loaded.currency, store.currency, row.rate)
  const target = { currency: store.currency, rates, public_url, groups, settings: settingsOf(row) }
  const { product_id } = loaded
  const more = { link: pages.get(product_id), details: details.get(product_id) }
  const document = desiredDocument(loaded, { ...target, ...more })
  if (!document) return 'no_rate'
  const publishes = store.publications.length > 0 && document.status === 'active'
  const { own, desired, kept } = withOverrides(document, overridesOf(row), publishes)
  const rules = rulesOf(store.channel.definition, policiesOf(row))
  const step = next(rules, listing, { is: 'changed', desired })
  return { step, document, more: { own, overrides: kept, revision: loaded.revision, rate } }
}

interface Begun {
  listing: Listing
  notes: ListingNote[]
  key: string
}

/** Somebody pushed it: what was taken out or deleted is listed anew, what was refused is tried again. */
function listAsAsked(store: OpenStore, row: ListingRecord): Begun {
  const isAway = row.state === 'gone' || row.state === 'removed'
  const rules = rulesOf(store.channel.definition, policiesOf(row))
  const { listing, notes } = next(rules, toListing(row), { is: 'person', says: isAway ? 'list_again' : 'list' })
  return { listing, notes, key: isAway ? nextKey(row.key) : row.key }
}

/** A turn as far as the listing itself says. */
interface Plan {
  row: ListingRecord
  request: TurnRequest
  begun: Begun
  changed: ListingStep
  turned: ListingStep
  renewed: Renewed
}

/** What comes of it. */
interface Outcome {
  turn: Turn | null
  write?: StepWrite
  send?: { plan: Plan; open: OpenSend }
}

/** Runs `next` on listings of a store, and commits the intents with the attempts that send them; in the order given. */
export async function takeTurns(
  tx: Tx,
  ctx: JobCtx,
  store: OpenStore,
  requests: readonly TurnRequest[],
): Promise<(Turn | null)[]> {
  const { workplace_id } = store
  const now = ctx.clock()
  const locked = await lockListings(
    tx,
    workplace_id,
    requests.map(({ listing_id }) => listing_id),
  )
  const sources = await readSources(tx, ctx, store, [...locked.values()])
  const plans = requests.map((request) => planTurn(store, sources, locked.get(request.listing_id), request))
  const looks = plans.filter((plan) => 'turned' in plan && looksFirst(plan))
  const asked_at = looks.length > 0 ? await databaseClock(tx) : 0
  const known = await knownPictures(
    tx,
    store,
    plans.filter((plan) => 'turned' in plan),
  )
  const outcomes = plans.map((plan) =>
    'turned' in plan ? judge(store, plan, now, asked_at, known) : { turn: null, ...plan },
  )
  await writeSteps(
    tx,
    workplace_id,
    outcomes.flatMap(({ write }) => write ?? []),
    now,
  )
  if (outcomes.some(({ write }) => write?.more?.read_together))
    await enqueue(tx, readTogether, { workplace_id, store_id: store.store_id }, later(now, EXPORT_AFTER_MS))
  const sends = outcomes.flatMap(({ send }) => send ?? [])
  if (sends.length === 0) return outcomes.map(({ turn }) => turn)
  const started = await startAttempts(
    tx,
    sendOf(store.platform, ctx.config),
    sends.map((send) => requestOf(store, send, known)),
    later(now, ctx.config.LISTING_LANDS_MS ?? TAKEN_BACK_MS),
  )
  const rowOf = new Map(sends.map(({ plan }, at) => [plan.request.listing_id, started[at]?.row]))
  return outcomes.map(({ turn, send }) => {
    const attempt = send && rowOf.get(send.plan.request.listing_id)
    return turn && attempt ? { ...turn, attempt } : turn
  })
}

const later = (now: Date, ms: number) => new Date(now.getTime() + ms)

async function databaseClock(tx: Tx): Promise<number> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(tx)
  return Date.parse(rows[0]?.now ?? '')
}

function planTurn(
  store: OpenStore,
  sources: Sources,
  row: ListingRecord | undefined,
  request: TurnRequest,
): Plan | { write?: StepWrite } {
  if (!row || row.product_id === null) return {}
  const asked = row.asked && row.open === null
  const begun = asked ? listAsAsked(store, row) : { listing: toListing(row), notes: [], key: row.key }
  const renewed = renew(sources, store, row, begun.listing)
  const answered = { answers: asked, key: begun.key, due_at: null }
  // A product that was deleted here stays in the store until somebody takes it out there.
  if (renewed === 'deleted') return { write: { row, step: begun, more: answered } }
  if (renewed === 'no_rate') {
    if (row.open !== null) return {}
    const step = { listing: { ...begun.listing, state: 'refused' as const }, notes: begun.notes }
    return { write: { row, step, more: { ...answered, problem: `no rate for ${store.currency}` } } }
  }
  const changed = { ...renewed.step, notes: [...begun.notes, ...renewed.step.notes] }
  const rules = rulesOf(store.channel.definition, policiesOf(row))
  return { row, request, begun, changed, renewed, turned: next(rules, changed.listing, { is: 'turn' }) }
}

/**
 * What is changed in the store between our last look and our write would be lost: a look first, unless it was just now.
 * One look is enough, however long it took: a slow store's limits would make every look too old.
 */
const looksFirst = ({ turned: { command }, begun, request }: Plan) =>
  command?.do === 'send' && command.send.kind === 'update' && begun.listing.seen !== null && !request.just_read

function judge(
  store: OpenStore,
  plan: Plan,
  now: Date,
  asked_at: number,
  known: (plan: Plan) => Record<string, string>,
): Outcome {
  const { row, begun, changed, turned, renewed, request } = plan
  const { command } = turned
  const more = { ...renewed.more, key: begun.key, answers: row.asked && row.open === null }
  const before: StepWrite = { row, step: changed, more: { ...more, due_at: now } }
  if (looksFirst(plan) && !(row.seen_at !== null && Date.parse(row.seen_at) >= asked_at - FRESH_MS))
    return { turn: { command: { do: 'read' } }, write: before }
  if (command?.do === 'send' && store.channel.pictures && namesPictures(command.send)) {
    const there = known(plan)
    const missing = renewed.document.pictures.filter(({ picture_key }) => !(picture_key in there))
    if (missing.length > 0) return { turn: { command: null, missing }, write: before }
  }
  const step = { ...turned, notes: [...changed.notes, ...turned.notes] }
  if (command?.do === 'read' && request.may_leave && begun.listing.seen === null) {
    const due_at = later(now, EXPORT_WITHIN_MS)
    return { turn: null, write: { row, step, more: { ...more, due_at, read_together: true } } }
  }
  const write = { row, step, more: { ...more, due_at: command ? now : null } }
  if (command?.do !== 'send') return { turn: { command }, write }
  const intended = { ...write, more: { ...write.more, stamp: 'intent' as const } }
  return { turn: { command }, write: intended, send: { plan, open: command.send } }
}

function requestOf(
  store: OpenStore,
  { plan, open }: NonNullable<Outcome['send']>,
  known: (plan: Plan) => Record<string, string>,
) {
  const { row, begun, turned, renewed } = plan
  const { workplace_id, listing_id } = row
  const write = writeOf(store.channel.definition, open, {
    key: begun.key,
    document: renewed.document,
    remote_id: begun.listing.remote_id,
    remote: remoteOf(row),
    ours: turned.listing.ours,
    known_pictures: known(plan),
    publications: store.publications,
    shipping: shippingOf(settingsOf(row)),
  })
  return {
    workplace_id,
    subject_id: `${listing_id} ${open.send_no}`,
    account_key: store.store_id,
    input: {
      workplace_id,
      listing_id,
      store_id: store.store_id,
      epoch: store.epoch,
      send_no: open.send_no,
      key: begun.key,
      sku: renewed.document.variants[0]?.sku ?? '',
      is: write.is,
      input: write.input,
      put: open.put,
    },
  }
}

const namesPictures = ({ kind, put }: OpenSend) => kind === 'create' || 'pictures' in put

/** Of the pictures that are wanted or there, those that the store has from us. */
async function knownPictures(
  tx: Tx,
  { workplace_id, store_id }: OpenStore,
  plans: readonly Plan[],
): Promise<(plan: Plan) => Record<string, string>> {
  const wanted = ({ renewed }: Plan) => renewed.document.pictures.map(({ picture_key }) => picture_key)
  const there = ({ row }: Plan) => remoteOf(row)?.pictures.map(({ remote_picture_id }) => remote_picture_id) ?? []
  const writing = plans.filter(({ turned: { command } }) => command?.do === 'send' && command.send.kind !== 'remove')
  if (writing.length === 0) return () => ({})
  const { rows } = await sql<{ picture_key: string; remote_picture_id: string }>`
    select picture_key, remote_picture_id from store_pictures
    where workplace_id = ${workplace_id} and store_id = ${store_id}
      and (picture_key = any(${writing.flatMap(wanted)}::text[])
        or remote_picture_id = any(${writing.flatMap(there)}::text[]))`.execute(tx)
  return (plan) => {
    const [keys, ids] = [new Set(wanted(plan)), new Set(there(plan))]
    const own = rows.filter(({ picture_key: key, remote_picture_id: id }) => keys.has(key) || ids.has(id))
    return Object.fromEntries(own.map(({ picture_key, remote_picture_id }) => [picture_key, remote_picture_id]))
  }
}
