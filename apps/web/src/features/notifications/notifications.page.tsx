import { ActionIcon, Button } from '@mantine/core'
import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { NOTIFICATION_KINDS } from '@omni/domain/notifications/kinds.ts'
import { Chip } from '@omni/ui/chip.tsx'
import type { Columns } from '@omni/ui/data-table-column.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { Page } from '@omni/ui/page.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { IconMail, IconMailOpened } from '@tabler/icons-react'
import { AppLink } from '../../platform/app-link.tsx'
import { type Format, useFormat } from '../../platform/format.ts'
import { type TextKey, type Translate, useT } from '../../platform/i18n.ts'
import { go } from '../../platform/navigation.ts'
import { useList } from '../../platform/list.ts'
import { ListScreen, useRowSelection } from '../../platform/list-screen.tsx'
import { ListTabs } from '../../platform/list-tabs.tsx'
import { useUrlState } from '../../platform/url-state.ts'
import { type NotificationItem, useMarkRead } from '../../shell/mark-read.ts'
import { KIND_TEXTS, NotificationRow } from '../../shell/notification-row.tsx'
import classes from './notifications.module.css'

const PAGE_SIZE = 30
const SETTINGS = '/app/setting/notification'

type Mark = ReturnType<typeof useMarkRead>['mark']

const keyOf = ({ notification_id }: NotificationItem) => notification_id
const stateText = (row: NotificationItem): TextKey => (row.read ? 'notifications.read' : 'notifications.unread')

const columnsFor = (t: Translate, format: Format, mark: Mark): Columns<NotificationItem> => ({
  what: {
    title: t('notifications.what'),
    fixed: true,
    csv: (row) => `${row.title}: ${row.body}`,
    cell: (row) => (
      <div className={classes.what} data-unread={!row.read || undefined}>
        {row.link ? (
          <AppLink
            href={row.link}
            className={classes.title}
            onClick={() => void mark([row.notification_id], true, true)}
          >
            {row.title}
          </AppLink>
        ) : (
          <span className={classes.title}>{row.title}</span>
        )}
        <span className={classes.body}>{row.body}</span>
      </div>
    ),
  },
  kind: {
    title: t('notifications.kind'),
    width: 120,
    cell: (row) => t(KIND_TEXTS[row.kind]),
    csv: (row) => t(KIND_TEXTS[row.kind]),
  },
  state: {
    title: t('notifications.state'),
    width: 110,
    cell: (row) => <StatusDot tone={row.read ? 'grey' : 'accent'}>{t(stateText(row))}</StatusDot>,
    csv: (row) => t(stateText(row)),
  },
  when: {
    title: t('notifications.when'),
    width: 130,
    align: 'end',
    csv: (row) => row.created_at,
    cell: ({ created_at }) => (
      <time dateTime={created_at} title={format.date(created_at)}>
        {format.ago(created_at)}
      </time>
    ),
  },
  act: {
    title: t('table.actions'),
    titleHidden: true,
    fixed: true,
    width: 56,
    align: 'end',
    cell: (row) => {
      const word = t(row.read ? 'notifications.mark_unread' : 'notifications.mark_read')
      const Icon = row.read ? IconMail : IconMailOpened
      return (
        <ActionIcon aria-label={word} title={word} onClick={() => void mark([row.notification_id], !row.read)}>
          <Icon size={16} stroke={ICON_STROKE} />
        </ActionIcon>
      )
    },
  },
})

const toCard = (row: NotificationItem) => (
  <div className={classes.card}>
    <NotificationRow item={row} />
  </div>
)

/** /app/notifications — all of them, by kind, with unread counts (foundation spec §2, §3). */
export function NotificationsPage() {
  const t = useT()
  const format = useFormat()
  const [filters, setFilters] = useUrlState()
  const { mark, markAll, pending } = useMarkRead()
  const kind = NOTIFICATION_KINDS.find((known) => known === filters['kind'])
  const onlyUnread = filters['unread'] === 'true'
  const list = useList(
    notificationCalls.listNotification,
    { page_size: PAGE_SIZE, ...(kind ? { kind } : {}), ...(onlyUnread ? { unread: 'true' as const } : {}) },
    { quiet: true },
  )
  const unread = list.data?.pages[0]?.unread
  const { selection, clear } = useRowSelection(list.data?.rows, keyOf)

  const markSelected = async (read: boolean) => {
    await mark([...selection.keys], read)
    clear()
  }
  return (
    <Page
      title={t('notifications.title')}
      description={unread ? t('notifications.unread_count', { count: unread.total }) : undefined}
      actions={
        <Button variant="default" onClick={() => void markAll()} disabled={!unread?.total} loading={pending}>
          {t('notifications.mark_all')}
        </Button>
      }
    >
      <ListScreen
        name={t('notifications.title')}
        storageKey="notifications"
        list={list}
        failed="notifications.failed"
        more="by_button"
        rowKey={keyOf}
        columns={columnsFor(t, format, mark)}
        selection={selection}
        onOpen={(row) => {
          void mark([row.notification_id], true, true)
          if (row.link) go(row.link)
        }}
        card={toCard}
        nothingFound={
          (kind !== undefined || onlyUnread) && {
            drawing: 'bell',
            title: 'notifications.none_here',
            onClear: () => setFilters({ kind: undefined, unread: undefined }),
            clear: 'notifications.show_all',
          }
        }
        nothingYet={
          <EmptyState
            drawing="bell"
            title={t('notifications.empty')}
            text={t('notifications.empty_text')}
            action={
              <Button variant="default" component={AppLink} href={SETTINGS}>
                {t('notifications.settings')}
              </Button>
            }
          />
        }
        toolbar={
          <ListTabs
            label="notifications.kind"
            tabs={['all', ...NOTIFICATION_KINDS]}
            text={(tab) => (tab === 'all' ? 'notifications.all' : KIND_TEXTS[tab])}
            value={kind ?? 'all'}
            count={(tab) => (tab === 'all' ? unread?.total : tab === 'system' ? undefined : unread?.[tab])}
            onChange={(tab) => setFilters({ kind: tab })}
          >
            <Chip active={onlyUnread} onClick={() => setFilters({ unread: onlyUnread ? undefined : 'true' })}>
              {t('notifications.only_unread')}
            </Chip>
          </ListTabs>
        }
        bulk={
          <>
            <Button size="xs" onClick={() => void markSelected(true)}>
              {t('notifications.mark_read_count', { count: selection.keys.size })}
            </Button>
            <Button size="xs" variant="default" onClick={() => void markSelected(false)}>
              {t('notifications.mark_unread')}
            </Button>
          </>
        }
      />
    </Page>
  )
}
