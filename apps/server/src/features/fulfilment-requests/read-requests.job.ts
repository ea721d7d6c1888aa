import { NOT_PERMITTED, VendorError } from '@omni/connectors/vendor-error.ts'
import type { EventData } from '@omni/contracts/events.ts'
import { newestOf, requestStanding, type RequestKind, type ShownRequest } from '@omni/domain/fulfilments/requests.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue, work } from '../../platform/jobs.ts'
import { lockSale } from '../orders/sale-parts.ts'
import { productSettings } from '../product-settings/settings.ts'
import { hookUrl } from '../stores/check-health.job.ts'
import { openStore, type OpenStore, type StoreId, notifyMembers } from '../stores/open-store.ts'
import { decideRequest, type RequestMode } from './decide-request.ts'
import { readRequests } from './jobs.ts'
import { lockRequest, type RequestRow } from './request-rows.ts'
import { writeStanding } from './write-standing.ts'

const SEND_WITHIN_MS = 5_000
const KINDS: readonly RequestKind[] = ['fulfilment', 'cancellation']

type Requests = NonNullable<OpenStore['channel']['requests']>

/** A store that never asked is looked at only where the seller wants requests; one that says something always. */
export async function markRequestsPending(
  tx: Tx,
  { by_webhook, ...id }: EventData<'store.requests_changed_remotely'>,
): Promise<void> {
  if (by_webhook || (await modeOf(tx, id)) !== 'off' || (await openOf(tx, id)).length > 0)
    await enqueue(tx, readRequests, id)
}

export const readRequestsJob = work(readRequests, async (ctx, id) => {
  const store = await openStore(ctx, id)
  const requests = store?.channel.requests
  if (!requests) return
  try {
    await readStore(ctx, store, requests)
  } catch (error) {
    // A store that cannot be asked now is asked at the next time; its health says so.
    if (!(error instanceof VendorError)) throw error
    ctx.log.warn({ ...id, err: error }, 'the requests of a store could not be read')
    // Connected before we asked for this permission.
    if (error.code === NOT_PERMITTED)
      await ctx.db.tx((tx) => notifyMembers(tx, id, 'store_requests_not_allowed', `requests denied ${store.epoch}`))
  }
})

async function readStore(ctx: JobCtx, store: OpenStore, requests: Requests): Promise<void> {
  const id = { workplace_id: store.workplace_id, store_id: store.store_id }
  const mode = await ctx.db.read((tx) => modeOf(tx, id))
  if (mode !== 'off') await registerService(ctx, store, requests)
  const before = await ctx.db.read((tx) => openOf(tx, id))
  const shown = await listAll(requests)
  await ctx.db.tx((tx) => recordRequests(tx, id, shown))
  await followUp(ctx, requests, before, shown)
  for (const request of await ctx.db.read((tx) => openOf(tx, id))) await decideRequest(ctx, request, mode)
}

async function modeOf(tx: Tx, { workplace_id, store_id }: StoreId): Promise<RequestMode> {
  const { platform } = await tx
    .selectFrom('stores')
    .select('platform')
    .where('workplace_id', '=', workplace_id)
    .where('store_id', '=', store_id)
    .executeTakeFirstOrThrow()
  const { channels } = await productSettings(tx, workplace_id)
  return channels.find(({ channel }) => channel === platform)?.fulfilment_requests ?? 'off'
}

async function openOf(tx: Tx, { workplace_id, store_id }: StoreId): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select * from fulfilment_requests where workplace_id = ${workplace_id} and store_id = ${store_id} and state = 'open'
    order by requested_at, request_id`.execute(tx)
  return rows
}

/** Made once: it is looked for by its name first, and the store refuses a second one of that name. */
async function registerService(
  ctx: JobCtx,
  { hook_token, store_id, platform }: OpenStore,
  requests: Requests,
): Promise<void> {
  const callback_url = hookUrl(ctx.config.PUBLIC_URL, hook_token)
  const known = await requests.service(null)
  if (known?.callback_url === callback_url) return
  const send = await requests.register.prepare({ remote_id: known?.remote_id ?? null, callback_url })
  const made = await send(performance.now() + SEND_WITHIN_MS)
  if (made.outcome === 'refused') throw new VendorError(platform, made.kind, made.message, undefined, made.code)
  // Whatever became of it otherwise, the next round sees.
  if (made.outcome !== 'done') ctx.log.warn({ store_id, made }, 'nobody knows whether a fulfilment service was made')
}

async function listAll(requests: Requests): Promise<ShownRequest[]> {
  const found: ShownRequest[] = []
  for (const kind of KINDS) {
    let cursor: string | undefined
    do {
      const page = await requests.list({ kind, ...(cursor !== undefined && { cursor }) })
      found.push(...page.items)
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
  }
  return found
}

const kindOf = ({ status }: ShownRequest): RequestKind =>
  status === 'cancellation_requested' ? 'cancellation' : 'fulfilment'

/** Each request once. While nobody has decided, its pieces are what the store shows. */
async function recordRequests(
  tx: Tx,
  { workplace_id, store_id }: StoreId,
  shown: readonly ShownRequest[],
): Promise<void> {
  for (const one of shown) {
    const kind = kindOf(one)
    const asked = newestOf(one, kind)
    if (!asked) continue
    const { remote_id, remote_order_id, lines } = one
    await sql`
      insert into fulfilment_requests (workplace_id, store_id, kind, remote_request_id, remote_id, remote_order_id, lines,
        message, requested_at)
      values (${workplace_id}, ${store_id}, ${kind}, ${asked.remote_request_id}, ${remote_id}, ${remote_order_id},
        ${JSON.stringify(lines)}::jsonb, ${asked.message}, ${asked.sent_at})
      on conflict (workplace_id, store_id, remote_request_id) do update set lines = excluded.lines
        where fulfilment_requests.state = 'open' and fulfilment_requests.lines <> excluded.lines`.execute(tx)
  }
}

/** Those that waited and are not listed any more: answered elsewhere, or taken back. */
async function followUp(
  ctx: JobCtx,
  requests: Requests,
  before: readonly RequestRow[],
  shown: readonly ShownRequest[],
): Promise<void> {
  const listed = new Set(shown.flatMap((one) => newestOf(one, kindOf(one))?.remote_request_id ?? []))
  const gone = before.filter(({ remote_request_id }) => !listed.has(remote_request_id))
  if (gone.length === 0) return
  const now = await requests.read({ remote_ids: [...new Set(gone.map(({ remote_id }) => remote_id))] })
  for (const { workplace_id, store_id, request_id, remote_id, remote_order_id } of gone)
    await ctx.db.tx(async (tx) => {
      const parts = await lockSale(tx, workplace_id, store_id, remote_order_id)
      const request = await lockRequest(tx, workplace_id, request_id)
      if (request?.state !== 'open') return
      const standing = requestStanding(
        request,
        now.find((one) => one.remote_id === remote_id),
      )
      if (standing === 'open') return
      const order_ids = parts.map(({ order_id }) => order_id)
      await writeStanding(tx, request, order_ids, standing, ctx.clock())
    })
}
