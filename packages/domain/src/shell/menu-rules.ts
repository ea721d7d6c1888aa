/** Foundation spec §2 "Shell and navigation" and §6: which entry is visible to whom. */
export type ShellFlags = {
  embedded: boolean
  /** Mobile wrapper whose store rules forbid selling inside it. */
  billing_hidden: boolean
  is_user_mkt: boolean
  /** The provider that bills an embedded user; empty when none is named. */
  payment_provider: string | null
  onboarding: boolean
  has_shop: boolean
  /** On a free plan. */
  free: boolean
}

export type SidebarEntry =
  | 'home'
  | 'catalog'
  | 'import_list'
  | 'products'
  | 'inventory'
  | 'orders'
  | 'analytics'
  | 'general_setting'
  | 'manage'
export type ExtraEntry = 'general_setting' | 'manage' | 'help_center'
export type MobileEntry = 'home' | 'catalog' | 'products' | 'orders' | 'more' | 'general_setting'
export type TopBarEntry = 'upgrade' | 'usage' | 'language' | 'notifications' | 'app_switcher' | 'user_menu'
export type UserMenuEntry = 'billing_plan' | 'linked_stores' | 'help_center' | 'log_out'
export type AppEntry = 'omni' | 'researcher' | 'extension'

type Visibility<E extends string> = readonly (readonly [entry: E, visible: boolean])[]

const visible = <E extends string>(entries: Visibility<E>): E[] =>
  entries.filter(([, on]) => on).map(([entry]) => entry)

/**
 * §2: home, inventory and the manage page exist but are hidden. The import list is hidden there too, but carries a
 * badge; it is where sellers work all day, so it is shown here. Analytics has no entry there: spec: not shown.
 */
export const sidebarEntries = (flags: Pick<ShellFlags, 'embedded'>): SidebarEntry[] =>
  visible<SidebarEntry>([
    ['home', false],
    ['catalog', true],
    ['import_list', true],
    ['products', true],
    ['inventory', false],
    ['orders', true],
    ['analytics', true],
    ['general_setting', flags.embedded],
    ['manage', false],
  ])

/** §2: the bottom section titled Extra; empty means the section itself is hidden. */
export const extraEntries = (flags: Pick<ShellFlags, 'embedded' | 'billing_hidden'>): ExtraEntry[] =>
  visible<ExtraEntry>([
    ['general_setting', !flags.embedded && !flags.billing_hidden],
    ['manage', false],
    ['help_center', !flags.embedded],
  ])

/** §6 says embedded mode changes this bar; spec: not shown how: settings take the place of More, as in the sidebar. */
export const mobileEntries = (flags: Pick<ShellFlags, 'embedded' | 'billing_hidden'>): MobileEntry[] =>
  visible<MobileEntry>([
    ['home', true],
    ['catalog', true],
    ['products', true],
    ['orders', true],
    ['more', !flags.embedded && !flags.billing_hidden],
    ['general_setting', flags.embedded],
  ])

/** §2: Upgrade only for a user with a shop on a free plan; §6: it is a billing link, so it goes where those go. */
export const topBarEntries = (
  flags: Pick<ShellFlags, 'has_shop' | 'free' | 'is_user_mkt' | 'billing_hidden'>,
): TopBarEntry[] =>
  visible<TopBarEntry>([
    ['upgrade', flags.has_shop && flags.free && !flags.is_user_mkt && !flags.billing_hidden],
    ['usage', true],
    ['language', true],
    ['notifications', true],
    ['app_switcher', true],
    ['user_menu', true],
  ])

/** §2: not for marketplace users, embedded users paying via a named provider, in onboarding, or with billing hidden. */
const isBillingPlanShown = (
  flags: Pick<ShellFlags, 'embedded' | 'billing_hidden' | 'is_user_mkt' | 'payment_provider' | 'onboarding'>,
): boolean =>
  !flags.is_user_mkt && !(flags.embedded && flags.payment_provider) && !flags.onboarding && !flags.billing_hidden

export const userMenuEntries = (
  flags: Pick<ShellFlags, 'embedded' | 'billing_hidden' | 'is_user_mkt' | 'payment_provider' | 'onboarding'>,
): UserMenuEntry[] =>
  visible<UserMenuEntry>([
    ['billing_plan', isBillingPlanShown(flags)],
    ['linked_stores', !flags.onboarding],
    ['help_center', true],
    ['log_out', true],
  ])

/** §2: the extension entry is hidden. The researcher is another app: an operator without one does not offer it. */
export const appSwitcherEntries = ({ researcher }: { researcher: boolean }): AppEntry[] =>
  visible<AppEntry>([
    ['omni', true],
    ['researcher', researcher],
    ['extension', false],
  ])

/** spec: not shown which path belongs to which entry. A prefix ends at a slash, so none hides another. */
const PATHS: readonly (readonly [prefix: string, entry: SidebarEntry])[] = [
  ['/app/catalog', 'catalog'],
  ['/app/find-product', 'catalog'],
  ['/app/pod-product', 'catalog'],
  ['/app/products-import', 'import_list'],
  ['/app/products-center', 'products'],
  ['/app/products', 'products'],
  ['/app/list', 'products'],
  ['/app/inventory', 'inventory'],
  ['/app/orders', 'orders'],
  ['/app/v2/orders', 'orders'],
  ['/app/store-analytics', 'analytics'],
  ['/app/setting', 'general_setting'],
  ['/app/manage', 'manage'],
]

/** §2: the selected item derives from the path; the home path selects home. */
export function selectedEntry(path: string): SidebarEntry | undefined {
  let clean = path.split(/[?#]/)[0] ?? ''
  while (clean.endsWith('/')) clean = clean.slice(0, -1)
  if (clean === '/app') return 'home'
  return PATHS.find(([prefix]) => clean === prefix || clean.startsWith(`${prefix}/`))?.[1]
}
