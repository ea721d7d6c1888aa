import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { expect, test } from 'vitest'
import { type Person, testServer } from '../../testing/test-server.ts'
import { createNotification } from './create-notification.ts'

const server = await testServer()
const HOUR_MS = 3_600_000
/** The next time the clocks of UTC show this hour, at least a day away: whatever was told before is older. */
const at = (hour: number, days: number) =>
  new Date(Math.floor(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS + (days * 24 + hour) * HOUR_MS + 5 * 60_000)

const find = async (now: Date) => {
  server.clock.now = now
  server.mails.length = 0
  await server.behind.query(`select enqueue_job('notifications.find-summaries')`)
  await server.runJobs(2)
  return server.mails.filter(({ subject }) => subject.includes('daily summary'))
}
const notify = (me: Person, cause: string, created: Date) =>
  server.runtime.db(me).tx(async (tx) => {
    await createNotification(tx, {
      workplace_id: me.workplace_id,
      user_id: me.user_id,
      message_key: 'parcel_delivered',
      params: { number: '#1001', tracking: 'TR1' },
      link: null,
      cause,
    })
    await tx
      .updateTable('notifications')
      .set({ created_at: created })
      .where('workplace_id', '=', me.workplace_id)
      .where('cause', '=', cause)
      .execute()
  })

test('one mail in the morning of the workplace, once a day, only with news and only where it is switched on', async () => {
  const me = await server.person()
  const silent = await server.person()
  const set = (settings: object) => server.ask(settingsCalls.updateSettings, { settings }, me)
  // Nine hours before UTC: eight in the morning in Tokyo is 23 o'clock of the day before.
  await set({ timezone: 'Asia/Tokyo', notification: { order: { digest: true } } })
  for (const person of [me, silent]) await notify(person, 'one', at(12, 2))

  expect(await find(at(22, 2))).toEqual([]) // seven in the morning
  const [mail, ...others] = await find(at(23, 2))
  expect(others).toEqual([])
  expect(mail?.to).toBe(me.email)
  expect(mail?.text).toContain('#1001 was delivered')
  expect(await find(at(24, 2))).toEqual([]) // the same morning
  expect(await find(at(23, 3))).toEqual([]) // nothing new
  await notify(me, 'two', at(12, 4))
  expect(await find(at(3, 5))).toEqual([]) // noon there
  expect(await find(at(23, 4))).toHaveLength(1)

  await notify(me, 'three', at(12, 6))
  server.clock.now = new Date()
  await set({ notification: { order: { digest: false } } })
  expect(await find(at(23, 6))).toEqual([])
})
