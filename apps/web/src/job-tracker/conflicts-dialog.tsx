import { CloseButton, Modal } from '@mantine/core'
import { parseField } from '@omni/domain/products/changes.ts'
import { type Translate, useT } from '../platform/i18n.ts'
import { fieldWord, writeValue } from '../product-cards/field-words.ts'
import classes from './dock.module.css'
import { closeConflicts, type Conflict } from './use-undo-run.ts'

/** What an undo left alone because somebody edited it since: field, what was wanted, what is there now. */
export function ConflictsDialog({ conflicts }: { conflicts: readonly Conflict[] }) {
  const t = useT()
  const title = t('jobs.conflicts_title', { count: conflicts.length })
  return (
    <Modal.Root opened={conflicts.length > 0} onClose={closeConflicts} size={760} centered>
      <Modal.Overlay />
      <Modal.Content aria-label={title}>
        <div className={classes.dialog}>
          <div className={classes.dialogHead}>
            <div>
              <h2 className={classes.dialogTitle}>{title}</h2>
              <p className={classes.dialogText}>{t('jobs.conflicts_text')}</p>
            </div>
            <CloseButton size={32} aria-label={t('actions.close')} onClick={closeConflicts} />
          </div>
          <div className={classes.dialogBody}>
            <table className={classes.conflicts}>
              <thead>
                <tr>
                  <th scope="col">{t('jobs.conflict_product')}</th>
                  <th scope="col">{t('jobs.conflict_field')}</th>
                  <th scope="col">{t('jobs.conflict_wanted')}</th>
                  <th scope="col">{t('jobs.conflict_now')}</th>
                </tr>
              </thead>
              <tbody>
                {conflicts.map(({ product_id, title: name, field, wanted, now }) => (
                  <tr key={product_id + field}>
                    <td dir="auto">{name}</td>
                    <td>{wordOf(field, t)}</td>
                    <td>{writeValue(wanted, t)}</td>
                    <td>{writeValue(now, t)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}

function wordOf(field: string, t: Translate): string {
  const name = parseField(field)
  return name?.kind === 'variant' ? t('bulk.field_variant') : fieldWord(name?.field ?? '', t)
}
