import { isLanguageCode, LANGUAGES } from '@omni/domain/languages.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconChevronDown, IconLanguage } from '@tabler/icons-react'
import { showLanguage, useLanguage, useT } from '../../platform/i18n.ts'
import classes from './language-select.module.css'

/** The browser's own list: works on every device and adds nothing to the page. There is no account to save to here. */
export function LanguageSelect() {
  const t = useT()
  return (
    <span className={classes.frame}>
      <IconLanguage size={16} stroke={ICON_STROKE} aria-hidden="true" />
      <select
        className={classes.select}
        aria-label={t('shell.language')}
        value={useLanguage()}
        onChange={({ currentTarget: { value } }) => {
          if (isLanguageCode(value)) void showLanguage(value)
        }}
      >
        {LANGUAGES.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
      <IconChevronDown size={14} stroke={ICON_STROKE} aria-hidden="true" />
    </span>
  )
}
