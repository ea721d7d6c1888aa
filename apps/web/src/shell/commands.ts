import { LANGUAGES } from '@omni/domain/languages.ts'
import { useMantineColorScheme } from '@mantine/core'
import {
  type Icon,
  IconArrowRight,
  IconBell,
  IconBuilding,
  IconChartBar,
  IconCompass,
  IconHome,
  IconKeyboard,
  IconLanguage,
  IconListDetails,
  IconLogout,
  IconPhotoSearch,
  IconPlugConnected,
  IconPlus,
  IconSearch,
  IconSettings,
  IconShoppingBag,
  IconUser,
} from '@tabler/icons-react'
import { changeLanguage, signOut, switchWorkplace, useAccount } from '../platform/account.ts'
import { type TextKey, useLanguage, useT } from '../platform/i18n.ts'
import { go, knownPaths } from '../platform/navigation.ts'
import { useWorkplaceId } from '../platform/session.ts'
import { JUMPS } from './jumps.ts'
import { openPanel } from '../platform/panels.ts'
import { useMarkRead } from './mark-read.ts'
import { SCHEMES } from './color-schemes.ts'

/** What Omni itself offers comes first: records and the catalogue have something for almost every word. */
export const GROUPS = [
  'recent',
  'go_to',
  'actions',
  'products',
  'orders',
  'parcels',
  'stores',
  'suppliers',
  'catalogue',
] as const
export type CommandGroup = (typeof GROUPS)[number]

export interface Command {
  id: string
  group: CommandGroup
  title: string
  hint?: string
  /** Further words it is found by; nobody sees them. */
  also?: string
  image?: string | null
  /** A price, or what an order comes to. */
  figure?: string
  /** Where it leads; absent: it does something. */
  href?: string
  icon: Icon
  /** Keys that do the same. */
  keys?: string
  run: () => void
}

const PATH_ICONS: Record<string, Icon> = {
  '/app': IconHome,
  '/app/notifications': IconBell,
  '/app/recent-notification': IconBell,
  '/app/setting': IconSettings,
  '/app/setting/account': IconUser,
  '/app/catalog': IconCompass,
  '/app/find-product': IconSearch,
  '/app/find-product/image': IconPhotoSearch,
  '/app/setting/source-account': IconPlugConnected,
  '/app/channel': IconShoppingBag,
  '/app/setting/channel': IconShoppingBag,
  '/app/list': IconListDetails,
  '/app/store-analytics': IconChartBar,
}

/** Pages that others lead to: opened by themselves they have nothing to say. */
const NOT_OFFERED: readonly string[] = [
  '/app/ob-welcome',
  '/app/orders/payment-success',
  '/app/auth/bind/platform',
  '/app/v2/orders',
  '/app/recent-notification',
]
/** Pages outside that a seller looks for. */
const OUTSIDE: readonly string[] = ['/public/pricing', '/public/help', '/recommended/apps']
/** Tabs of one page share its title; here each has its own. */
const TITLES: Partial<Record<string, TextKey>> = {
  '/app/orders/shipment': 'palette.shipments',
  '/app/orders/cancel-refund': 'palette.refunds',
}

/** Every route that can be opened without an id, and the common actions. */
export function useCommands(): Command[] {
  const t = useT()
  const { workplaces } = useAccount()
  const current = useWorkplaceId()
  const language = useLanguage()
  const { setColorScheme } = useMantineColorScheme()
  const { markAll } = useMarkRead()
  const pages = knownPaths()
    .filter(({ path, auth }) => !path.includes('{') && (auth ? !NOT_OFFERED.includes(path) : OUTSIDE.includes(path)))
    .map(({ path, title }): Command => {
      const keys = JUMPS.find(({ href }) => href === path)?.keys
      const icon = PATH_ICONS[path] ?? IconArrowRight
      return {
        id: path,
        group: 'go_to',
        title: t(TITLES[path] ?? title),
        ...(path.startsWith('/app/setting') ? { hint: t('shell.settings') } : {}),
        also: path.replaceAll(/[/-]/g, ' '),
        icon,
        href: path,
        run: () => go(path),
        ...(keys ? { keys } : {}),
      }
    })
  return [
    { id: 'read', group: 'actions', title: t('palette.mark_all_read'), icon: IconBell, run: () => void markAll() },
    {
      id: 'new-workplace',
      group: 'actions',
      title: t('workplaces.create'),
      icon: IconPlus,
      run: () => openPanel('create_workplace'),
    },
    ...workplaces
      .filter(({ id }) => id !== current)
      .map(({ id, name }): Command => ({
        id: `workplace-${id}`,
        group: 'actions',
        title: t('palette.switch_to', { name }),
        hint: t('shell.workplace'),
        icon: IconBuilding,
        run: () => void switchWorkplace(id),
      })),
    ...SCHEMES.map(({ value, text, icon }): Command => ({
      id: `theme-${value}`,
      group: 'actions',
      title: t(text),
      hint: t('theme.title'),
      icon,
      run: () => setColorScheme(value),
    })),
    ...LANGUAGES.filter(({ code }) => code !== language).map(({ code, name }): Command => ({
      id: `language-${code}`,
      group: 'actions',
      title: name,
      hint: t('shell.language'),
      icon: IconLanguage,
      run: () => void changeLanguage(code),
    })),
    {
      id: 'keys',
      group: 'actions',
      title: t('keys.title'),
      icon: IconKeyboard,
      keys: '?',
      run: () => openPanel('keys'),
    },
    { id: 'sign-out', group: 'actions', title: t('shell.log_out'), icon: IconLogout, run: () => void signOut() },
    ...pages,
  ]
}

/** Every typed word must be somewhere in it; titles that begin with the text come first. */
export function matchCommands<C extends Pick<Command, 'title' | 'hint' | 'also'>>(
  commands: readonly C[],
  typed: string,
): C[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const text = ({ title, hint = '', also = '' }: C) => `${title} ${hint} ${also}`.toLowerCase()
  const begins = (command: C) => (command.title.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1)
  return commands
    .filter((command) => words.every((word) => text(command).includes(word)))
    .toSorted((a, b) => begins(a) - begins(b))
}

/** Actions in the order of their use; what was never used stays as it is listed. */
export const byUse = (commands: readonly Command[], used: readonly { id: string; times: number }[]): Command[] => {
  const times = new Map(used.map((one) => [one.id, one.times]))
  const weight = ({ id, group }: Command) => (group === 'actions' ? (times.get(id) ?? 0) : 0)
  return commands.toSorted((a, b) => weight(b) - weight(a))
}
