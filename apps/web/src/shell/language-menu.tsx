import { VisuallyHidden } from '@mantine/core'
import { findLanguage } from '@omni/domain/languages.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconLanguage } from '@tabler/icons-react'
import { useLanguage, useT } from '../platform/i18n.ts'
import { OnDemand } from './on-demand.tsx'
import classes from './top-bar.module.css'

/** 'EN', but a name nobody has to decode where the script is not Latin. */
function shortName(code: string): string {
  const name = findLanguage(code)?.name ?? code
  return /\p{Script=Latin}/u.test(name) ? (code.split('-')[0] ?? code).toUpperCase() : name
}

const loadList = async () => (await import('./language-list.tsx')).LanguageList

export function LanguageMenu() {
  const t = useT()
  const current = useLanguage()
  return (
    <OnDemand kind="menu" load={loadList}>
      <button type="button" className={classes.entry}>
        <VisuallyHidden>{t('shell.language')}</VisuallyHidden>
        <IconLanguage size={17} stroke={ICON_STROKE} aria-hidden="true" />
        <span className={classes.entryWord}>{shortName(current)}</span>
      </button>
    </OnDemand>
  )
}
