import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { selectedEntry } from '@omni/domain/shell/menu-rules.ts'
import { useLocation } from '@tanstack/react-router'
import { useShellFlags } from '../platform/account.ts'
import { useFormat } from '../platform/format.ts'
import { useT } from '../platform/i18n.ts'
import { useCall } from '../platform/query.ts'
import { COUNTERS, extraItems, sidebarItems } from './menu-entries.ts'
import { NavItem } from './nav-item.tsx'
import classes from './sidebar.module.css'
import { WorkplaceSelector } from './workplace-selector.tsx'

/** Foundation spec §2, desktop sidebar: workplace, entries, Extra at the bottom. */
export function Sidebar() {
  const t = useT()
  const flags = useShellFlags()
  const selected = selectedEntry(useLocation().pathname)
  const extra = extraItems(flags)
  const format = useFormat()
  const counts = useCall(importListCalls.getProductCounts, {}, { quiet: true, keep: true }).data
  const orders = useCall(orderCalls.countOrderStatus, {}, { quiet: true, keep: true }).data?.unfulfilled
  const badge = (entry: string) => {
    const count = entry === 'orders' ? orders : counts && COUNTERS[entry]?.(counts)
    return count ? format.number(count) : undefined
  }
  return (
    <aside className={classes.sidebar} aria-label={t('shell.sidebar')}>
      <WorkplaceSelector />
      <nav className={classes.nav} aria-label={t('shell.main_menu')}>
        <ul className={classes.list}>
          {sidebarItems(flags).map((item) => (
            <NavItem key={item.entry} item={item} selected={item.entry === selected} badge={badge(item.entry)} />
          ))}
        </ul>
        {extra.length > 0 ? (
          <div className={classes.extra}>
            <h2 className={classes.heading}>{t('shell.extra')}</h2>
            <ul className={classes.list}>
              {extra.map((item) => (
                <NavItem key={item.entry} item={item} selected={item.entry === selected} />
              ))}
            </ul>
          </div>
        ) : null}
      </nav>
    </aside>
  )
}
