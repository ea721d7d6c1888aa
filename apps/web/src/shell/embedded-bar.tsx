import { selectedEntry } from '@omni/domain/shell/menu-rules.ts'
import { Logo } from '@omni/ui/logo.tsx'
import { useLocation } from '@tanstack/react-router'
import { useShellFlags } from '../platform/account.ts'
import { AppLink } from '../platform/app-link.tsx'
import { useT } from '../platform/i18n.ts'
import { Bell } from './bell.tsx'
import { OpenAlone } from './open-alone.tsx'
import classes from './embedded-bar.module.css'
import { LanguageMenu } from './language-menu.tsx'
import { sidebarItems } from './menu-entries.ts'
import { UsagePopover } from './usage-popover.tsx'
import { UserMenu } from './user-menu.tsx'

/**
 * The shell inside a store's admin, which has a sidebar of its own: one bar with our entries as tabs (spec: not shown).
 */
export function EmbeddedBar({ mobile }: { mobile: boolean }) {
  const t = useT()
  const flags = useShellFlags()
  const selected = selectedEntry(useLocation().pathname)
  return (
    <header className={classes.bar}>
      <AppLink className={classes.brand} href="/app" aria-label={t('shell.go_home')}>
        <Logo />
      </AppLink>
      <nav className={classes.nav} aria-label={t('shell.main_menu')}>
        <ul className={classes.tabs}>
          {sidebarItems(flags).map((item) => (
            <li key={item.entry}>
              <AppLink
                className={classes.tab}
                href={item.href}
                aria-current={item.entry === selected ? 'page' : undefined}
              >
                {t(item.text)}
              </AppLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.end}>
        <OpenAlone />
        {mobile ? null : <UsagePopover />}
        {mobile ? null : <LanguageMenu />}
        <Bell />
        <UserMenu />
      </div>
    </header>
  )
}
