import { Button, Textarea } from '@mantine/core'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { telemetryCalls } from '@omni/contracts/telemetry.calls.ts'
import { Card } from '@omni/ui/card.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { Page } from '@omni/ui/page.tsx'
import { IconBulb, IconLifebuoy, IconUsers } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { FEATUREBASE_URL, HELP_CENTER_URL, PARTNERS_URL } from '../../platform/addresses.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { fieldErrors, useCall } from '../../platform/query.ts'
import { toast } from '../../platform/toasts.tsx'
import { OutsideMark } from '../../shell/outside-mark.tsx'
import classes from './home.module.css'

/** /app/community — where to find others, and a line to us (foundation spec §2). */
export function CommunityPage() {
  const t = useT()
  return (
    <Page title={t('community.title')} description={t('community.text')}>
      <div className={classes.columns}>
        <div className={classes.column}>
          <FeedbackCard />
        </div>
        <div className={classes.column}>
          <LinksCard />
        </div>
      </div>
    </Page>
  )
}

function FeedbackCard() {
  const t = useT()
  const [feedback, setFeedback] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const sendFeedback = useAct(telemetryCalls.recordMvpFeedback, { refresh: [] })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (feedback.trim() === '') return setProblem(t('form.required'))
    const reply = await sendFeedback.run({ mvp: 'community', feedback })
    if (!reply.success) return setProblem(fieldErrors(reply)['feedback'] ?? null) // what was written stays
    setFeedback('')
    if (reply.message === '') toast('success', t('community.sent'))
  }
  return (
    <Card title={t('community.feedback')} description={t('community.feedback_text')}>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <Textarea
          className={classes.wide ?? ''}
          label={t('community.message')}
          autosize
          minRows={5}
          maxRows={16}
          maxLength={5000}
          value={feedback}
          error={problem}
          onChange={(event) => {
            setFeedback(event.currentTarget.value)
            setProblem(null)
          }}
        />
        <Button type="submit" loading={sendFeedback.pending}>
          {t('community.send')}
        </Button>
      </form>
    </Card>
  )
}

function LinksCard() {
  const t = useT()
  // The board opens signed in; without a token from the server it would ask for yet another account.
  const board = useCall(authCalls.getFeaturebaseToken, {}, { enabled: FEATUREBASE_URL !== '', quiet: true })
  const links = [
    ...(board.data
      ? [
          {
            href: `${FEATUREBASE_URL}?jwt=${encodeURIComponent(board.data.token)}`,
            title: t('community.board'),
            note: t('community.board_text'),
            icon: IconBulb,
          },
        ]
      : []),
    { href: HELP_CENTER_URL, title: t('shell.help_center'), note: t('community.help_text'), icon: IconLifebuoy },
    ...(PARTNERS_URL === ''
      ? []
      : [{ href: PARTNERS_URL, title: t('community.partners'), note: t('community.partners_text'), icon: IconUsers }]),
  ]
  return (
    <Card title={t('community.links')}>
      <ul className={classes.links}>
        {links.map(({ href, title, note, icon: Icon }) => (
          <li key={href}>
            <AppLink href={href} className={classes.link}>
              <Icon size={20} stroke={ICON_STROKE} aria-hidden="true" />
              <span className={classes.linkWords}>
                <span className={classes.what}>{title}</span>
                <span className={classes.linkNote}>{note}</span>
              </span>
              {href.startsWith('/') ? null : <OutsideMark />}
            </AppLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}
