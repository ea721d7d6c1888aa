import type { EventData } from '@omni/contracts/events.ts'
import { formatMinor } from '@omni/domain/format-money.ts'
import { matchLanguage } from '@omni/domain/languages.ts'
import { CARD_PAYMENT_ID } from '@omni/domain/vendors/manifest.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { renderMail } from '../../platform/mail-template.ts'
import { say } from '../../platform/messages.ts'
import { createNotification } from '../notifications/create-notification.ts'
import { readWaiting } from '../placement/waiting-orders.ts'
import { isSetUp } from '../wallet/providers.ts'
import { makeLink } from './payment-link.ts'

type Unpaid = EventData<'orders.unpaid'>

interface Asker {
  user_id: string
  rule: string
  /** Of the run, those that are not at the supplier yet and may come there. */
  pending: number
}

/** The link's page takes orders of the house alone; what is paid at another supplier is paid in the app. */
const UNPAID_IN_APP = '/app/orders?group=payment&sub=waiting_payment'

/**
 * Orders spec §5, "create and send confirmation to pay": once everything that a rule ordered is at its supplier, its seller
 * gets one mail with one link. Only the mail has the link's address, so a run that was cut off before the mail left makes
 * another one; both name the same orders, and those are paid once.
 */
export async function askForPayment(ctx: JobCtx, unpaid: Unpaid): Promise<void> {
  const { config, now } = ctx
  const asked = await ctx.db.tx(async (tx) => {
    const asker = await askerOf(tx, unpaid)
    if (!asker || asker.pending > 0) return null
    const waiting = await notAsked(tx, unpaid)
    if (waiting.length === 0) return null
    const { workplace_id, run_id } = unpaid
    const made = { workplace_id, made_by: asker.user_id, run_id }
    const link = await makeLink(tx, config, made, waiting)
    await createNotification(tx, {
      workplace_id,
      user_id: asker.user_id,
      message_key: 'rule_confirm',
      params: { rule: asker.rule, orders: waiting.length },
      link: UNPAID_IN_APP,
      cause: `rule confirm ${run_id} ${waiting[0]?.supplier_order_id ?? ''}`,
    })
    const mail_key = mailKey(link.link_id)
    await tx.insertInto('mails').values({ mail_key, user_id: asker.user_id, template: 'payment_request' }).execute()
    return { asker, link, mail_key }
  })
  if (!asked) return
  const { asker, link, mail_key } = asked
  const db = ctx.as({ workplace_id: unpaid.workplace_id, user_id: asker.user_id })
  const user = await db.read((tx) =>
    tx
      .selectFrom('users')
      .select(['email', 'first_name', 'language'])
      .where('user_id', '=', asker.user_id)
      .executeTakeFirst(),
  )
  if (user?.email) {
    const language = matchLanguage([user.language])
    const values = {
      rule: asker.rule,
      amount: formatMinor(link.amount, WALLET_CURRENCY, language),
      orders: link.orders,
    }
    await ctx.services.mail.send({
      to: user.email,
      message_id: `${mail_key.replaceAll(' ', '.')}@omni`,
      ...renderMail('payment_request', language, {
        name: user.first_name,
        link: isSetUp(config, CARD_PAYMENT_ID) ? link.url : `${config.PUBLIC_URL}${UNPAID_IN_APP}`,
        lines: [say(language, 'mail.payment_request.orders', values)],
        values,
      }),
    })
  }
  await db.tx((tx) => tx.updateTable('mails').set({ sent_at: now }).where('mail_key', '=', mail_key).execute())
}

const MAIL = 'payment request'
const mailKey = (link_id: string) => `${MAIL} ${link_id}`

async function askerOf(tx: Tx, { workplace_id, run_id }: Unpaid): Promise<Asker | undefined> {
  const { rows } = await sql<Asker>`
    select s.user_id, r.name as rule, (select count(*)::int from supplier_orders p
      where p.workplace_id = s.workplace_id and p.run_id = s.run_id and p.held is null
        and p.state in ('queued', 'sending', 'checking')) as pending
    from supplier_orders s join automation_rules r using (workplace_id, rule_id)
    where s.workplace_id = ${workplace_id} and s.run_id = ${run_id} and s.user_id is not null limit 1`.execute(tx)
  return rows[0]
}

/** Those that no mail has asked about. */
const notAsked = (tx: Tx, { workplace_id, run_id }: Unpaid) =>
  readWaiting(
    tx,
    workplace_id,
    sql`s.run_id = ${run_id} and s.supplier_order_id not in (
      select lo.supplier_order_id from payment_link_orders lo
      join payment_links l using (workplace_id, link_id)
      join mails m on m.mail_key = ${`${MAIL} `} || l.link_id and m.sent_at is not null
      where lo.workplace_id = ${workplace_id} and l.run_id = ${run_id})`,
  )
