/** Where each entry of domain/shell/menu-rules.ts leads, its word and its icon. */
import type { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import {
  type ExtraEntry,
  extraEntries,
  type MobileEntry,
  mobileEntries,
  type ShellFlags,
  type SidebarEntry,
  sidebarEntries,
} from '@omni/domain/shell/menu-rules.ts'
import {
  type Icon,
  IconBuildingWarehouse,
  IconChartBar,
  IconCompass,
  IconDownload,
  IconHome,
  IconLifebuoy,
  IconMenu2,
  IconPackage,
  IconSettings,
  IconShoppingCart,
  IconTool,
} from '@tabler/icons-react'
import { HELP_CENTER_URL } from '../platform/addresses.ts'
import type { TextKey } from '../platform/i18n.ts'
import { hasPath } from '../platform/navigation.ts'

type Entry = SidebarEntry | ExtraEntry | MobileEntry

export interface MenuItem {
  entry: Entry
  href: string
  text: TextKey
  icon: Icon
}

/** spec: not shown which path belongs to which name. */
const ITEMS: Record<Entry, Omit<MenuItem, 'entry'>> = {
  home: { href: '/app', text: 'shell.home', icon: IconHome },
  catalog: { href: '/app/catalog', text: 'shell.catalog', icon: IconCompass },
  import_list: { href: '/app/products-import', text: 'shell.import_list', icon: IconDownload },
  products: { href: '/app/products', text: 'shell.products', icon: IconPackage },
  inventory: { href: '/app/inventory', text: 'shell.inventory', icon: IconBuildingWarehouse },
  orders: { href: '/app/orders', text: 'shell.orders', icon: IconShoppingCart },
  analytics: { href: '/app/store-analytics', text: 'analytics.title', icon: IconChartBar },
  general_setting: { href: '/app/setting', text: 'shell.settings', icon: IconSettings },
  manage: { href: '/app/manage', text: 'shell.manage', icon: IconTool },
  help_center: { href: HELP_CENTER_URL, text: 'shell.help_center', icon: IconLifebuoy },
  more: { href: '', text: 'shell.more', icon: IconMenu2 },
}

type Counts = Pick<Out<typeof importListCalls.getProductCounts>, 'unpushed' | 'pushed'>

/** What stands behind an entry's word. */
export const COUNTERS: Record<string, (counts: Counts) => number> = {
  import_list: ({ unpushed }) => unpushed,
  products: ({ pushed }) => pushed,
}

/** Entries of areas that are not built are left out. */
const built = (entries: readonly Entry[]): MenuItem[] =>
  entries
    .map((entry) => ({ entry, ...ITEMS[entry] }))
    .filter(({ entry, href }) => entry === 'more' || !href.startsWith('/') || hasPath(href))

/** §2 hides home; while nothing else of the list is built, home stands in rather than an empty sidebar. */
export function sidebarItems(flags: ShellFlags): MenuItem[] {
  const items = built(sidebarEntries(flags))
  return items.length > 0 ? items : built(['home'])
}
export const extraItems = (flags: ShellFlags) => built(extraEntries(flags))
export const mobileItems = (flags: ShellFlags) => built(mobileEntries(flags))
