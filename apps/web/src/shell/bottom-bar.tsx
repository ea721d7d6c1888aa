import { selectedEntry } from '@omni/domain/shell/menu-rules.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { useLocation } from '@tanstack/react-router'
import { useShellFlags } from '../platform/account.ts'
import { AppLink } from '../platform/app-link.tsx'
import { useT } from '../platform/i18n.ts'
import classes from './bottom-bar.module.css'
import { mobileItems } from './menu-entries.ts'
import { openPanel } from '../platform/panels.ts'

/** Foundation spec §2, mobile bottom navigation: 64 px, icons 22. */
export function BottomBar() {
  const t = useT()
  const selected = selectedEntry(useLocation().pathname)
  return (
    <nav className={classes.bar} aria-label={t('shell.main_menu')}>
      {mobileItems(useShellFlags()).map(({ entry, href, text, icon: Icon }) => {
        const content = (
          <>
            <Icon size={22} stroke={ICON_STROKE} aria-hidden="true" />
            <span>{t(text)}</span>
          </>
        )
        if (entry === 'more')
          return (
            <button key={entry} type="button" className={classes.item} onClick={() => openPanel('more')}>
              {content}
            </button>
          )
        return (
          <AppLink
            key={entry}
            className={classes.item}
            href={href}
            aria-current={entry === selected ? 'page' : undefined}
          >
            {content}
          </AppLink>
        )
      })}
    </nav>
  )
}
