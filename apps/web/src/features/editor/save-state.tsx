import { Tooltip } from '@mantine/core'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import type { SaveStatus } from './editor-store.ts'
import classes from './editor.module.css'
import { useEditor } from './use-editor.ts'

const AGE_STEP_MS = 10_000

const ICONS = {
  saved: IconCloudCheck,
  saving: IconCloudUp,
  offline: IconCloudOff,
  refused: IconAlertTriangle,
  gone: IconAlertTriangle,
}

/** The truth about the last keystroke: saved and when, saving, waiting for the line, or refused. */
export function SaveState() {
  const t = useT()
  const format = useFormat()
  const { store } = useEditor()
  const status = useSyncExternalStore(store.subscribe, store.status)
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), AGE_STEP_MS)
    return () => clearInterval(timer)
  }, [])
  const text = (): string => {
    if (status.kind === 'saved')
      return status.at === null
        ? t('editor.saved')
        : t('editor.saved_ago', { when: format.ago(new Date(status.at).toISOString(), Math.max(now, status.at)) })
    if (status.kind === 'refused' && status.message !== '') return status.message
    return t(
      ({ saving: 'editor.saving', offline: 'editor.offline', refused: 'editor.refused', gone: 'editor.gone' } as const)[
        status.kind
      ],
    )
  }
  const Icon = ICONS[status.kind]
  const detail = detailOf(status)
  const line = (
    <output className={classes.save} data-kind={status.kind}>
      <Icon size={15} stroke={ICON_STROKE} aria-hidden="true" />
      {text()}
    </output>
  )
  return (
    <>
      {detail ? (
        <Tooltip label={detail} multiline maw={320}>
          {line}
        </Tooltip>
      ) : (
        line
      )}
      {status.kind === 'offline' ? (
        <button type="button" className={classes.link} onClick={() => void store.flush()}>
          {t('editor.try_now')}
        </button>
      ) : null}
    </>
  )
}

const detailOf = (status: SaveStatus): string => (status.kind === 'offline' ? status.message : '')
