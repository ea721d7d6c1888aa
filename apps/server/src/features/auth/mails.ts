import type { EventData } from '@omni/contracts/events.ts'
import { matchLanguage } from '@omni/domain/languages.ts'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { newCode } from './codes.ts'
import type { LinkRequest } from './link-identity.ts'
import { renderMail, type Template } from '../../platform/mail-template.ts'

interface Receiver {
  user_id: string
  email: string | null
  first_name: string
  language: string
  email_verified_at: string | null
}

const receiver = (tx: Tx) =>
  tx.selectFrom('users').select(['user_id', 'email', 'first_name', 'language', 'email_verified_at'])

/** One mail per cause: a rerun after the mail left sends nothing; a crash before that sends it again. */
async function mailOnce(
  ctx: JobCtx,
  cause: string,
  user: Receiver | undefined,
  template: Template,
  linkFor: (tx: Tx) => Promise<string>,
): Promise<void> {
  if (!user?.email) return
  const { email } = user
  const link = await ctx.db.tx(async (tx) => {
    await tx
      .insertInto('mails')
      .values({ mail_key: cause, user_id: user.user_id, template })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const mail = await tx.selectFrom('mails').select('sent_at').where('mail_key', '=', cause).executeTakeFirst()
    return mail?.sent_at ? undefined : linkFor(tx)
  })
  if (link === undefined) return
  await ctx.services.mail.send({
    to: email,
    message_id: `${cause}@omni`,
    ...renderMail(template, matchLanguage([user.language]), {
      name: user.first_name,
      link: `${ctx.config.PUBLIC_URL}${link}`,
    }),
  })
  await ctx.db.tx((tx) => tx.updateTable('mails').set({ sent_at: ctx.now }).where('mail_key', '=', cause).execute())
}

const codeLink =
  (ctx: JobCtx, user_id: string, purpose: 'verify_email' | 'reset_password', page: string) => async (tx: Tx) =>
    `${page}?id=${user_id}&code=${await newCode(tx, user_id, purpose, ctx.now)}`

const byId = (ctx: JobCtx, user_id: string) =>
  ctx.db.read((tx) => receiver(tx).where('user_id', '=', user_id).executeTakeFirst())
const byEmail = (ctx: JobCtx, email: string) =>
  ctx.db.read((tx) => receiver(tx).where('email', '=', email).executeTakeFirst())

async function mailVerification(ctx: JobCtx, user: Receiver | undefined, cause: string): Promise<void> {
  if (!user || user.email_verified_at) return
  await mailOnce(
    ctx,
    cause,
    user,
    'verify_email',
    codeLink(ctx, user.user_id, 'verify_email', '/auth/email-verification'),
  )
}

export async function mailNewAccount(
  ctx: JobCtx,
  { user_id }: EventData<'account.registered'>,
  event_id: string,
): Promise<void> {
  await mailVerification(ctx, await byId(ctx, user_id), event_id)
}

/** Also for an address that is verified already: then there is nothing to send. */
export async function mailVerificationAgain(
  ctx: JobCtx,
  { email }: EventData<'account.verification_requested'>,
  event_id: string,
): Promise<void> {
  await mailVerification(ctx, await byEmail(ctx, email), event_id)
}

/**
 * Somebody registered with an address that has an account: its owner is told, or gets the verification mail once more.
 */
export async function mailAlreadyRegistered(
  ctx: JobCtx,
  { user_id }: EventData<'account.register_repeated'>,
  event_id: string,
): Promise<void> {
  const user = await byId(ctx, user_id)
  if (user && !user.email_verified_at) return mailVerification(ctx, user, event_id)
  await mailOnce(ctx, event_id, user, 'already_registered', async () => '/login')
}

export async function mailPasswordReset(
  ctx: JobCtx,
  { email }: EventData<'account.password_forgotten'>,
  event_id: string,
): Promise<void> {
  const user = await byEmail(ctx, email)
  if (user)
    await mailOnce(
      ctx,
      event_id,
      user,
      'reset_password',
      codeLink(ctx, user.user_id, 'reset_password', '/reset-password'),
    )
}

export async function mailPasswordChanged(
  ctx: JobCtx,
  { user_id }: EventData<'account.password_changed'>,
  event_id: string,
): Promise<void> {
  await mailOnce(ctx, event_id, await byId(ctx, user_id), 'password_changed', async () => '/forgot-password')
}

/** Whoever was stopped knows the password: its owner is told to change it. */
export async function mailSecondFactorLimited(
  ctx: JobCtx,
  { user_id }: EventData<'account.second_factor_limited'>,
  event_id: string,
): Promise<void> {
  await mailOnce(ctx, event_id, await byId(ctx, user_id), 'second_factor_limited', async () => '/forgot-password')
}

export async function mailSocialLinkCode(
  ctx: JobCtx,
  { user_id, ...request }: EventData<'account.social_link_requested'>,
  event_id: string,
): Promise<void> {
  await mailOnce(ctx, event_id, await byId(ctx, user_id), 'link_social', async (tx) => {
    const code = await newCode(tx, user_id, 'link_social_mail', ctx.now, request satisfies LinkRequest)
    return `/auth/${request.social}/callback?link=${code}`
  })
}
