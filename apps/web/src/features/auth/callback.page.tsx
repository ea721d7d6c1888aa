import { Button, Loader } from '@mantine/core'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { SIGN_IN_IDS } from '@omni/domain/vendors/badges.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { go } from '../../platform/navigation.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { AuthLayout } from './auth-layout.tsx'
import { enter, rememberedNext } from './entering.ts'
import { LinkSocialForm } from './link-social-form.tsx'
import { Notice } from './notice.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { useFormAct } from './use-form-act.ts'
import classes from './auth-form.module.css'

type Social = (typeof SIGN_IN_IDS)[number]
const isSocial = (name: unknown): name is Social => SIGN_IN_IDS.some((social) => social === name)

/** What the provider sent back with the browser (OAuth 2.0, RFC 6749 §4.1.2; `iss` by RFC 9207). */
function readAnswer() {
  const parameters = new URLSearchParams(window.location.search)
  return {
    code: parameters.get('code'),
    state: parameters.get('state'),
    iss: parameters.get('iss'),
    error: parameters.get('error'),
    /** Not of the provider: the code of our own mail. */
    link: parameters.get('link'),
  }
}

/** /auth/{social}/callback — back from whoever signs people in. */
export function CallbackPage() {
  const t = useT()
  const params: Record<string, string | undefined> = useParams({ strict: false })
  const { social } = params
  const [{ code, state, iss, error, link }] = useState(readAnswer)
  const [next] = useState(rememberedNext)
  const [ticket, setTicket] = useState<string | null>(null)
  const [linkTicket, setLinkTicket] = useState<string | null>(null)
  const onSignedIn = (data: Out<typeof authCalls.linkSocial> | null) => {
    if (data?.two_factor_ticket) setTicket(data.two_factor_ticket)
    else enter({ token: data?.token ?? null }, next)
  }
  const finish = useFormAct(authCalls.finishSocial, {
    onDone: (data) => {
      if (data?.link_ticket) setLinkTicket(data.link_ticket)
      else onSignedIn(data)
    },
  })
  const linkByMail = useFormAct(authCalls.linkSocial, { onDone: onSignedIn })
  const problem = finish.problem ?? linkByMail.problem
  const answered = code !== null && state !== null && error === null
  const complete = isSocial(social) && (link !== null || answered)
  useEffect(() => {
    if (!isSocial(social)) return
    if (link !== null) void linkByMail.run({ ticket: link })
    else if (answered) void finish.run({ social, code, state, ...(iss !== null && { iss }) })
    // Once per visit: an attempt is good once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [complete])
  if (ticket !== null) {
    return (
      <AuthLayout title={t('auth.code_title')} text={t('auth.code_lead')}>
        <SecondFactorForm ticket={ticket} next={next} onBack={() => go('/login')} />
      </AuthLayout>
    )
  }
  if (isSocial(social) && linkTicket !== null) {
    const name = VENDOR_NAMES[social]
    return (
      <AuthLayout title={t('auth.link_social_title')} text={t('auth.link_social_text', { name })}>
        <LinkSocialForm ticket={linkTicket} onSignedIn={onSignedIn} />
      </AuthLayout>
    )
  }
  if (complete && !problem) {
    return (
      <AuthLayout title={t('auth.social_title', { name: VENDOR_NAMES[social] })}>
        <output className={classes.waiting}>
          <Loader size="sm" aria-hidden="true" />
          {t('auth.social_text')}
        </output>
      </AuthLayout>
    )
  }
  const cancelled = error === 'access_denied'
  return (
    <AuthLayout
      title={cancelled ? t('auth.social_cancelled_title') : t('auth.social_failed_title')}
      text={cancelled ? t('auth.social_cancelled_text') : t('auth.social_failed_text')}
    >
      <div className={classes.form}>
        {problem ? <Notice>{problem.text}</Notice> : null}
        <Button component={AppLink} href="/login" size="lg">
          {t('auth.back_to_sign_in')}
        </Button>
      </div>
    </AuthLayout>
  )
}
