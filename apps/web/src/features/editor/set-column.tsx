import { Select, TextInput } from '@mantine/core'
import { ConfirmDialog } from '@omni/ui/confirm-dialog.tsx'
import { useState } from 'react'
import { useFormat } from '../../platform/format.ts'
import { intlLocale, useLanguage, useT } from '../../platform/i18n.ts'
import { undoToast } from '../../platform/toasts.tsx'
import { useCosting } from './costing.ts'
import { pasteBlock } from './sheet-blocks.ts'
import { columnsOf, mayType } from './sheet-columns.ts'
import { useEditor, variantMap } from './use-editor.ts'
import { PROBLEMS } from './variants-sheet.tsx'

/** One value into a column of many variants; as if it had been pasted over them. */
export function SetColumn({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const t = useT()
  const { number } = useFormat()
  const locale = intlLocale(useLanguage())
  const { store } = useEditor()
  const costing = useCosting()
  const columns = columnsOf([], t).filter((column) => mayType(column) || column.kind === 'switch')
  const [key, setKey] = useState('price')
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const column = columns.find((item) => item.key === key)
  const isSwitch = column?.kind === 'switch'
  const run = () => {
    const { view, extras } = store.get()
    const known = variantMap(view.variants)
    const rows = ids.flatMap((id) => known.get(id) ?? [])
    if (!column || rows.length === 0) return
    const edit = pasteBlock(
      { rows, columns: [column], env: { costing, extras, locale, t, number }, images: new Set() },
      { top: 0, bottom: rows.length - 1, left: 0, right: 0 },
      [[text]],
    )
    const [failed] = edit.problems
    if (failed) return setProblem(t(PROBLEMS[failed.problem]))
    store.edit(edit.patch)
    undoToast(t('editor.cells_done', { count: edit.cells }), store.undo)
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('editor.set_column_title', { count: ids.length })}
      text={t('editor.set_column_text')}
      confirm={t('editor.apply')}
      onConfirm={run}
    >
      <Select
        label={t('editor.column')}
        data={columns.map(({ key: value, title }) => ({ value, label: title }))}
        value={key}
        allowDeselect={false}
        comboboxProps={{ zIndex: 1400 }}
        onChange={(next) => {
          if (next) {
            setKey(next)
            setText('')
            setProblem(null)
          }
        }}
      />
      {isSwitch ? (
        <Select
          label={t('editor.value')}
          data={[
            { value: '1', label: t('editor.yes') },
            { value: '0', label: t('editor.no') },
          ]}
          value={text || null}
          error={problem}
          comboboxProps={{ zIndex: 1400 }}
          onChange={(next) => {
            setText(next ?? '')
            setProblem(null)
          }}
        />
      ) : (
        <TextInput
          label={t('editor.value')}
          value={text}
          error={problem}
          dir={column?.end ? 'ltr' : 'auto'}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setProblem(null)
          }}
        />
      )}
    </ConfirmDialog>
  )
}
