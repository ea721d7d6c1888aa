import { Button, CloseButton, Modal } from '@mantine/core'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../platform/i18n.ts'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import classes from './dialog.module.css'
import { type BulkReply, DiffTable } from './diff-table.tsx'

interface DiffDialogProps {
  title: string
  /** The rule as a sentence of inputs. */
  rule: ReactNode
  /** undefined: nothing to preview yet, or it is being asked for. */
  preview: BulkReply | undefined
  asking: boolean
  problem: string | null
  /** Everything was previewed, and something changes. */
  ready: boolean
  running: boolean
  /** What to say while the rule is not complete. */
  hint: string
  /** Beside the button that runs it. */
  more?: ReactNode
  onRun: () => void
  onClose: () => void
}

/** Look 05-import-diff: nothing runs before every change could be seen. */
export function DiffDialog(props: DiffDialogProps) {
  const { title, rule, preview, asking, problem, ready, running, hint, more, onRun, onClose } = props
  const t = useT()
  const changes = preview?.will_change ?? 0
  return (
    <Modal.Root classNames={{ content: classes.content ?? '' }} opened onClose={onClose} size={760} centered>
      <Modal.Overlay />
      <Modal.Content aria-label={title}>
        <div className={classes.frame}>
          <div className={classes.head}>
            <div>
              <h2 className={classes.title}>{title}</h2>
              <p className={classes.text}>{t('bulk.check_first')}</p>
            </div>
            <CloseButton size={32} aria-label={t('actions.close')} onClick={onClose} />
          </div>
          <div className={classes.rule}>{rule}</div>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard (WCAG 2.1.1) */}
          <section className={classes.body} tabIndex={0} aria-label={t('bulk.preview')} aria-busy={asking}>
            {problem ? (
              <p className={classes.waiting} role="alert">
                <span className={classes.problem}>{problem}</span>
              </p>
            ) : null}
            {!problem && !preview ? (
              asking ? (
                <div className={classes.pad}>
                  <RowsSkeleton rows={4} />
                </div>
              ) : (
                <p className={classes.waiting}>{hint}</p>
              )
            ) : null}
            {!problem && preview ? <DiffTable reply={preview} /> : null}
          </section>
          <div className={classes.foot}>
            <span className={classes.sum} aria-live="polite">
              {preview ? (
                <>
                  <IconArrowBackUp size={16} stroke={ICON_STROKE} aria-hidden="true" />
                  {t('bulk.sum', { change: changes, stay: preview.unchanged, refused: preview.refused })}
                </>
              ) : null}
            </span>
            <span className={classes.buttons}>
              <Button variant="default" onClick={onClose}>
                {t('actions.cancel')}
              </Button>
              {more}
              <Button onClick={onRun} loading={running} disabled={!ready}>
                {preview ? t('bulk.run', { count: changes, total: preview.total }) : t('bulk.run_unknown')}
              </Button>
            </span>
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}
