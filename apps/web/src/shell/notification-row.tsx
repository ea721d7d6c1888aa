import { VisuallyHidden } from '@mantine/core'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconBuildingStore, IconInfoCircle, IconPackage, IconShoppingCart } from '@tabler/icons-react'
import { AppLink } from '../platform/app-link.tsx'
import { useFormat } from '../platform/format.ts'
import { type TextKey, useT } from '../platform/i18n.ts'
import { type NotificationItem, useMarkRead } from './mark-read.ts'
import classes from './notification-row.module.css'

const KIND_ICONS = {
  product: IconPackage,
  supplier: IconBuildingStore,
  order: IconShoppingCart,
  system: IconInfoCircle,
} as const
export const KIND_TEXTS: Record<NotificationItem['kind'], TextKey> = {
  product: 'notifications.kind_product',
  supplier: 'notifications.kind_supplier',
  order: 'notifications.kind_order',
  system: 'notifications.kind_system',
}

/** Opening a notification reads it. */
export function NotificationRow({ item, onOpen }: { item: NotificationItem; onOpen?: () => void }) {
  const t = useT()
  const format = useFormat()
  const { mark } = useMarkRead()
  const Icon = KIND_ICONS[item.kind]
  const open = () => {
    if (!item.read) void mark([item.notification_id], true, true)
    onOpen?.()
  }
  const content = (
    <>
      <span className={classes.icon}>
        <Icon size={16} stroke={ICON_STROKE} aria-hidden="true" />
      </span>
      <span className={classes.words}>
        <span className={classes.title}>{item.title}</span>
        <span className={classes.body}>{item.body}</span>
      </span>
      <span className={classes.end}>
        <time dateTime={item.created_at}>{format.ago(item.created_at)}</time>
        {item.read ? null : (
          <span className={classes.dot}>
            <VisuallyHidden>{t('notifications.unread')}</VisuallyHidden>
          </span>
        )}
      </span>
    </>
  )
  return item.link ? (
    <AppLink className={classes.row} href={item.link} onClick={open}>
      {content}
    </AppLink>
  ) : (
    <button type="button" className={classes.row} onClick={open}>
      {content}
    </button>
  )
}
