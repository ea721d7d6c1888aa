import { Anchor, Button, Skeleton } from '@mantine/core'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { ErrorState } from '@omni/ui/error-state.tsx'
import { AppLink } from '../platform/app-link.tsx'
import { useT } from '../platform/i18n.ts'
import { useLatestNotifications } from './latest-notifications.ts'
import { NotificationRow } from './notification-row.tsx'
import { useMarkRead } from './mark-read.ts'
import classes from './top-bar.module.css'

/** The latest, in the bell's popover. */
export function RecentNotifications({ onDone }: { onDone: () => void }) {
  const t = useT()
  const latest = useLatestNotifications()
  const { markAll } = useMarkRead()
  const unread = latest.data?.unread.total ?? 0
  return (
    <>
      <div className={classes.popoverHead}>
        <h2 className={classes.popoverTitle}>{t('notifications.title')}</h2>
        {unread > 0 ? (
          <Button variant="subtle" size="xs" onClick={() => void markAll()}>
            {t('notifications.mark_all')}
          </Button>
        ) : null}
      </div>
      {latest.isError ? (
        <ErrorState
          title={t('notifications.failed')}
          onRetry={() => void latest.refetch()}
          retrying={latest.isFetching}
        />
      ) : null}
      {latest.isPending ? (
        <div className={classes.popoverBody}>
          <Skeleton height={32} />
          <Skeleton height={32} />
          <Skeleton height={32} />
        </div>
      ) : null}
      {latest.data?.items.length === 0 ? (
        <EmptyState compact drawing="bell" title={t('notifications.empty')} text={t('notifications.empty_text')} />
      ) : null}
      {latest.data?.items.map((item) => (
        <NotificationRow key={item.notification_id} item={item} onOpen={onDone} />
      ))}
      <div className={classes.popoverFoot}>
        <Anchor component={AppLink} href="/app/notifications" size="sm" onClick={onDone}>
          {t('notifications.see_all')}
        </Anchor>
        <Anchor component={AppLink} href="/app/setting/notification" size="sm" onClick={onDone}>
          {t('notifications.settings')}
        </Anchor>
      </div>
    </>
  )
}
