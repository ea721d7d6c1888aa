/** What is written to the house supplier about orders, judged by what it shows and by what the seller is told. */
import { evidenceCalls } from '@omni/contracts/evidence.calls.ts'
import { feedbackCalls as calls } from '@omni/contracts/feedback.calls.ts'
import type { Envelope, Out } from '@omni/contracts/kernel.ts'
import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { refundCalls } from '@omni/contracts/refunds.calls.ts'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { enqueue } from '../../platform/jobs.ts'
import { place, sell, sellGood } from '../../testing/buy-setting.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { type Person, testServer } from '../../testing/test-server.ts'
import { removeUnused } from '../evidence/remove-unused.job.ts'
import { readAllFeedbacks } from './jobs.ts'

const sandbox = await sandboxProcess(100)
const server = await testServer({
  ...sandbox.env,
  PLACEMENT_LANDS_MS: '1000',
  STORAGE_DIR: mkdtempSync(join(tmpdir(), 'omni-files-')),
})
const { ask } = server
const me = await server.person()
const stranger = await server.person()
let good = ''
let picture: Buffer

async function settle(rounds = 8, step_ms = 10_000) {
  for (let round = 0; round < rounds; round++) {
    server.clock.now = new Date(Math.max(server.clock.now.getTime(), Date.now()) + step_ms)
    if ((await server.runJobs()).length === 0 && round > 0) return
  }
}
async function readAnswers() {
  await server.runtime.db({}).tx((tx) => enqueue(tx, readAllFeedbacks, {}))
  await settle()
}
async function bought() {
  const order_id = await sell(server, me, good)
  await place(server, me, [order_id])
  await settle()
  const [purchase] = (await ask(placementCalls.getOrderInfo, { order_id }, me)).body.data?.items ?? []
  if (purchase?.state !== 'placed') throw new Error('it was not bought')
  return { order_id, supplier_order_id: purchase.supplier_order_id }
}
type Uploaded = Out<typeof evidenceCalls.uploadEvidence>
async function upload(bytes: Uint8Array, as: Person = me): Promise<Uploaded> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'broken lid.png')
  const whole = new Response(form)
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api${evidenceCalls.uploadEvidence.path}`,
    payload: Buffer.from(await whole.arrayBuffer()),
    headers: {
      app: 'AO',
      authorization: `Bearer ${as.token}`,
      'content-type': whole.headers.get('content-type') ?? '',
    },
  })
  return reply.json<Envelope<Uploaded>>().data as Uploaded // 200 carries data
}
async function uploaded(as: Person = me) {
  const { picture: kept, message } = await upload(picture, as)
  if (!kept) throw new Error(String(message))
  return kept
}
const open = async (order_id?: string) => (await ask(calls.listFeedbacks, { order_id }, me)).body.data
const read = async (feedback_id: string, as = me) => (await ask(calls.getFeedback, { feedback_id }, as)).body.data
const history = async (input: object = {}) => (await ask(calls.listFeedbackHistory, input, me)).body.data
async function begun(input: object = {}) {
  const purchase = await bought()
  const { body } = await ask(
    calls.sendFeedback,
    { supplier_order_id: purchase.supplier_order_id, text: 'Where is it?', ...input },
    me,
  )
  if (!body.data) throw new Error(body.message)
  await settle()
  return { ...purchase, feedback_id: body.data.feedback_id }
}
async function numberOf(feedback_id: string): Promise<number> {
  const { rows } = await server.behind.query<{ feedback_no: string }>(
    'select feedback_no from feedbacks where feedback_id = $1',
    [feedback_id],
  )
  return Number(rows[0]?.feedback_no.slice(3))
}
const answer = async (feedback_id: string, text: string) =>
  sandbox.act('zopi', 'answer_feedback', { no: await numberOf(feedback_id), text })

beforeAll(async () => {
  await server.behind.query(`update users set plan_id = 'enterprise_monthly'`)
  good = await sellGood(server, me, 'zopi')
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
})

test('a complaint goes out once with its pictures, is answered, read, gone on with, and done', async () => {
  const evidence = await uploaded()
  const { order_id, feedback_id } = await begun({
    kind: 'damaged',
    text: 'The lid broke.',
    pictures: [evidence.evidence_id],
  })
  expect(await open(order_id)).toMatchObject({ items: [{ feedback_id, state: 'open', kind: 'damaged', unread: 0 }] })
  await answer(feedback_id, 'Please send a picture of the box.')
  await readAnswers()
  await readAnswers()
  expect(await open()).toMatchObject({ unread: 1, items: [{ feedback_id, state: 'answered', unread: 1 }] })
  const told = (await ask(notificationCalls.listNotification, {}, me)).body.data?.items ?? []
  expect(told.filter(({ body }) => body === 'Please send a picture of the box.')).toHaveLength(1)
  await ask(calls.markFeedbackRead, { feedback_id }, me)
  expect(await open()).toMatchObject({ unread: 0, items: [{ unread: 0, state: 'answered' }] })
  await ask(calls.sendFeedback, { feedback_id, text: 'Here it is.' }, me)
  await settle()
  const conversation = await read(feedback_id)
  expect(conversation?.messages).toMatchObject([
    { who: 'person', text: 'The lid broke.', state: 'sent', pictures: [{ name: 'broken lid.png' }] },
    { who: 'supplier', text: 'Please send a picture of the box.' },
    { who: 'person', text: 'Here it is.', state: 'sent', pictures: [] },
  ])
  expect(conversation?.state).toBe('open')
  const shown = await server.app.inject({ url: conversation?.messages[0]?.pictures[0]?.url ?? '' })
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
  const kinds = ((await ask(orderCalls.getOrderDetail, { order_id }, me)).body.data?.timeline ?? []).map(
    ({ kind }) => kind,
  )
  expect(kinds.slice(-3)).toEqual(['feedback_sent', 'feedback_answered', 'feedback_sent'])
  expect((await ask(calls.markFeedbackDone, { feedback_ids: [feedback_id] }, me)).body.data).toEqual({ changed: 1 })
  expect((await open())?.items).toEqual([])
  expect((await history())?.items).toMatchObject([{ feedback_id, state: 'done' }])
  // Who writes after that is heard.
  await answer(feedback_id, 'We send another one.')
  await readAnswers()
  expect((await open())?.items).toMatchObject([{ feedback_id, state: 'answered', unread: 1 }])
})

test('a lost reply is looked up: one message at the supplier, and the conversation goes on', async () => {
  await sandbox.setFaults('zopi', [{ kind: 'drop_reply', endpoint: 'feedback', percent: 100 }])
  const { feedback_id } = await begun()
  await settle(12)
  await sandbox.setFaults('zopi', [])
  await settle(12)
  expect((await read(feedback_id))?.messages).toMatchObject([{ state: 'sent' }])
  expect(await numberOf(feedback_id)).toBeGreaterThan(9000)
  await ask(calls.sendFeedback, { feedback_id, text: 'Still waiting.' }, me)
  await settle()
  await answer(feedback_id, 'Tomorrow.')
  await readAnswers()
  expect((await read(feedback_id))?.messages.map(({ text }) => text)).toEqual([
    'Where is it?',
    'Still waiting.',
    'Tomorrow.',
  ])
})

test('the history goes on page by page; an unanswered one is overdue after a day', async () => {
  const made = [await begun(), await begun(), await begun()].map(({ feedback_id }) => feedback_id)
  const late = (await open())?.items.find(({ feedback_id }) => feedback_id === made[0])
  expect(late?.is_overdue).toBe(false)
  server.clock.now = new Date(server.clock.now.getTime() + 86_400_001)
  expect((await open())?.items.find(({ feedback_id }) => feedback_id === made[0])?.is_overdue).toBe(true)
  for (const feedback_id of made) {
    server.clock.now = new Date(server.clock.now.getTime() + 1000)
    await ask(calls.markFeedbackDone, { feedback_ids: [feedback_id] }, me)
  }
  const seen: string[] = []
  for (let cursor: string | null | undefined = ''; cursor !== null;) {
    const page: Out<typeof calls.listFeedbackHistory> | null | undefined = await history({
      page_size: 1,
      ...(cursor && { cursor }),
    })
    seen.push(...(page?.items ?? []).map(({ feedback_id }) => feedback_id))
    cursor = page?.next_cursor ?? null
  }
  expect(seen.slice(0, 3)).toEqual(made.toReversed())
  expect(new Set(seen).size).toBe(seen.length)
})

test('bad input: a picture of somebody else, a foreign line, a second message on its way, no picture at all', async () => {
  const { order_id, supplier_order_id } = await bought()
  const theirs = await uploaded(stranger)
  const refused = async (input: object, as = me) =>
    (await ask(calls.sendFeedback, { supplier_order_id, text: 'x', ...input }, as)).body
  expect((await refused({ pictures: [theirs.evidence_id] })).errors?.['pictures']).toBeDefined()
  expect((await refused({ line_ids: [order_id] })).errors?.['line_ids']).toBeDefined()
  expect((await refused({}, stranger)).success).toBe(false)
  expect((await refused({ supplier_order_id: undefined })).success).toBe(false)
  const { data } = await refused({})
  expect((await refused({ feedback_id: data?.feedback_id })).message).toContain('on its way')
  expect((await open(order_id))?.items).toHaveLength(1)
  expect(await upload(Buffer.from('nothing'))).toMatchObject({ picture: null })
  await settle()
})

test('pictures nobody sent go after a day; those of a refund request stay and reach the supplier', async () => {
  const [idle, sent] = [await uploaded(), await uploaded()]
  const { order_id, supplier_order_id } = await bought()
  await server.behind.query(`update supplier_orders set supplier_status = 'shipped' where supplier_order_id = $1`, [
    supplier_order_id,
  ])
  const claim = { supplier_order_id, reason: 'damaged_item' as const, pictures: [sent.evidence_id] }
  expect((await ask(refundCalls.requestRefund, claim, me)).body.data?.pictures).toMatchObject([
    { name: 'broken lid.png' },
  ])
  await settle()
  const { rows } = await server.behind.query<{ input: { pictures: string[] } }>(
    `select a.input from attempts a join refund_requests r on r.refund_id::text = a.subject_id
     where r.supplier_order_id = $1`,
    [supplier_order_id],
  )
  const [address = ''] = rows[0]?.input.pictures ?? []
  expect(address.startsWith('http')).toBe(true)
  const opened = async () => (await server.app.inject({ url: address.replace(/^https?:\/\/[^/]+/, '') })).statusCode
  expect(await opened()).toBe(200)
  server.clock.now = new Date(server.clock.now.getTime() + 2 * 86_400_000)
  await server.runtime.db({}).tx((tx) => enqueue(tx, removeUnused, {}))
  await settle()
  expect(await opened()).toBe(200)
  const offers = (await ask(refundCalls.getRequestType, { order_id }, me)).body.data?.items ?? []
  expect(offers[0]?.refunds[0]?.pictures).toHaveLength(1)
  const refund_id = offers[0]?.refunds[0]?.refund_id ?? ''
  await ask(calls.sendFeedback, { supplier_order_id, text: 'Is <b>that</b> normal?' }, me)
  const made = (await ask(refundCalls.makeEvidenceBundle, { refund_id }, me)).body.data
  const bundle = await server.app.inject({ url: made?.url ?? '' })
  expect([bundle.statusCode, bundle.headers['content-disposition']]).toEqual([
    200,
    `attachment; filename="evidence-${refund_id}.html"`,
  ])
  expect(bundle.body).toContain('damaged item')
  expect(bundle.body).toContain('Is &lt;b&gt;that&lt;/b&gt; normal?')
  expect(bundle.body).toContain('src="data:image/webp;base64,')
  expect(bundle.body).toContain('refund requested')
  expect((await ask(refundCalls.makeEvidenceBundle, { refund_id }, stranger)).body.success).toBe(false)
  server.clock.now = new Date(server.clock.now.getTime() + 16 * 60_000)
  await settle()
  expect((await server.app.inject({ url: made?.url ?? '' })).statusCode).toBe(404)
  const { rows: left } = await server.behind.query(`select from evidence_files where evidence_id = $1`, [
    idle.evidence_id,
  ])
  expect(left).toEqual([])
  expect(
    (await ask(calls.sendFeedback, { supplier_order_id, text: 'x', pictures: [idle.evidence_id] }, me)).body.success,
  ).toBe(false)
})
