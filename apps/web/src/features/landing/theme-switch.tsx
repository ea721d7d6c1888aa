import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useT } from '../../platform/i18n.ts'
import classes from './theme-switch.module.css'

/** Light or dark, remembered by this browser. Until it is pressed the page follows the system. */
export function ThemeSwitch() {
  const t = useT()
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const Icon = dark ? IconSun : IconMoon
  return (
    <button type="button" className={classes.button} onClick={() => setColorScheme(dark ? 'light' : 'dark')}>
      <Icon size={16} stroke={ICON_STROKE} aria-hidden="true" />
      <span>{dark ? t('theme.light') : t('theme.dark')}</span>
    </button>
  )
}
