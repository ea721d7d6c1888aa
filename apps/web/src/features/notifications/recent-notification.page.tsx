import { Button } from '@mantine/core'
import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { Card } from '@omni/ui/card.tsx'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { Page } from '@omni/ui/page.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { NotificationRow } from '../../shell/notification-row.tsx'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'

const RECENT = { page_size: 20 } as const // spec: not shown how many are recent

/** /app/recent-notification — the latest twenty on one narrow page (foundation spec §2). */
export function RecentNotificationPage() {
  const t = useT()
  const recent = useCall(notificationCalls.listNotification, RECENT, { quiet: true })
  return (
    <Page
      title={t('notifications.recent_title')}
      description={t('notifications.recent_text')}
      width="narrow"
      actions={
        <Button variant="default" component={AppLink} href="/app/notifications">
          {t('notifications.see_all')}
        </Button>
      }
    >
      <Card flush>
        {recent.isPending ? <RowsSkeleton rows={6} /> : null}
        {recent.isError ? <ReadFailed reading={recent} title="notifications.failed" /> : null}
        {recent.data?.items.length === 0 ? (
          <EmptyState drawing="bell" title={t('notifications.empty')} text={t('notifications.empty_text')} />
        ) : null}
        {recent.data?.items.map((item) => (
          <NotificationRow key={item.notification_id} item={item} />
        ))}
      </Card>
    </Page>
  )
}
