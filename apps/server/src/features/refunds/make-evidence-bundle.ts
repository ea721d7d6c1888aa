import type { In, Out } from '@omni/contracts/kernel.ts'
import type { refundCalls } from '@omni/contracts/refunds.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { signedFileUrl } from '../../platform/files.ts'
import { enqueue } from '../../platform/jobs.ts'
import { refuse } from '../../platform/refuse.ts'
import { type EvidenceRow, readEvidence } from '../evidence/evidence-files.ts'
import { readMessages } from '../feedback/feedback-rows.ts'
import { readEvents } from '../orders/order-events.ts'
import { eventsOf, readParcels } from '../tracking/parcel-view.ts'
import { type Bundle, renderBundle } from './render-bundle.ts'
import { bundleKey, removeBundle } from './remove-bundle.job.ts'

const OPEN_MS = 15 * 60_000
/** More would be no file that anybody can send on. */
const MOST_PICTURES = 30

/** spec: not shown. All that proves a claim, as one file: what happened, where the parcels were, pictures, messages. */
export async function makeEvidenceBundle(
  ctx: Ctx,
  { refund_id }: In<typeof refundCalls.makeEvidenceBundle>,
): Promise<Out<typeof refundCalls.makeEvidenceBundle>> {
  const { bundle, pictures } = await ctx.db.read((tx) => gather(ctx, tx, refund_id))
  for (const picture of pictures.slice(0, MOST_PICTURES)) {
    const bytes = await ctx.services.storage.get(picture.file)
    if (!bytes) continue
    const type = picture.file.endsWith('.webp') ? 'image/webp' : 'image/jpeg'
    bundle.pictures.push({ name: picture.name, at: picture.created_at, type, bytes })
  }
  const ends_at = new Date(ctx.now.getTime() + OPEN_MS)
  // First, so that no file is ever left without somebody to remove it.
  const id = { workplace_id: ctx.workplace_id, refund_id }
  await ctx.db.tx((tx) => enqueue(tx, removeBundle, id, ends_at))
  const key = bundleKey(id)
  await ctx.services.storage.put(key, Buffer.from(renderBundle(bundle)), 'text/html')
  return { url: signedFileUrl(ctx.secrets, key, ends_at), ends_at: ends_at.toISOString() }
}

async function gather(
  ctx: Ctx,
  tx: Parameters<typeof readEvents>[0],
  refund_id: string,
): Promise<{ bundle: Bundle; pictures: EvidenceRow[] }> {
  const { workplace_id, now } = ctx
  const { rows } = await sql<Bundle['claim'] & { order_id: string; supplier_order_id: string; pictures: string[] }>`
    select r.order_id, r.supplier_order_id, r.pictures, o.number, s.vendor as source, s.order_no, r.type, r.reason, r.text,
      r.asked::float8 as asked, r.granted::float8 as granted, r.currency, r.state, r.refund_no, r.note, r.requested_at,
      r.answered_at
    from refund_requests r
    join orders o on o.workplace_id = r.workplace_id and o.order_id = r.order_id
    join supplier_orders s on s.workplace_id = r.workplace_id and s.supplier_order_id = r.supplier_order_id
    where r.workplace_id = ${workplace_id} and r.refund_id = ${refund_id}`.execute(tx)
  const [found] = rows
  if (!found) refuse('not_found')
  const { order_id, supplier_order_id, pictures: own, ...claim } = found
  const parcels = []
  const ofPurchase = sql`p.workplace_id = ${workplace_id} and p.supplier_order_id = ${supplier_order_id}`
  for (const parcel of await readParcels(tx, now, sql`${ofPurchase} order by p.created_at limit 20`)) {
    const { tracking_number, carrier, status, delivered_at, parcel_id } = parcel
    const events = await eventsOf(tx, { workplace_id, parcel_id })
    parcels.push({ tracking_number, carrier, status, delivered_at, events })
  }
  const conversations = await tx
    .selectFrom('feedbacks')
    .select('feedback_id')
    .where('workplace_id', '=', workplace_id)
    .where('supplier_order_id', '=', supplier_order_id)
    .orderBy('created_at')
    .limit(50)
    .execute()
  const messages = []
  for (const { feedback_id } of conversations) messages.push(...(await readMessages(tx, workplace_id, feedback_id)))
  const ids = [...new Set([...own, ...messages.flatMap(({ pictures }) => pictures)])]
  const bundle = {
    made_at: now.toISOString(),
    claim,
    timeline: await readEvents(tx, workplace_id, order_id),
    parcels,
    messages: messages.map(({ who, text, written_at, links }) => ({ who, text, written_at, links })),
    pictures: [],
  }
  return { bundle, pictures: await readEvidence(tx, workplace_id, ids) }
}
