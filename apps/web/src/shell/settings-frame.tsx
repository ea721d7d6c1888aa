import { ICON_STROKE } from '@omni/ui/measures.ts'
import { Page } from '@omni/ui/page.tsx'
import {
  type Icon,
  IconBell,
  IconBolt,
  IconBox,
  IconBuildingWarehouse,
  IconCreditCard,
  IconEye,
  IconPlug,
  IconPlugConnected,
  IconReceipt,
  IconSettings,
  IconShoppingBag,
  IconTag,
  IconTruck,
  IconUser,
  IconWallet,
} from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AppLink } from '../platform/app-link.tsx'
import { type TextKey, useT } from '../platform/i18n.ts'
import { hasPath } from '../platform/navigation.ts'
import { useCurrentInSight } from '../platform/use-current-in-sight.ts'
import classes from './settings-frame.module.css'

/** Areas that are not built are absent; a new settings page adds its row here. */
const PAGES: readonly { href: string; text: TextKey; icon: Icon }[] = [
  { href: '/app/setting', text: 'settings.general', icon: IconSettings },
  { href: '/app/setting/account', text: 'settings.account', icon: IconUser },
  { href: '/app/setting/notification', text: 'settings.notification', icon: IconBell },
  { href: '/app/setting/channel', text: 'channels.settings_title', icon: IconShoppingBag },
  { href: '/app/setting/integration', text: 'integrations.title', icon: IconPlug },
  { href: '/app/setting/source-account', text: 'source_accounts.title', icon: IconPlugConnected },
  { href: '/app/setting/product', text: 'product_settings.product', icon: IconBox },
  { href: '/app/setting/order/order-placement', text: 'order_settings.title', icon: IconTruck },
  { href: '/app/setting/zopi-fulfillment', text: 'house_option.title', icon: IconBuildingWarehouse },
  { href: '/app/setting/selling-price', text: 'selling_price.title', icon: IconTag },
  { href: '/app/setting/monitoring', text: 'product_settings.monitoring', icon: IconEye },
  { href: '/app/setting/automation', text: 'product_settings.automation', icon: IconBolt },
  { href: '/app/setting/billing', text: 'shell.billing_plan', icon: IconReceipt },
  { href: '/app/setting/wallet', text: 'settings.wallet', icon: IconWallet },
  { href: '/app/setting/payments', text: 'settings.payments', icon: IconCreditCard },
]

interface SettingsFrameProps {
  title: string
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** Settings: inner nav 184 and content (look 10-wallet). */
export function SettingsFrame({ title, description, actions, children }: SettingsFrameProps) {
  const t = useT()
  const { pathname } = useLocation()
  const bar = useCurrentInSight<HTMLUListElement>(pathname)
  return (
    <div className={classes.frame}>
      <nav className={classes.nav} aria-label={t('settings.title')}>
        <p className={classes.title}>{t('settings.title')}</p>
        <ul className={classes.list} ref={bar}>
          {PAGES.filter(({ href }) => hasPath(href)).map(({ href, text, icon: PageIcon }) => (
            <li key={href}>
              <AppLink
                href={href}
                className={classes.item}
                data-place={href}
                aria-current={pathname === href ? 'page' : undefined}
              >
                <PageIcon size={18} stroke={ICON_STROKE} aria-hidden="true" />
                {t(text)}
              </AppLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.content}>
        <Page title={title} description={description} actions={actions} width="narrow">
          {children}
        </Page>
      </div>
    </div>
  )
}
