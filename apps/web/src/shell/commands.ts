import { LANGUAGES } from '@omni/domain/languages.ts'
import { useMantineColorScheme } from '@mantine/core'
import {
  type Icon,
  IconArrowRight,
  IconBell,
  IconBuilding,
  IconExternalLink,
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
import { HELP_CENTER_URL } from '../platform/addresses.ts'
import { useLanguage, useT } from '../platform/i18n.ts'
import { go, knownPaths } from '../platform/navigation.ts'
import { useWorkplaceId } from '../platform/session.ts'
import { JUMPS } from './jumps.ts'
import { openPanel } from '../platform/panels.ts'
import { useMarkRead } from './mark-read.ts'
import { SCHEMES } from './user-menu.tsx'

export interface Command {
  id: string
  group: 'actions' | 'go_to'
  title: string
  hint?: string
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
}

/** These do something by being opened, or need what a platform sends along. */
const NOT_OFFERED: readonly string[] = ['/signout', '/callback', '/install']

/** Every route that can be opened without an id, and the common actions. */
export function useCommands(): Command[] {
  const t = useT()
  const { workplaces } = useAccount()
  const current = useWorkplaceId()
  const language = useLanguage()
  const { setColorScheme } = useMantineColorScheme()
  const { markAll } = useMarkRead()
  const pages = knownPaths()
    .filter(({ path }) => !path.includes('{') && !NOT_OFFERED.includes(path))
    .map(({ path, title }): Command => {
      const keys = JUMPS.find(({ href }) => href === path)?.keys
      const icon = PATH_ICONS[path] ?? IconArrowRight
      return {
        id: path,
        group: 'go_to',
        title: t(title),
        hint: path,
        icon,
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
    {
      id: 'help',
      group: 'actions',
      title: t('shell.help_center'),
      icon: IconExternalLink,
      run: () => window.open(HELP_CENTER_URL, '_blank', 'noreferrer'),
    },
    { id: 'sign-out', group: 'actions', title: t('shell.log_out'), icon: IconLogout, run: () => void signOut() },
    ...pages,
  ]
}

/** Every typed word must be somewhere in the title or the hint; titles that begin with the text come first. */
export function matchCommands<C extends Pick<Command, 'title' | 'hint'>>(commands: readonly C[], typed: string): C[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const text = (command: C) => `${command.title} ${command.hint ?? ''}`.toLowerCase()
  const begins = (command: C) => (command.title.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1)
  return commands
    .filter((command) => words.every((word) => text(command).includes(word)))
    .toSorted((a, b) => (words.length > 0 ? begins(a) - begins(b) : 0))
}
