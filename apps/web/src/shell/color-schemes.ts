import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'

export const SCHEMES = [
  { value: 'auto', text: 'theme.auto', icon: IconDeviceDesktop },
  { value: 'light', text: 'theme.light', icon: IconSun },
  { value: 'dark', text: 'theme.dark', icon: IconMoon },
] as const
