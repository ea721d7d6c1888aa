import { Button } from '@mantine/core'
import { topBarEntries } from '@omni/domain/shell/menu-rules.ts'
import { Kbd } from '@omni/ui/kbd.tsx'
import { Logo } from '@omni/ui/logo.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconHelpCircle, IconSearch, IconSparkles } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useShellFlags } from '../platform/account.ts'
import { AppLink } from '../platform/app-link.tsx'
import { useT } from '../platform/i18n.ts'
import { hasPath } from '../platform/navigation.ts'
import { modKey } from '../platform/shortcuts.ts'
import { AppSwitcher } from './app-switcher.tsx'
import { Bell } from './bell.tsx'
import { helpFor } from './help-for-path.ts'
import { LanguageMenu } from './language-menu.tsx'
import { openPanel } from '../platform/panels.ts'
import classes from './top-bar.module.css'
import { UsagePopover } from './usage-popover.tsx'
import { UserMenu } from './user-menu.tsx'

const CHANGE_PLAN = '/app/setting/billing-plan/change-plan'
const PRICING = '/public/pricing'

/** Foundation spec §2, top bar: 56 px, entries by domain/shell/menu-rules.ts. On a phone some are in "More". */
export function TopBar({ mobile }: { mobile: boolean }) {
  const t = useT()
  const entries = topBarEntries(useShellFlags())
  const { pathname } = useLocation()
  return (
    <header className={classes.bar}>
      <AppLink href="/app" className={classes.brand} aria-label={t('shell.go_home')}>
        <Logo />
      </AppLink>
      <button
        type="button"
        className={classes.search}
        onClick={() => openPanel('palette')}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <IconSearch size={17} stroke={ICON_STROKE} aria-hidden="true" />
        <span className={classes.searchWord}>{t('shell.search')}</span>
        <span className={classes.searchKey} aria-hidden="true">
          <Kbd>{`${modKey()} K`}</Kbd>
        </span>
      </button>
      <div className={classes.entries}>
        {entries.includes('upgrade') && !mobile ? (
          <Button
            component={AppLink}
            href={hasPath(CHANGE_PLAN) ? CHANGE_PLAN : PRICING}
            variant="light"
            className={classes.upgrade ?? ''}
            leftSection={<IconSparkles size={16} stroke={ICON_STROKE} aria-hidden="true" />}
          >
            {t('shell.upgrade')}
          </Button>
        ) : null}
        {entries.includes('usage') && !mobile ? <UsagePopover /> : null}
        {entries.includes('language') && !mobile ? <LanguageMenu /> : null}
        {mobile ? null : (
          <AppLink
            href={helpFor(pathname)}
            className={classes.icon}
            aria-label={t('help.about_page')}
            title={t('help.about_page')}
          >
            <IconHelpCircle size={19} stroke={ICON_STROKE} aria-hidden="true" />
          </AppLink>
        )}
        {entries.includes('notifications') ? <Bell /> : null}
        {entries.includes('app_switcher') && !mobile ? <AppSwitcher /> : null}
        {entries.includes('user_menu') ? <UserMenu /> : null}
      </div>
    </header>
  )
}
