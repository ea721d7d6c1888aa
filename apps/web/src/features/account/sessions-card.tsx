import { Button } from '@mantine/core'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { Card } from '@omni/ui/card.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { patchAnswers, useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import classes from './account.module.css'
import { deviceName } from './device-name.ts'

type Session = Out<typeof authCalls.listSessions>['items'][number]

export function SessionsCard() {
  const t = useT()
  const sessions = useCall(authCalls.listSessions, {}, { quiet: true })
  return (
    <Card title={t('account.sessions')} description={t('account.sessions_text')} id="sessions">
      {sessions.isPending ? <RowsSkeleton rows={2} /> : null}
      {sessions.isError ? <ReadFailed reading={sessions} title="account.sessions_failed" /> : null}
      {sessions.data?.items.map((session) => (
        <SessionRow key={session.session_id} session={session} />
      ))}
    </Card>
  )
}

function SessionRow({ session }: { session: Session }) {
  const t = useT()
  const format = useFormat()
  const end = useAct(authCalls.endSession, {
    refresh: [authCalls.listSessions],
    optimistic: ({ session_id }) =>
      patchAnswers(authCalls.listSessions, ({ items }) => ({
        items: items.filter((other) => other.session_id !== session_id),
      })),
  })
  const device = deviceName(session.user_agent) || t('account.unknown_device')
  return (
    <div className={classes.line}>
      <div className={classes.words}>
        <div className={classes.name}>
          <bdi>{device}</bdi>
        </div>
        <div className={classes.note}>
          <bdi dir="ltr">{session.ip}</bdi>
          {` · ${t('account.last_seen', { when: format.ago(session.last_seen_at) })}`}
        </div>
      </div>
      {session.current ? (
        <StatusDot tone="green">{t('account.this_device')}</StatusDot>
      ) : (
        <Button
          size="xs"
          variant="default"
          aria-label={t('account.end_session', { device })}
          onClick={() => void end.run({ session_id: session.session_id })}
        >
          {t('account.end')}
        </Button>
      )}
    </div>
  )
}
