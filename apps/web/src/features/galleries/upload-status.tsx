import { CloseButton, Loader } from '@mantine/core'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconAlertCircle, IconChevronDown, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import classes from './pictures.module.css'
import type { Upload } from './use-uploads.ts'

/**
 * Sourcing spec §4: finished entries leave the list, failed ones keep their code under the name; all done = collapsed.
 */
export function UploadStatus({
  uploads,
  dropped,
  onForget,
}: {
  uploads: readonly Upload[]
  dropped: number
  onForget: () => void
}) {
  const t = useT()
  const processing = uploads.filter(({ status }) => status === 'processing').length
  const failed = uploads.filter(({ status }) => status === 'error').length
  const done = uploads.length - processing - failed
  const settled = processing === 0 && failed === 0
  // What was chosen holds until everything is done, or until something starts again.
  const [choice, setChoice] = useState({ settled, opened: !settled })
  const opened = choice.settled === settled ? choice.opened : !settled
  if (uploads.length === 0)
    return dropped > 0 ? <output className={classes.warn}>{t('pictures.dropped', { count: dropped })}</output> : null
  const Icon = failed > 0 ? IconAlertCircle : IconCircleCheck
  const outcome =
    failed > 0 ? t('pictures.some_failed', { count: failed, done }) : t('pictures.all_done', { count: done })
  return (
    <section className={classes.status} aria-label={t('pictures.status')}>
      <div className={classes.statushead}>
        {processing > 0 ? (
          <Loader size={16} />
        ) : (
          <Icon size={18} stroke={ICON_STROKE} aria-hidden="true" data-failed={failed > 0 || undefined} />
        )}
        <output className={classes.statusline}>
          {processing > 0 ? t('pictures.uploading', { done, total: uploads.length }) : outcome}
        </output>
        <button
          type="button"
          className={classes.fold}
          aria-expanded={opened}
          aria-label={t('pictures.details')}
          onClick={() => setChoice({ settled, opened: !opened })}
        >
          <IconChevronDown size={16} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
        {processing === 0 ? <CloseButton size={28} aria-label={t('actions.close')} onClick={onForget} /> : null}
      </div>
      {opened ? (
        <ul className={classes.uploads}>
          {uploads
            .filter(({ status }) => status !== 'done')
            .map(({ id, name, status, error, again }) => (
              <li key={id}>
                <span className={classes.filename} dir="auto">
                  {name}
                </span>
                {status === 'processing' ? <span className={classes.small}>{t('pictures.processing')}</span> : null}
                {error ? (
                  <span className={classes.error} role="alert">
                    {error.message} <code>{error.code}</code>
                  </span>
                ) : null}
                {again ? (
                  <button type="button" className={classes.link} onClick={again}>
                    {t('actions.retry')}
                  </button>
                ) : null}
              </li>
            ))}
          {dropped > 0 ? <li className={classes.small}>{t('pictures.dropped', { count: dropped })}</li> : null}
        </ul>
      ) : null}
    </section>
  )
}
