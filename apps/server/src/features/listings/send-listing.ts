import type { ChannelDefinition, NewListing, Written } from '@omni/connectors/channels/channel.ts'
import type { OpenChannel } from '@omni/connectors/channels/open-channel.ts'
import type { Send } from '@omni/connectors/open-vendor.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { Channel, RemoteListing } from '@omni/domain/channels/document.ts'
import { equalValue, type Fields, variantKey } from '@omni/domain/channels/fields.ts'
import { withRemembered } from '@omni/domain/channels/listing-details.ts'
import { type ListingEvent, next } from '@omni/domain/channels/listing.ts'
import { z } from 'zod'
import { channels } from '@omni/connectors/channels/registry.ts'
import { attempt, type AttemptChange, type AttemptKind, withStoreRehearsal } from '../../platform/attempts.ts'
import { sendOutcome } from '../../platform/send-outcome.ts'
import type { Config } from '../../platform/config.ts'
import type { JobCtx } from '../../platform/ctx.ts'
import { timeNow } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { type OpenStore, openStore } from '../stores/open-store.ts'
import { DISCONNECTED, openAsBegun, refuseDisconnected, storeAttempt } from '../stores/store-attempt.ts'
import { workListings } from './jobs.ts'
import { detailFields, parcelOfSupplier, readRemembered, suggestedDetails } from './listing-details.ts'
import { type ListingRecord, lockListings, policiesOf, type StepWrite, toListing, writeSteps } from './listing-row.ts'
import { keepPictures, readRemote } from './read-remotes.ts'
import { returnQuota } from './quota.ts'
import { type ChannelWrite, rulesOf } from './writes.ts'

const Input = z.object({
  workplace_id: z.string(),
  listing_id: z.string(),
  store_id: z.string(),
  epoch: z.int(),
  send_no: z.int(),
  key: z.string(),
  sku: z.string(),
  is: z.enum(['create', 'update', 'variants', 'stock', 'remove', 'publish']),
  /** As `writeOf` made it. */
  input: z.unknown(),
  put: z.record(z.string(), z.unknown()),
})
type SendInput = z.output<typeof Input>
export type ListingSend = AttemptKind<typeof Input>

const ASKS_PERSON_AFTER_MS = 3_600_000

/** One kind of attempt per channel: what a store promises differs. */
function sendKind(definition: ChannelDefinition): ListingSend {
  return attempt({
    name: `listing.${definition.id}`,
    vendor: definition.id,
    input: Input,
    profile: storeAttempt(definition, {
      // What is sent after this one was not done is made anew, of what is wanted then.
      max_sends: 1,
      asks_person_after_ms: ASKS_PERSON_AFTER_MS,
    }),
    prepare: preparing(openAsBegun),
    async look(ctx, { input, quiet }) {
      const store = await openStore(ctx, input)
      if (!store) throw new Error('the store is not connected')
      return effectsOf(ctx, store.channel, input, quiet)
    },
    changedTogether: (tx, changes) => settleSends(tx, definition, changes),
  })
}

/** How the store of a send is opened; null once it is not connected as it was. */
export type OpenForSend = (
  ctx: JobCtx,
  input: Pick<SendInput, 'workplace_id' | 'store_id' | 'epoch'>,
) => Promise<OpenStore | null>

const preparing =
  (open: OpenForSend): ListingSend['prepare'] =>
  async (ctx, { input }) => {
    const store = await open(ctx, input)
    if (!store) return refuseDisconnected
    const categorised = await withCategory(ctx, store.channel, input)
    if (typeof categorised === 'string') return async () => ({ outcome: 'not_sent', detail: categorised })
    const send = await prepareWrite(store.channel, categorised)
    return async (send_by) =>
      sendOutcome(
        await send(send_by),
        ({ remote_id: effect, listing, left_out = [] }) => ({
          effect,
          detail: { listing, left_out: left_out.map(variantKey) },
        }),
        { named_by: 'kind' },
      )
  }

const GONE = 'not_found'

/**
 * A marketplace lists nothing without a category. Where nobody chose one it is the one that the marketplace suggests, with
 * what was filled in for it before. A text: why it could not be asked.
 */
async function withCategory(ctx: JobCtx, { requirements }: OpenChannel, send: SendInput): Promise<SendInput | string> {
  if (send.is !== 'create' || !requirements) return send
  const input = send.input as NewListing // as `writeOf` made it
  const { document } = input
  if (document.categories?.length) return send
  try {
    const category = await requirements.recommend({ title: document.title, description: document.description })
    // Its own refusal says so.
    if (!category) return send
    const remembered = await ctx.db.read((tx) => readRemembered(tx, send.workplace_id, send.store_id, [category.id]))
    const suggested = suggestedDetails(category, remembered.get(category.id))
    const known = document.details ? withRemembered(document.details, suggested) : suggested
    const parcel = known.parcel ?? (await ctx.db.read((tx) => parcelOfSupplier(tx, send, document)))
    const details = { ...known, category, parcel }
    return { ...send, input: { ...input, document: { ...document, ...detailFields(details) } } }
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    return error.message
  }
}

function prepareWrite(channel: OpenChannel, { is, input }: SendInput): Promise<Send<Written>> {
  const write = { is, input } as ChannelWrite // as `writeOf` made it
  switch (write.is) {
    case 'create':
      return channel.listings.create.prepare(write.input)
    case 'update':
      return channel.listings.update.prepare(write.input)
    case 'variants':
      return channel.listings.variants.prepare(write.input)
    case 'remove':
      return channel.listings.remove.prepare(write.input)
    case 'publish':
      return preparePublish(channel, write.input)
    case 'stock':
      if (!channel.listings.stock) throw new Error('this channel writes stock with its variants')
      return channel.listings.stock.prepare(write.input)
  }
}

async function preparePublish(
  channel: OpenChannel,
  input: Extract<ChannelWrite, { is: 'publish' }>['input'],
): Promise<Send<Written>> {
  if (!channel.publications?.publish) throw new Error('this channel has no places to show a product in')
  const send = await channel.publications.publish.prepare(input)
  return async (send_by) => {
    const outcome = await send(send_by)
    return outcome.outcome === 'done' ? { ...outcome, reply: { ...outcome.reply, listing: null } } : outcome
  }
}

type Effect = { effect: string; detail?: { listing: RemoteListing | null } }

/** Whether a send whose reply was lost had its effect. */
async function effectsOf(ctx: JobCtx, channel: OpenChannel, send: SendInput, quiet: boolean): Promise<Effect[]> {
  if (send.is === 'create') {
    const found = await channel.listings.find({ key: send.key, sku: send.sku })
    return found
      .filter(({ key }) => key === send.key)
      .map((listing) => ({ effect: listing.remote_id, detail: { listing } }))
  }
  const row = await ctx.db.read((tx) =>
    tx
      .selectFrom('listings')
      .selectAll()
      .where('workplace_id', '=', send.workplace_id)
      .where('listing_id', '=', send.listing_id)
      .executeTakeFirstOrThrow(),
  )
  const { remote_id } = row
  if (remote_id === null) return []
  const [listing] = await channel.listings.read({ remote_ids: [remote_id] })
  if (send.is === 'remove') return listing ? [] : [{ effect: remote_id }]
  if (!listing) return []
  const shown = await ctx.db.tx((tx) => readRemote(tx, row, listing))
  return showsSend(send.put as Fields, row.theirs as Fields, shown, quiet)
    ? [{ effect: remote_id, detail: { listing } }]
    : [] // as written
}

/**
 * A field shows anew what was sent. A value that is neither what was sent nor what was there may be the store's form of
 * it, or an edit: it counts when nothing of ours is under way any more.
 */
const showsSend = (put: Fields, theirs: Fields, shown: Fields, quiet: boolean): boolean =>
  Object.keys(put).some((field) => {
    const isNew = !equalValue(shown[field], theirs[field])
    return isNew && (quiet || equalValue(shown[field], put[field]))
  })

const Said = z.object({
  outcome: z.string().optional(),
  detail: z
    .object({
      listing: z.unknown().optional(),
      left_out: z.array(z.string()).optional(),
      message: z.string().optional(),
      kept_pictures: z.record(z.string(), z.string()).optional(),
    })
    .optional()
    .catch(undefined),
  found: z.array(z.object({ detail: z.object({ listing: z.unknown() }).optional() })).optional(),
})

const saidOf = (change: AttemptChange<SendInput>) => Said.safeParse(change.says).data

/** The listings hear, in the attempts' own transaction, what became of their sends. All are of one workplace. */
async function settleSends(
  tx: Tx,
  definition: ChannelDefinition,
  changes: readonly AttemptChange<SendInput>[],
): Promise<void> {
  for (const change of changes) {
    const said = saidOf(change)
    // It is sent again by itself, perhaps tomorrow: until then the listing says why it waits.
    if (change.to === 'intended' && said?.outcome === 'refused')
      await recordProblem(tx, change.input, said.detail?.message ?? null)
  }
  const settled = changes.filter(({ to }) => to === 'done' || to === 'failed' || to === 'cancelled')
  const [first] = settled
  if (!first) return
  const { workplace_id } = first
  const now = timeNow() // listings are due by the database's clock
  const rows = await lockListings(
    tx,
    workplace_id,
    settled.map(({ input }) => input.listing_id),
  )
  const writes: StepWrite[] = []
  const refused: ListingRecord[] = []
  const goOn = new Set<string>()
  for (const change of settled) {
    const row = rows.get(change.input.listing_id)
    if (!row) continue
    const kept = Object.entries(saidOf(change)?.detail?.kept_pictures ?? {})
    await keepPictures(
      tx,
      row,
      kept.map(([picture_key, remote_picture_id]) => ({ picture_key, remote_picture_id })),
    )
    const { write, isRefused } =
      change.to === 'done'
        ? await handleDone(tx, definition, change, row, now)
        : handleNotDone(definition, change, row, now)
    writes.push(write)
    if (isRefused && row.remote_id === null) refused.push(row)
    // Settled by a later turn: whoever sent it is not there any more to go on.
    else if (change.from !== 'sending') goOn.add(change.input.store_id)
  }
  await writeSteps(tx, workplace_id, writes, now)
  for (const row of refused) await returnQuota(tx, row)
  for (const store_id of goOn) await enqueue(tx, workListings, { workplace_id, store_id })
}

interface HandledOutcome {
  write: StepWrite
  isRefused: boolean
}

async function handleDone(
  tx: Tx,
  definition: ChannelDefinition,
  change: AttemptChange<SendInput>,
  row: ListingRecord,
  now: Date,
): Promise<HandledOutcome> {
  const said = saidOf(change)
  const remote = (said?.detail?.listing ?? said?.found?.[0]?.detail?.listing ?? null) as RemoteListing | null // as the send and `effectsOf` wrote it
  const event: ListingEvent = {
    is: 'done',
    send_no: change.input.send_no,
    remote_id: change.effect ?? '', // what is done has one
    seen: remote && (await readRemote(tx, row, remote)),
    version: remote?.version ?? null,
    by: said?.found ? 'look' : 'reply',
    left_out: said?.detail?.left_out ?? [],
  }
  const step = next(rulesOf(definition, policiesOf(row)), toListing(row), event)
  const more = { ...(remote && { remote, seen_at: now }), due_at: now, stamp: 'written' as const }
  return { write: { row, step, more }, isRefused: false }
}

function handleNotDone(
  definition: ChannelDefinition,
  change: AttemptChange<SendInput>,
  row: ListingRecord,
  now: Date,
): HandledOutcome {
  const { error_key, input } = change
  const said = saidOf(change)
  const rules = rulesOf(definition, policiesOf(row))
  const isRefused = said?.outcome === 'refused' && error_key !== DISCONNECTED && error_key !== GONE
  const handled = next(rules, toListing(row), { is: isRefused ? 'refused' : 'not_done', send_no: input.send_no })
  const gone = error_key === GONE && row.remote_id !== null
  const step = gone
    ? next(rules, handled.listing, { is: 'absent', asked_at_send_no: handled.listing.send_no, quiet: true })
    : handled
  const more = {
    due_at: isRefused || gone || error_key === DISCONNECTED ? null : now,
    problem: isRefused ? (said.detail?.message ?? error_key) : null,
  }
  return { write: { row, step, more }, isRefused }
}

async function recordProblem(tx: Tx, { workplace_id, listing_id }: SendInput, problem: string | null): Promise<void> {
  await tx
    .updateTable('listings')
    .set({ problem })
    .where('workplace_id', '=', workplace_id)
    .where('listing_id', '=', listing_id)
    .execute()
  await publishToWorkplace(tx, workplace_id, 'listings.changed', { listing_ids: [listing_id] })
}

// Each keeps its own types inside.
const definitions = Object.values(channels) as unknown as ChannelDefinition[]
const sends = new Map<string, ListingSend>(definitions.map((definition) => [definition.id, sendKind(definition)]))

export const listingSends: readonly ListingSend[] = [...sends.values()]

/** `open`: for whoever has many sends to one store under way. */
export function sendOf(
  platform: Channel,
  config: Pick<Config, 'LISTING_LANDS_MS'>,
  open: OpenForSend = openAsBegun,
): ListingSend {
  const kind = sends.get(platform)
  if (!kind) throw new Error(`nobody sends to ${platform}`)
  return withStoreRehearsal({ ...kind, prepare: preparing(open) }, config)
}
