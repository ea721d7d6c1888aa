/**
 * The world one listing must survive: a worker that is killed anywhere, a network that loses and delays, a store that
 * shows old states and writes texts in its own form, a merchant who edits or deletes, and an editor here.
 *
 * Time is counted in ticks. The types and the store's side are here; what our program does is in `shell.ts`.
 */
import type { Attempt, AttemptProfile } from '../../attempts/attempt.ts'
import type { Fields } from '../fields.ts'
import { type Listing, newListing, type next, type OpenSend } from '../listing.ts'
import type { Policy } from '../merge.ts'

export const FIELDS = ['title', 'vendor'] as const
export type FieldName = (typeof FIELDS)[number]
/** Of a product with variants: the one that it has. */
const VARIANT = { 'v|a|exists': true, 'v|a|sku': 's0' } as const
export type Product = Readonly<Record<FieldName, string> & Partial<typeof VARIANT>>
export const hasVariant = (product: Product): boolean => product['v|a|exists'] === true

/** The product as the store has it, or shows it. */
export interface Shown {
  fields: Product
  version: number
  /** Something has the variant's SKU and is nothing else yet. */
  half?: boolean
}
/** A state that the store may still show. `until`: when another one took its place. */
interface Past {
  shown: Shown | null
  until: number
}
interface Store {
  product: Shown | null
  /** When it was last changed. */
  at: number
  past: Past[]
  version: number
}
export interface Message {
  kind: OpenSend['kind']
  put: Fields
  send_no: number
  expires_at: number
}
/** What the vendor said to a send, or a look showed. */
export type Reply =
  | { is: 'done'; shown: Shown | null }
  | { is: 'gone' }
  | { is: 'refused' }
  | { is: 'unknown' }
  | { is: 'not_sent' }
  | { is: 'looked'; asked_at: number; shown: Shown | null; has_effect: boolean }

/** `order`: which question left first, where several leave within a tick. */
export interface Read {
  shown: Shown | null
  asked_at: number
  order: number
}

export type Worker =
  | { at: 'idle' }
  | { at: 'asks'; what: 'find' | 'read' | 'look' }
  | { at: 'holds'; send_by: number }
  /** Planted mistake: the bytes leave before the intent is committed. */
  | { at: 'unsaved'; listing: Listing }
  | { at: 'waits' }
  | { at: 'replied'; reply: Reply }
  | { at: 'found'; exists: boolean }
  | ({ at: 'read' } & Read)

/** What became of the values of both sides; kept for the judge alone. */
interface Judge {
  /** Edited here, ever. */
  touched: readonly FieldName[]
  /** Edited in the store while a write of ours to the field was not read yet: such an edit may count as our echo. */
  blurred: readonly FieldName[]
  /** Taken over from the store, and not edited here since. */
  taken: readonly FieldName[]
  creates: number
  /** Deleted by the merchant. */
  deleted: boolean
  violation: string | null
}

export interface World {
  now: number
  left: { omni: number; merchant: number; deletes: number; kills: number; foreign: number }
  /** Values are numbered, so that each edit is a new one. */
  edits: number
  product: Product
  listing: Listing
  overrides: Readonly<Partial<Record<FieldName, { value: string; over: string }>>>
  intent_at: number | null
  written_at: number | null
  seen_at: number | null
  /** The order of the question whose answer was heard last. */
  seen_order: number
  /** The listing has a time to wake up at. */
  due: boolean
  attempt: { attempt: Attempt; send: OpenSend } | null
  worker: Worker
  /** A read that somebody else asked for: a hint, a window. */
  reader: Read | null
  /** Payloads of hints; read by a planted mistake alone. */
  payloads: Shown[]
  network: Message[]
  store: Store
  /** When another product of the store was changed, and the newest change that a window has shown. */
  foreign_at: number | null
  cursor: number
  judge: Judge
}

/** Mistakes a program could make around `next`. The design has none of them. */
export type ShellMistake =
  | 'update_as_upsert'
  | 'send_before_commit'
  | 'payload_trusted'
  | 'absent_before_quiet'
  | 'no_send_deadline'
  | 'cursor_without_overlap'
  | 'create_repeated'
  | 'desired_not_renewed'
  | 'rendered_read'
  | 'half_made_again'
  | 'override_over_stored_desired'

export interface Setting {
  policy: Policy
  profile: AttemptProfile
  /** A create that meets our key changes the product; otherwise it makes a second one. */
  upserts: boolean
  /** A reply holds the whole listing. */
  replies_show: boolean
  /** Two changes in a tick have one version. */
  coarse: boolean
  /** What a write holds is saved one after the other: a host that is slow does the rest later, one that is killed never. */
  in_parts?: boolean
  /** The product has a variant, whose save may be killed in its middle. */
  halves?: boolean
  /** Reads come by windows over the changes alone: every hint is lost. */
  windows: boolean
  left: World['left']
  /** It begins with a product that both sides agree about; otherwise with one that is not in the store yet. */
  listed: boolean
  step: typeof next
  mistakes: readonly ShellMistake[]
}

const TICKS: AttemptProfile = {
  find: 'reference',
  merges_for_ms: 0,
  resend_after_ms: [],
  max_sends: 1,
  send_within_ms: 0,
  answers_within_ms: 0,
  lands_within_ms: 1,
  shows_within_ms: 1,
  believes_refusals: true,
  asks_person_after_ms: 2,
}
/** One kind of store shows old states; the other dates by the second, and its create makes what it is told to. */
export const STORES = {
  upserting: { profile: TICKS, upserts: true, replies_show: false, coarse: false },
  searching: { profile: { ...TICKS, shows_within_ms: 0 }, upserts: false, replies_show: true, coarse: true },
} satisfies Record<string, Partial<Setting>>

export const has = ({ mistakes }: Setting, mistake: ShellMistake): boolean => mistakes.includes(mistake)

export const REMOTE_ID = 'r1'
/** Nothing is compared over a longer time. */
export const FAR = 6
const LISTED_VERSION = -FAR

/** Versions are compared as texts, and coarse ones are times before now. */
const VERSIONS_FROM = 500_000
export const versionText = (version: number) => String(version + VERSIONS_FROM)
export const versionOf = (text: string) => Number(text) - VERSIONS_FROM

const NEW_PRODUCT: Product = { title: 't0', vendor: 'v0' }

/** Before a product is listed, or long after both sides came to agree. */
export const startWorld = (setting: Setting): World => (setting.listed ? listedWorld(setting) : newWorld(setting))

function listedWorld(setting: Setting): World {
  const world = newWorld(setting)
  const { title, vendor } = NEW_PRODUCT
  const fields = { title: inStoreForm('title', title), vendor }
  const listing: Listing = {
    ...world.listing,
    state: 'idle',
    remote_id: REMOTE_ID,
    ours: NEW_PRODUCT,
    theirs: fields,
    seen: fields,
    seen_version: versionText(LISTED_VERSION),
    send_no: 1,
  }
  return {
    ...world,
    listing,
    due: false,
    store: { ...world.store, product: { fields, version: LISTED_VERSION }, version: LISTED_VERSION, at: -FAR },
    judge: { ...world.judge, creates: 1 },
  }
}

const productOf = ({ halves }: Setting): Product => (halves ? { ...NEW_PRODUCT, ...VARIANT } : NEW_PRODUCT)

const newWorld = (setting: Setting): World => ({
  now: 0,
  left: setting.left,
  edits: 0,
  product: productOf(setting),
  listing: newListing(productOf(setting)),
  overrides: {},
  intent_at: null,
  written_at: null,
  seen_at: null,
  seen_order: 0,
  due: true,
  attempt: null,
  worker: { at: 'idle' },
  reader: null,
  payloads: [],
  network: [],
  store: { product: null, at: 0, past: [], version: 0 },
  foreign_at: null,
  cursor: -FAR,
  judge: { touched: [], blurred: [], taken: [], creates: 0, deleted: false, violation: null },
})

/** Stores write some texts in a form of their own. */
export const inStoreForm = (field: FieldName, value: string): string =>
  field === 'title' && !value.endsWith('~') ? `${value}~` : value

export const isMerchants = (value: unknown): boolean => typeof value === 'string' && value.startsWith('m')

export type Move = [label: string, world: World]

/** A new state of the store; the one before may be shown for a while. */
function stored(
  { profile, coarse }: Setting,
  world: World,
  fields: Product | null,
  half = world.store.product?.half === true,
): World {
  const { store, now } = world
  const version = coarse ? Math.max(store.version, now + 1) : store.version + 1
  const past = profile.shows_within_ms === 0 ? [] : [...store.past, { shown: store.product, until: now }]
  return { ...world, store: { product: fields && { fields, version, ...(half && { half }) }, at: now, past, version } }
}

/**
 * Everything that a read may show now; the newest comes first. A store that has shown a product by its id goes on showing
 * it until it is deleted.
 */
export function shownNow(setting: Setting, { store, now, listing, worker, reader }: World): (Shown | null)[] {
  const { profile } = setting
  const held = worker.at === 'read' ? worker.shown : null
  const hasShown = listing.seen_version !== null || held !== null || (reader !== null && reader.shown !== null)
  const past = store.past.filter(({ until }) => now <= until + profile.shows_within_ms).map(({ shown }) => shown)
  const shown = [store.product, ...past.filter((one) => one !== null || !hasShown)]
  return has(setting, 'rendered_read') ? shown.map((one) => one && rendered(one)) : shown
}

/** Planted mistake: reads ask for what a page would show, and replies to writes show what was written. */
const rendered = ({ fields, version }: Shown): Shown => ({
  version,
  fields: { ...fields, title: `<p>${fields.title}` },
})

/** A request arrives. */
function landed(setting: Setting, world: World, message: Message): { world: World; reply: Reply } {
  const { product } = world.store
  const { judge } = world
  if (product === null && message.kind === 'update' && !has(setting, 'update_as_upsert'))
    return { world, reply: { is: 'gone' } }
  const makesVariant = hasVariant(message.put as Product) // fields of one
  // A second thing with the SKU of the half one.
  if (product?.half && makesVariant && has(setting, 'half_made_again')) return { world, reply: { is: 'refused' } }
  const before = product?.fields ?? NEW_PRODUCT
  const made = product === null || (message.kind === 'create' && !setting.upserts)
  const fields: Record<FieldName, string> & Partial<typeof VARIANT> = { ...before, ...(makesVariant && VARIANT) }
  const half = product?.half === true && !makesVariant
  let { violation } = judge
  for (const field of FIELDS) {
    const value = message.put[field]
    if (typeof value !== 'string') continue
    fields[field] = inStoreForm(field, value)
    if (made || fields[field] === before[field] || !isMerchants(before[field]) || setting.policy === 'omni') continue
    if (!judge.touched.includes(field)) violation ??= `an edit of the ${field} in the store was overwritten`
    else if (judge.taken.includes(field)) violation ??= `an edit of the ${field} was taken over, then overwritten`
  }
  if (made && judge.creates > 0) violation ??= judge.deleted ? 'a deleted product came back' : 'created twice'
  const creates = judge.creates + (made ? 1 : 0)
  const after = withPayload(
    setting,
    stored(setting, { ...world, judge: { ...judge, creates, violation } }, fields, half),
  )
  return { world: after, reply: { is: 'done', shown: setting.replies_show ? after.store.product : null } }
}

export function networkMoves(setting: Setting, world: World): Move[] {
  return world.network.flatMap((message, n): Move[] => {
    const rest: World = { ...world, network: world.network.filter((_, at) => at !== n) }
    const { world: after, reply } = landed(setting, rest, message)
    const isAwaited = world.worker.at === 'waits' && world.attempt?.send.send_no === message.send_no
    return [
      ...(isAwaited ? [['lands, reply comes', { ...after, worker: { at: 'replied', reply } }] satisfies Move] : []),
      ['lands, reply lost', after],
      ...partMoves(setting, rest, message),
      ['lost on its way', rest],
    ]
  })
}

/** The first of several fields is saved; the host goes on with the others, or was killed. */
function partMoves(setting: Setting, rest: World, message: Message): Move[] {
  if (setting.halves && message.kind === 'create' && rest.store.product === null) {
    const put = Object.fromEntries(FIELDS.map((field) => [field, message.put[field] ?? null]))
    const { world } = landed(setting, rest, { ...message, put })
    const { product } = world.store
    return [
      [
        'lands in part, killed',
        { ...world, store: { ...world.store, product: product && { ...product, half: true } } },
      ],
    ]
  }
  const [first, ...others] = Object.entries(message.put)
  if (!setting.in_parts || message.kind !== 'update' || !first || others.length === 0) return []
  const { world: after } = landed(setting, rest, { ...message, put: Object.fromEntries([first]) })
  const left = { ...message, put: Object.fromEntries(others) }
  return [
    ['lands in part, killed', after],
    ['lands in part, slow', { ...after, network: [...after.network, left] }],
  ]
}

/** The merchant's hand, another product's change, and the editor here. */
export function peopleMoves(setting: Setting, world: World): Move[] {
  const moves: Move[] = []
  const { left, judge, listing, store } = world
  const edits = world.edits + 1
  for (const field of FIELDS) {
    if (left.omni > 0)
      moves.push([
        `${field} edited here`,
        {
          ...world,
          edits,
          left: { ...left, omni: left.omni - 1 },
          product: { ...world.product, [field]: `${field[0]}${edits}` },
          due: true,
          judge: {
            ...judge,
            touched: sorted([...judge.touched, field]),
            taken: judge.taken.filter((one) => one !== field),
          },
        },
      ])
    if (left.merchant === 0 || store.product === null) continue
    const isUnread = mayBlur(world, field)
    const fields = { ...store.product.fields, [field]: inStoreForm(field, `m${edits}`) }
    const edited = stored(setting, { ...world, edits, left: { ...left, merchant: left.merchant - 1 } }, fields)
    moves.push([
      `${field} edited in the store`,
      { ...withPayload(setting, edited), judge: { ...judge, blurred: blur(judge.blurred, field, isUnread) } },
    ])
  }
  // What was deleted before anybody here knew of it cannot be told from what was never made: it is listed again.
  if (left.deletes > 0 && store.product !== null && listing.remote_id !== null) {
    const deleted = stored(setting, { ...world, left: { ...left, deletes: left.deletes - 1 } }, null)
    moves.push(['deleted in the store', { ...deleted, judge: { ...judge, deleted: true } }])
  }
  if (left.foreign > 0)
    moves.push([
      'another product is changed',
      { ...world, left: { ...left, foreign: left.foreign - 1 }, foreign_at: world.now },
    ])
  return moves
}

/** Where the store rewrites a field, or shows our write, a new value there may be taken for the echo of the write. */
function mayBlur({ listing, store }: World, field: FieldName): boolean {
  const put = listing.open?.put[field]
  if (listing.remote_id === null || listing.unread.includes(field)) return true
  if (typeof put !== 'string') return false
  return field === 'title' || store.product?.fields[field] === put
}

const sorted = (fields: readonly FieldName[]): FieldName[] => [...new Set(fields)].sort()
const blur = (before: readonly FieldName[], field: FieldName, isUnread: boolean) =>
  isUnread ? sorted([...before, field]) : before.filter((one) => one !== field)

const withPayload = (setting: Setting, world: World): World =>
  has(setting, 'payload_trusted') && world.store.product
    ? { ...world, payloads: [...world.payloads, world.store.product] }
    : world

/** A reader gives up on a question after this; whatever is held longer was asked by somebody who is gone. */
const READS_WITHIN = 2

/** Time passes while no request is older than it may become, and no answer is held for too long. */
export function clockMoves({ worker, reader, network, now, ...rest }: World): Move[] {
  const asked = [reader?.asked_at ?? now, worker.at === 'read' ? worker.asked_at : now]
  if (worker.at === 'replied' && worker.reply.is === 'looked') asked.push(worker.reply.asked_at)
  const mustAct = network.some(({ expires_at }) => expires_at <= now) || Math.min(...asked) <= now - READS_WITHIN
  return mustAct ? [] : [['tick', { ...rest, worker, reader, network, now: now + 1 }]]
}
