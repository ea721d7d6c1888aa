import { Button, Skeleton } from '@mantine/core'
import { editorCalls } from '@omni/contracts/editor.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { ConfirmDialog } from '@omni/ui/confirm-dialog.tsx'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { useState } from 'react'
import { useFormat } from '../../platform/format.ts'
import { intlLocale, type TextKey, useLanguage, useT } from '../../platform/i18n.ts'
import { useList } from '../../platform/list.ts'
import { useAct } from '../../platform/act.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { toast } from '../../platform/toasts.tsx'
import classes from './editor.module.css'
import { fieldName, shownValue } from './field-names.ts'
import { newUuid } from '../../platform/new-uuid.ts'
import { useEditor } from './use-editor.ts'
import { wouldChange } from './would-change.ts'

export type HistoryChange = Out<typeof editorCalls.listProductHistory>['items'][number]

const WIDTH = 560
const FIELDS_SHOWN = 6

const KINDS: Record<HistoryChange['kind'], TextKey> = {
  import: 'editor.did_import',
  edit: 'editor.did_edit',
  bulk_edit: 'editor.did_bulk_edit',
  price_rule: 'editor.did_price_rule',
  restore: 'editor.did_restore',
  undo: 'editor.did_undo',
  split: 'editor.did_split',
  duplicate: 'editor.did_duplicate',
  link: 'editor.did_link',
  ai: 'editor.did_ai',
  supplier: 'editor.did_supplier',
  rule: 'editor.did_rule',
}

/** Every change of the product, newest first, each a place to go back to. */
export function HistoryPanel({ onClose }: { onClose: () => void }) {
  const t = useT()
  const {
    server: { product_id },
  } = useEditor()
  const [chosen, setChosen] = useState<HistoryChange | null>(null)
  const history = useList(editorCalls.listProductHistory, { id: product_id, page_size: 30 }, { quiet: true, fresh: 0 })
  const items = history.data?.rows ?? []
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={t('editor.history')}
      description={t('editor.history_text')}
      width={WIDTH}
    >
      {history.isPending ? <Skeleton height={240} /> : null}
      {history.isError ? <ReadFailed reading={history} title="editor.history_failed" /> : null}
      {history.isSuccess && items.length === 0 ? <EmptyState compact title={t('editor.history_empty')} /> : null}
      {items.map((change, at) => (
        <ChangeRow key={change.revision} change={change} newest={at === 0} onRestore={() => setChosen(change)} />
      ))}
      {history.hasNextPage ? (
        <Button
          variant="default"
          fullWidth
          mt={12}
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {t('editor.show_older')}
        </Button>
      ) : null}
      {chosen ? (
        <RestoreDialog
          change={chosen}
          later={items.filter(({ revision }) => revision > chosen.revision)}
          onClose={() => setChosen(null)}
          onDone={onClose}
        />
      ) : null}
    </SidePanel>
  )
}

function ChangeRow({ change, newest, onRestore }: { change: HistoryChange; newest: boolean; onRestore: () => void }) {
  const t = useT()
  const format = useFormat()
  const { kind, by, mine, at, fields, total } = change
  const { store } = useEditor()
  // The product itself comes by the realtime message, and is laid under what is being typed.
  const rollback = useAct(editorCalls.rollbackAiSnapshot, {
    refresh: [editorCalls.listProductHistory, editorCalls.getProduct],
  })
  const takeBack = async (id: string | null) => {
    await store.flush()
    if (id) await rollback.run({ id })
  }
  const hidden = Math.max(total, fields.length) - Math.min(fields.length, FIELDS_SHOWN)
  return (
    <article className={classes.change}>
      <div className={classes.changehead}>
        <div>
          <div className={classes.name}>{t(KINDS[kind])}</div>
          <div className={classes.note}>
            {mine ? t('editor.you') : by} · {format.date(at)}
          </div>
        </div>
        {change.snapshot_id ? (
          <Button
            size="xs"
            variant="default"
            loading={rollback.pending}
            onClick={() => void takeBack(change.snapshot_id)}
          >
            {t('editor.take_back_ai')}
          </Button>
        ) : null}
        {newest ? (
          <span className={classes.note}>{t('editor.now')}</span>
        ) : (
          <Button
            size="xs"
            variant="default"
            aria-label={t('editor.restore_named', { when: format.date(at) })}
            onClick={onRestore}
          >
            {t('editor.restore')}
          </Button>
        )}
      </div>
      <FieldList fields={fields.slice(0, FIELDS_SHOWN)} />
      {hidden > 0 ? <p className={classes.note}>{t('editor.more_fields', { count: hidden })}</p> : null}
    </article>
  )
}

function FieldList({ fields }: { fields: readonly { field: string; before: unknown; after: unknown }[] }) {
  const t = useT()
  const locale = intlLocale(useLanguage())
  const {
    store,
    server: { currency },
  } = useEditor()
  const { view } = store.get()
  const shown = (field: string, value: unknown) => shownValue(field, value, currency, locale, t)
  return (
    <ul className={classes.fieldlist}>
      {fields.map(({ field, before, after }) => (
        <li key={field}>
          <strong>{fieldName(field, view, t)}</strong>: <del dir="auto">{shown(field, before)}</del> →{' '}
          <ins dir="auto">{shown(field, after)}</ins>
        </li>
      ))}
    </ul>
  )
}

function RestoreDialog({
  change,
  later,
  onClose,
  onDone,
}: {
  change: HistoryChange
  later: readonly HistoryChange[]
  onClose: () => void
  onDone: () => void
}) {
  const t = useT()
  const format = useFormat()
  const {
    store,
    server: { product_id },
    client_id,
  } = useEditor()
  const restore = useAct(editorCalls.restoreProduct, { refresh: [editorCalls.listProductHistory] })
  const { fields, hidden } = wouldChange(later)
  const run = async () => {
    await store.flush() // what is typed belongs to the history it can be brought back from
    const reply = await restore.run({ id: product_id, revision: change.revision, save_id: newUuid(), client_id })
    if (!reply.success || !reply.data) return
    store.receive(reply.data.product, true)
    toast('success', t('editor.restored', { when: format.date(change.at) }), {
      label: t('actions.undo'),
      run: store.undo,
    })
    onDone()
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('editor.restore_title', { when: format.date(change.at) })}
      text={t('editor.restore_text')}
      confirm={t('editor.restore')}
      loading={restore.pending}
      onConfirm={() => void run()}
    >
      <FieldList fields={fields.slice(0, FIELDS_SHOWN * 2)} />
      {hidden + Math.max(0, fields.length - FIELDS_SHOWN * 2) > 0 ? (
        <p className={classes.note}>
          {t('editor.more_fields', { count: hidden + Math.max(0, fields.length - FIELDS_SHOWN * 2) })}
        </p>
      ) : null}
    </ConfirmDialog>
  )
}
