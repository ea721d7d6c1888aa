import { matchLanguage } from '@omni/domain/languages.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue, work } from '../../platform/jobs.ts'
import { renderMail } from '../../platform/mail-template.ts'
import type { Params } from '../../platform/messages.ts'
import { mailNotifications } from './jobs.ts'
import { textOf } from './notification-text.ts'

/** The first is mailed at once; what comes soon after it comes together: a thousand failures are not a thousand mails. */
const GATHERED_MS = 5 * 60_000
const MOST_LINES = 50

interface Reader {
  workplace_id: string
  user_id: string
}

interface Waiting {
  notification_id: string
  message_key: string
  params: Params
  link: string | null
}

/**
 * Each notification is in one mail. Which one is written down before it is sent: cut off after that, the same mail is
 * sent again under the same id.
 */
export const mailNotificationsJob = work(mailNotifications, async (ctx, reader) => {
  const mail_key = await ctx.db.tx((tx) => nextMail(tx, ctx, reader))
  if (mail_key === null) return
  const user = await ctx.db.read((tx) =>
    tx
      .selectFrom('users')
      .select(['email', 'first_name', 'language', 'email_verified_at'])
      .where('user_id', '=', reader.user_id)
      .executeTakeFirst(),
  )
  // An address that nobody has proved may be a stranger's.
  if (user?.email && user.email_verified_at !== null) {
    const language = matchLanguage([user.language])
    const rows = await ctx.db.read((tx) => rowsOf(tx, reader, mail_key))
    const texts = rows.map((row) => ({ title: textOf(language, 'title', row), body: textOf(language, 'body', row) }))
    const [first] = texts
    const page = (path: string) => `${ctx.config.PUBLIC_URL}${path}`
    if (first)
      await ctx.services.mail.send({
        to: user.email,
        message_id: `${mail_key.replaceAll(' ', '.')}@omni`,
        ...(texts.length === 1
          ? renderMail('notice', language, { name: user.first_name, link: page(rows[0]?.link ?? ALL), values: first })
          : renderMail('notices', language, {
              name: user.first_name,
              link: page(ALL),
              lines: texts.slice(0, MOST_LINES).map(({ title, body }) => `${title}. ${body}`),
              values: { title: first.title, count: texts.length - 1 },
            })),
      })
  }
  await ctx.db.tx(async (tx) => {
    await tx.updateTable('mails').set({ sent_at: ctx.now }).where('mail_key', '=', mail_key).execute()
    // What came while it was sent.
    if (await isWaiting(tx, reader)) await enqueue(tx, mailNotifications, reader, later(ctx.now))
  })
})

const ALL = '/app/notifications'
const TEMPLATE = 'notice'
const later = (sent_at: Date) => new Date(sent_at.getTime() + GATHERED_MS)

/** The mail to be sent now: one that was begun, or a new one of all that waits. Null: nothing waits, or not yet. */
async function nextMail(tx: Tx, { now }: Pick<JobCtx, 'now'>, reader: Reader): Promise<string | null> {
  const { rows: mails } = await sql<{ mail_key: string; sent_at: string | null }>`
    select mail_key, sent_at from mails where user_id = ${reader.user_id} and template = ${TEMPLATE}
      and starts_with(mail_key, ${keyOf(reader, '')}) order by sent_at desc nulls first limit 1`.execute(tx)
  const [last] = mails
  if (last?.sent_at === null) return last.mail_key
  if (!(await isWaiting(tx, reader))) return null
  const due = last ? later(new Date(last.sent_at)) : now
  if (due > now) {
    await enqueue(tx, mailNotifications, reader, due)
    return null
  }
  const { rows } = await sql<{ first: string }>`
    select notification_id as first from notifications where ${unmailed(reader)}
    order by notification_id limit 1`.execute(tx)
  const mail_key = keyOf(reader, rows[0]?.first ?? '')
  await tx.insertInto('mails').values({ mail_key, user_id: reader.user_id, template: TEMPLATE }).execute()
  await sql`update notifications set mail_key = ${mail_key} where ${unmailed(reader)}`.execute(tx)
  return mail_key
}

const keyOf = ({ workplace_id }: Reader, first: string) => `${TEMPLATE} ${workplace_id} ${first}`

const unmailed = ({ workplace_id, user_id }: Reader) =>
  sql`workplace_id = ${workplace_id} and user_id = ${user_id} and mail_key is null and 'mail' = any(channels)`

async function isWaiting(tx: Tx, reader: Reader): Promise<boolean> {
  const { rows } = await sql<{ is_waiting: boolean }>`
    select exists (select from notifications where ${unmailed(reader)}) as is_waiting`.execute(tx)
  return rows[0]?.is_waiting === true
}

async function rowsOf(tx: Tx, { workplace_id, user_id }: Reader, mail_key: string): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select notification_id, message_key, params, link from notifications
    where workplace_id = ${workplace_id} and user_id = ${user_id} and mail_key = ${mail_key}
    order by notification_id`.execute(tx)
  return rows
}
