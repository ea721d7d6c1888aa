import { dateIn, hourIn } from '@omni/domain/automation/schedule.ts'
import { matchLanguage } from '@omni/domain/languages.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { enqueue, work } from '../../platform/jobs.ts'
import { renderMail } from '../../platform/mail-template.ts'
import { type Params, say } from '../../platform/messages.ts'
import { findSummaries, sendSummary } from './jobs.ts'
import { textOf } from './notification-text.ts'

const MORNING_HOUR = 8 // spec: not shown. In the workplace's time zone
const LATEST_HOUR = 12 // a worker that was down in the morning still sends it before noon
const PAGE = 500
const MOST_LINES = 10

interface Reader {
  workplace_id: string
  user_id: string
  timezone: string
}

const mailKey = ({ workplace_id, user_id, day }: { workplace_id: string; user_id: string; day: string }) =>
  `summary ${workplace_id} ${user_id} ${day}`

/** Every quarter of an hour: whoever has morning now and was not written to today. */
export const findSummariesJob = work(findSummaries, async (ctx) => {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await ctx.db.read((tx) =>
      sql<Reader>`select * from daily_summary_readers(${after}, ${PAGE})`.execute(tx),
    )
    const last = rows.at(-1)
    if (!last) return
    after = last.workplace_id
    const due = rows.filter(({ timezone }) => isMorning(ctx.now, timezone))
    await ctx.db.tx(async (tx) => {
      for (const { workplace_id, user_id, timezone } of due) {
        const payload = { workplace_id, user_id, day: dateIn(ctx.now, timezone) }
        const known = await tx
          .selectFrom('mails')
          .select('mail_key')
          .where('mail_key', '=', mailKey(payload))
          .where('sent_at', 'is not', null)
          .executeTakeFirst()
        if (!known) await enqueue(tx, sendSummary, payload)
      }
    })
  }
})

const isMorning = (now: Date, timezone: string) => {
  const hour = hourIn(now, timezone)
  return hour >= MORNING_HOUR && hour < LATEST_HOUR
}

/** Once a day: a rerun after the mail left sends nothing. On a day without news it is only noted. */
export const sendSummaryJob = work(sendSummary, async (ctx, payload) => {
  const key = mailKey(payload)
  const { sent, user, news } = await ctx.db.tx(async (tx) => {
    await tx
      .insertInto('mails')
      .values({ mail_key: key, user_id: payload.user_id, template: 'daily_summary' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const mail = await tx.selectFrom('mails').select('sent_at').where('mail_key', '=', key).executeTakeFirst()
    const receiver = await tx
      .selectFrom('users')
      .select(['email', 'first_name', 'language'])
      .where('user_id', '=', payload.user_id)
      .executeTakeFirst()
    return { sent: mail?.sent_at ?? null, user: receiver, news: await newsOf(tx, payload, ctx.now) }
  })
  if (sent !== null || !user?.email) return
  const language = matchLanguage([user.language])
  const lines = news.rows.map((row) => textOf(language, 'title', row))
  if (news.total > lines.length)
    lines.push(say(language, 'mail.daily_summary.more', { count: news.total - lines.length }))
  if (news.orders > 0) lines.unshift(say(language, 'mail.daily_summary.orders', { count: news.orders }))
  if (lines.length > 0)
    await ctx.services.mail.send({
      to: user.email,
      message_id: `${key.replaceAll(' ', '.')}@omni`,
      ...renderMail('daily_summary', language, {
        name: user.first_name,
        link: `${ctx.config.PUBLIC_URL}/app`,
        lines,
        values: { workplace: news.workplace },
      }),
    })
  await ctx.db.tx((tx) => tx.updateTable('mails').set({ sent_at: ctx.now }).where('mail_key', '=', key).execute())
})

interface News {
  workplace: string
  orders: number
  total: number
  rows: { message_key: string; params: Params }[]
}

/** The last day: orders that came in, and the news of the kinds that are switched on for this mail. */
async function newsOf(tx: Tx, { workplace_id, user_id }: Omit<Reader, 'timezone'>, now: Date): Promise<News> {
  const since = new Date(now.getTime() - 86_400_000)
  const { rows: counted } = await sql<{ workplace: string; orders: number; total: number }>`
    select w.name as workplace,
      (select count(*)::int from orders o where o.workplace_id = w.workplace_id and o.ordered_at >= ${since}) as orders,
      (select count(*)::int from notifications n where n.workplace_id = w.workplace_id and n.user_id = ${user_id}
        and n.created_at >= ${since} and 'digest' = any(n.channels)) as total
    from workplaces w where w.workplace_id = ${workplace_id}`.execute(tx)
  const rows = await tx
    .selectFrom('notifications')
    .select(['message_key', 'params'])
    .where('workplace_id', '=', workplace_id)
    .where('user_id', '=', user_id)
    .where('created_at', '>=', since.toISOString())
    .where('channels', '@>', sql.val(['digest']))
    .orderBy('notification_id', 'desc')
    .limit(MOST_LINES)
    .execute()
  const { workplace = '', orders = 0, total = 0 } = counted[0] ?? {}
  // written by createNotification
  return { workplace, orders, total, rows: rows.map((row) => ({ ...row, params: row.params as Params })) }
}
