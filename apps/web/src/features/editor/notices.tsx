import { CloseButton } from '@mantine/core'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconUsers } from '@tabler/icons-react'
import { intlLocale, useLanguage, useT } from '../../platform/i18n.ts'
import type { Notice } from './editor-state.ts'
import classes from './editor.module.css'
import { fieldName, shownValue } from './field-names.ts'
import { useEditor, useEditorState } from './use-editor.ts'

const MOST_SHOWN = 4

/** Two people, or two tabs, wrote the same field: whoever lost is told, with the other value one click away. */
export function Notices() {
  const t = useT()
  const { store } = useEditor()
  const notices = useEditorState((state) => state.notices)
  const hidden = notices.length - MOST_SHOWN
  return (
    <div className={classes.notices} aria-live="polite">
      {notices.slice(-MOST_SHOWN).map((notice) => (
        <NoticeRow key={notice.id} notice={notice} />
      ))}
      {hidden > 0 ? (
        <button type="button" className={classes.link} onClick={() => notices.forEach(({ id }) => store.dismiss(id))}>
          {t('editor.dismiss_all', { count: notices.length })}
        </button>
      ) : null}
    </div>
  )
}

function NoticeRow({ notice }: { notice: Notice }) {
  const t = useT()
  const locale = intlLocale(useLanguage())
  const { store, server } = useEditor()
  const { kind, field, value, by, id } = notice
  const values = {
    field: fieldName(field, store.get().view, t),
    value: shownValue(field, value, server.currency, locale, t),
    who: by ?? t('editor.somebody'),
  }
  const texts = {
    overwrote: 'editor.you_replaced',
    replaced: 'editor.they_replaced',
    dropped: 'editor.dropped',
  } as const
  return (
    <div className={classes.notice}>
      <IconUsers size={16} stroke={ICON_STROKE} aria-hidden="true" />
      <span className={classes.sentence}>{t(texts[kind], values)}</span>
      {kind === 'dropped' ? null : (
        <button type="button" className={classes.link} onClick={() => store.take(notice)}>
          {t(kind === 'overwrote' ? 'editor.use_theirs' : 'editor.take_back')}
        </button>
      )}
      <CloseButton size={28} aria-label={t('actions.close')} onClick={() => store.dismiss(id)} />
    </div>
  )
}
