import { Button, CloseButton, Modal, NativeSelect, Radio, TextInput } from '@mantine/core'
import { editorCalls } from '@omni/contracts/editor.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import type { Selection } from '@omni/contracts/products.fields.ts'
import { useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { useCall } from '../../platform/query.ts'
import { messageOf } from '../../platform/reactions.ts'
import { useSettled } from '../../platform/settled.ts'
import { undoToast } from '../../platform/toasts.tsx'
import { PRODUCT_ANSWERS } from '../../job-tracker/product-answers.ts'
import { useUndoRun } from '../../job-tracker/use-undo-run.ts'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import classes from '../bulk-edit/dialog.module.css'

interface SplitDialogProps {
  selection: Selection
  count: number
  onClose: () => void
  onDone: () => void
}

const TYPING_MS = 300
/** What suppliers mostly call it; several products may each have options of their own. */
const USUAL_OPTION = 'Color'

/** Cuts products into several: by an option, or by the split settings. Nothing is cut before the parts were seen. */
export function SplitDialog({ selection, count, onClose, onDone }: SplitDialogProps) {
  const t = useT()
  const { undo } = useUndoRun()
  const id = count === 1 ? selection.ids?.[0] : undefined
  const product = useCall(editorCalls.getProduct, { id: id ?? '' }, { quiet: true, enabled: id !== undefined })
  const options = id === undefined ? [USUAL_OPTION] : (product.data?.product.options.map(({ name }) => name) ?? [])
  const [by, setBy] = useState<'option' | 'settings'>('option')
  const [picked, setPicked] = useState<string | null>(null)
  const option = picked ?? options[0] ?? ''
  const settledInput = useSettled(
    JSON.stringify(by === 'option' ? { selection, by, option } : { selection, by }),
    TYPING_MS,
  )
  // A preview changes nothing on the server; asked like a question, it is answered from memory when one goes back.
  const preview = useCall(
    importListCalls.splitImported,
    { ...JSON.parse(settledInput), preview: true },
    { quiet: true, enabled: by === 'settings' || option !== '', keep: true },
  )
  const split = useAct(importListCalls.splitImported, { refresh: PRODUCT_ANSWERS, quiet: true })
  const [problem, setProblem] = useState<string | null>(null)
  const cut = preview.data?.products.filter(({ parts }) => parts > 1) ?? []
  const parts = cut.reduce((sum, item) => sum + item.parts, 0)
  const run = async () => {
    const reply = await split.run(by === 'option' ? { selection, by, option } : { selection, by })
    if (!reply.success || !reply.data) {
      setProblem(messageOf(reply) || t('product_center.split_failed'))
      return
    }
    const { run_id } = reply.data
    if (run_id) undoToast(t('product_center.splitting', { count: reply.data.total }), () => void undo(run_id))
    onDone()
  }
  const title = t('product_center.split_title', { count })
  return (
    <Modal.Root classNames={{ content: classes.content ?? '' }} opened onClose={onClose} size={560} centered>
      <Modal.Overlay />
      <Modal.Content aria-label={title}>
        <div className={classes.frame}>
          <div className={classes.head}>
            <div>
              <h2 className={classes.title}>{title}</h2>
              <p className={classes.text}>{t('product_center.split_text')}</p>
            </div>
            <CloseButton size={32} aria-label={t('actions.close')} onClick={onClose} />
          </div>
          <div className={classes.rule}>
            <Radio.Group
              aria-label={t('product_center.split_by')}
              value={by}
              onChange={(value) => setBy(value === 'settings' ? 'settings' : 'option')}
            >
              <Radio value="option" label={t('product_center.split_by_option')} py={6} />
              <Radio value="settings" label={t('product_center.split_by_settings')} py={6} />
            </Radio.Group>
            {by === 'option' && id === undefined ? (
              <TextInput
                label={t('product_center.split_option')}
                description={t('product_center.split_option_text')}
                value={option}
                maxLength={255}
                dir="auto"
                onChange={(event) => setPicked(event.currentTarget.value)}
              />
            ) : null}
            {by === 'option' && id !== undefined ? (
              <NativeSelect
                label={t('product_center.split_option')}
                value={option}
                data={[...options]}
                disabled={options.length === 0}
                onChange={(event) => setPicked(event.currentTarget.value)}
              />
            ) : null}
          </div>
          <section className={classes.body} aria-label={t('bulk.preview')} aria-busy={preview.isFetching}>
            <div className={classes.pad}>
              {(problem ?? (preview.isError ? preview.error.message : null)) ? (
                <p className={classes.problem} role="alert">
                  {problem ?? preview.error?.message}
                </p>
              ) : null}
              {preview.isPending && (by === 'settings' || option !== '') ? <RowsSkeleton rows={3} /> : null}
              {id !== undefined && product.data && options.length === 0 && by === 'option' ? (
                <p className={classes.text}>{t('product_center.split_no_options')}</p>
              ) : null}
              <Parts products={preview.data?.products ?? []} />
            </div>
          </section>
          <div className={classes.foot}>
            <span className={classes.sum} aria-live="polite">
              {preview.data ? t('product_center.split_sum', { count: cut.length, parts }) : ''}
            </span>
            <span className={classes.buttons}>
              <Button variant="default" onClick={onClose}>
                {t('actions.cancel')}
              </Button>
              <Button onClick={() => void run()} loading={split.pending} disabled={cut.length === 0}>
                {t('product_center.split_do', { count: cut.length })}
              </Button>
            </span>
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}

/** What each product would be cut into. */
function Parts({ products }: Pick<Out<typeof importListCalls.splitImported>, 'products'>) {
  const t = useT()
  return (
    <ul className={classes.parts}>
      {products.map(({ product_id, title: name, parts: made, names, note }) => (
        <li key={product_id} className={classes.part}>
          <span>
            <strong dir="auto">{name}</strong> · {t('product_center.split_parts', { count: made })}
          </span>
          {names.length > 0 ? (
            <span className={classes.partNames}>
              {names.map((item, index) => (
                <bdi key={index} className={classes.partName}>
                  {item}
                </bdi>
              ))}
            </span>
          ) : null}
          {note ? <span className={classes.note}>{note}</span> : null}
        </li>
      ))}
    </ul>
  )
}
