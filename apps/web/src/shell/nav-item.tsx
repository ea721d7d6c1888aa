import { ICON_STROKE } from '@omni/ui/measures.ts'
import { AppLink } from '../platform/app-link.tsx'
import { useT } from '../platform/i18n.ts'
import type { MenuItem } from './menu-entries.ts'
import { OutsideMark } from './outside-mark.tsx'
import classes from './sidebar.module.css'

interface NavItemProps {
  item: MenuItem
  selected: boolean
  /** The entry's count, written by its area. */
  badge?: string | undefined
  onOpen?: () => void
}

/** One row of the sidebar. */
export function NavItem({ item, selected, badge, onOpen }: NavItemProps) {
  const t = useT()
  const outside = !item.href.startsWith('/')
  return (
    <li>
      <AppLink href={item.href} className={classes.item} aria-current={selected ? 'page' : undefined} onClick={onOpen}>
        <item.icon size={18} stroke={ICON_STROKE} aria-hidden="true" />
        <span className={classes.word}>{t(item.text)}</span>
        {badge ? <bdi className={classes.badge}>{badge}</bdi> : null}
        {outside ? <OutsideMark /> : null}
      </AppLink>
    </li>
  )
}
