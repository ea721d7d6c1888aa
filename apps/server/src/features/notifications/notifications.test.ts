import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { aboutOf, NOTIFICATION_KEYS, type NotificationKey } from '@omni/domain/notifications/kinds.ts'
import { expect, test } from 'vitest'
import { enqueue } from '../../platform/jobs.ts'
import type { Params } from '../../platform/messages.ts'
import { testServer, type Person } from '../../testing/test-server.ts'
import { createNotification } from './create-notification.ts'
import { mailNotifications } from './jobs.ts'

const server = await testServer()
const create = (me: Person, message_key: NotificationKey, cause: string, params: Params = {}) =>
  server.runtime
    .db({ user_id: me.user_id, workplace_id: me.workplace_id })
    .tx((tx) =>
      createNotification(tx, {
        workplace_id: me.workplace_id,
        user_id: me.user_id,
        message_key,
        params,
        link: '/app/orders',
        cause,
      }),
    )
const notify = (me: Person, n: number, kind: 'product' | 'order' = 'product') =>
  create(me, kind === 'product' ? 'supplier_gone_more' : 'parcel_delivered', `${kind}-${n}`)
const list = (me: Person, input: object = {}) => server.ask(notificationCalls.listNotification, input, me)

test('pages by cursor without a gap or a repeat while new ones arrive', async () => {
  const me = await server.person()
  for (let n = 0; n < 25; n++) await notify(me, n)
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const reply = (await list(me, { page_size: 10, ...(cursor && { cursor }) })).body.data
    seen.push(...(reply?.items ?? []).map((one) => one.notification_id))
    cursor = reply?.next_cursor
    await notify(me, 100 + seen.length)
  } while (cursor)
  expect(seen).toHaveLength(26) // 25 and the welcome
  expect(new Set(seen).size).toBe(26)
  expect([...seen].sort().reverse()).toEqual(seen)
  expect((await list(me, { cursor: 'x' })).http).toBe(422)
})

test('the counters equal the truth after any order of notifying, reading and undoing', async () => {
  const me = await server.person()
  await Promise.all([...Array(12).keys()].map((n) => notify(me, n, n % 2 ? 'order' : 'product')))
  await Promise.all([notify(me, 3, 'order'), notify(me, 3, 'order')]) // a cause notifies once
  const all = (await list(me, { page_size: 50 })).body.data
  expect(all?.unread).toEqual({ total: 13, product: 6, supplier: 0, order: 6 })
  const some = all?.items.slice(0, 5).map((one) => one.notification_id) ?? []
  const marked = await server.ask(notificationCalls.markNotificationsRead, { notification_ids: some }, me)
  expect(marked.body.data?.changed.sort()).toEqual([...some].sort())
  await server.ask(notificationCalls.markNotificationsRead, { notification_ids: some.slice(0, 2), read: false }, me)
  await server.ask(notificationCalls.markNotificationsRead, { notification_ids: [] }, me)
  const { rows } = await server.behind.query<{ kind: string; total: number; unread: number }>(
    `select kind, count(*)::int as total, count(*) filter (where read_at is null)::int as unread from notifications
      where user_id = $1 group by kind order by kind`,
    [me.user_id],
  )
  const { rows: counted } = await server.behind.query(
    'select kind, total, unread from notification_counts where user_id = $1 order by kind',
    [me.user_id],
  )
  expect(counted).toEqual(rows)
  expect((await list(me, { kind: 'order' })).body.data?.total).toBe(6)
  expect((await list(me, { unread: 'true' })).body.data?.total).toBe(10)
})

const set = (me: Person, notification: object) =>
  server.ask(settingsCalls.updateSettings, { settings: { notification } }, me)
const OFF = { app: false, mail: false, digest: false }
const mailsTo = (me: Person) => server.mails.filter(({ to }) => to === me.email)

test('a kind that is switched off in the settings is not written; by mail alone it is mailed and not in the bell', async () => {
  const me = await server.person()
  await set(me, { product: OFF })
  await notify(me, 1, 'product')
  await notify(me, 1, 'order')
  expect((await list(me)).body.data?.items.map(({ kind }) => kind)).toEqual(['order', 'system'])
  await set(me, { product: { mail: true } })
  await notify(me, 1, 'product')
  await server.runJobs(2)
  expect(mailsTo(me).map(({ subject }) => subject)).toEqual(['Suppliers stopped selling'])
  expect((await list(me)).body.data).toMatchObject({ total: 2, unread: { product: 0 } })
  await set(me, { product: { app: true } })
  await notify(me, 2, 'product')
  expect((await list(me)).body.data?.items).toHaveLength(3)
})

/** What fills every text there is. */
const FILLED = {
  account: 'My account',
  amount: 1999,
  before: '$1',
  after: '$2',
  count: 3,
  currency: 'USD',
  limit: 9,
  note: 'No.',
  number: '#1001',
  of: 5,
  order_no: 'S-1',
  orders: 2,
  plan: 'Basic',
  price: '$3',
  rule: 'Small ones',
  source: 'cj',
  store: 'Northwind',
  supplier: 'cj',
  text: 'Hello',
  title: 'Lamp',
  tracking: 'TR1',
}

test('each that is always sent comes in the app and by mail, once, although everything is switched off; with names', async () => {
  const me = await server.person()
  await set(me, { product: OFF, supplier: OFF, order: OFF, system: OFF })
  const always = NOTIFICATION_KEYS.filter((key) => aboutOf(key).sends === 'always')
  for (const key of NOTIFICATION_KEYS) await create(me, key, `about ${key}`, FILLED)
  const shown =
    (await list(me, { page_size: 50 })).body.data?.items.filter(({ title }) => !title.startsWith('Welcome')) ?? []
  expect(shown).toHaveLength(always.length)
  await server.runJobs(2)
  const [mail, ...more] = mailsTo(me)
  expect(more).toEqual([])
  for (const { title, body } of shown) {
    for (const text of [title, body]) expect(text).not.toMatch(/\{\{|\bcj\b|undefined/)
    // Asked for with a mail of its own, which its sender writes.
    if (!title.includes('created orders')) expect(mail?.text).toContain(`${title}. ${body}`)
  }
  expect(mail?.text).toContain('$19.99')
})

test('what comes soon after a mail is in the next one, a moment later; one that was cut off is sent again', async () => {
  const me = await server.person()
  server.clock.now = new Date()
  await create(me, 'bought_twice', 'first', { number: '#1', source: 'cj' })
  await server.runJobs()
  for (const n of [2, 3])
    await create(me, 'payment_failed', `later ${n}`, { number: `#${n}`, source: 'cj', order_no: '7' })
  await server.runJobs(2)
  expect(mailsTo(me).map(({ subject }) => subject)).toEqual(['Order #1 may have been bought twice'])
  server.clock.now = new Date(server.clock.now.getTime() + 6 * 60_000)
  const { mail } = server.runtime.services
  const send = mail.send
  mail.send = () => Promise.reject(new Error('no connection'))
  await expect(server.runJobs()).rejects.toThrow('no connection')
  mail.send = send
  const job = { workplace_id: me.workplace_id, user_id: me.user_id }
  await server.runtime.db(me).tx((tx) => enqueue(tx, mailNotifications, job))
  await server.runJobs(2)
  const [, second, ...more] = mailsTo(me)
  expect(more).toEqual([])
  expect(second?.text).toContain('Order #2 was not paid')
  expect(second?.text).toContain('Order #3 was not paid')
})

test('whoever has left is not written to: everybody else in the workplace is', async () => {
  const [me, gone] = [await server.person(), await server.person()]
  const about = { params: {}, link: null, message_key: 'payment_disputed', workplace_id: me.workplace_id } as const
  await server.runtime.db(me).tx(async (tx) => {
    await createNotification(tx, { ...about, user_id: gone.user_id, cause: 'gone' })
    await createNotification(tx, { ...about, user_id: null, cause: 'nobody' })
  })
  expect((await list(me)).body.data?.items.map(({ title }) => title)).toEqual([
    'A payment is disputed',
    'A payment is disputed',
    'Welcome to Omni',
  ])
  expect((await list(gone)).body.data?.items).toHaveLength(1)
})
