import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { expect, test } from 'vitest'
import { testServer, type Person } from '../../testing/test-server.ts'
import { createNotification } from './create-notification.ts'

const server = await testServer()
const notify = (me: Person, n: number, kind: 'product' | 'order' = 'product') =>
  server.runtime
    .db({ user_id: me.user_id, workplace_id: me.workplace_id })
    .tx((tx) =>
      createNotification(tx, {
        workplace_id: me.workplace_id,
        user_id: me.user_id,
        kind,
        message_key: 'welcome',
        params: {},
        link: null,
        cause: `${kind}-${n}`,
      }),
    )
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

test('a kind that is switched off in the settings is not written', async () => {
  const me = await server.person()
  await server.ask(settingsCalls.updateSettings, { settings: { notification: { product: false } } }, me)
  await notify(me, 1, 'product')
  await notify(me, 1, 'order')
  expect((await list(me)).body.data?.items.map(({ kind }) => kind)).toEqual(['order', 'system'])
  await server.ask(settingsCalls.updateSettings, { settings: { notification: { product: true } } }, me)
  await notify(me, 1, 'product')
  expect((await list(me)).body.data?.items).toHaveLength(3)
})
