import { Menu, VisuallyHidden } from '@mantine/core'
import { findLanguage, LANGUAGES } from '@omni/domain/languages.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import { changeLanguage } from '../platform/account.ts'
import { useLanguage, useT } from '../platform/i18n.ts'
import classes from './top-bar.module.css'

/** 'EN', but a name nobody has to decode where the script is not Latin. */
function shortName(code: string): string {
  const name = findLanguage(code)?.name ?? code
  return /\p{Script=Latin}/u.test(name) ? (code.split('-')[0] ?? code).toUpperCase() : name
}

export function LanguageMenu() {
  const t = useT()
  const current = useLanguage()
  return (
    <Menu position="bottom-end" width={220} withinPortal={false}>
      <Menu.Target>
        <button type="button" className={classes.entry}>
          <VisuallyHidden>{t('shell.language')}</VisuallyHidden>
          <IconLanguage size={17} stroke={ICON_STROKE} aria-hidden="true" />
          <span className={classes.entryWord}>{shortName(current)}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {LANGUAGES.map(({ code, name }) => (
          <Menu.Item
            key={code}
            lang={code}
            onClick={() => void changeLanguage(code)}
            rightSection={
              code === current ? <IconCheck size={16} stroke={ICON_STROKE} aria-label={t('shell.current')} /> : null
            }
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
