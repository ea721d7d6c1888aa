import { ActionIcon } from '@mantine/core'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { EMBEDDING_CHANNEL_ID } from '@omni/domain/vendors/manifest.ts'
import { useAct } from '../platform/act.ts'
import { useT } from '../platform/i18n.ts'

/** Out of the frame of a store's admin: the same person, in a window of its own. */
export function OpenAlone() {
  const t = useT()
  const make = useAct(authCalls.newAutoLogin, { refresh: [] })
  const open = async () => {
    const { data } = await make.run({ platform: EMBEDDING_CHANNEL_ID })
    if (data) window.open(data.url, '_blank', 'noopener')
  }
  return (
    <ActionIcon
      size={32}
      loading={make.pending}
      aria-label={t('shell.open_alone')}
      title={t('shell.open_alone')}
      onClick={() => void open()}
    >
      <IconExternalLink size={18} stroke={ICON_STROKE} aria-hidden="true" />
    </ActionIcon>
  )
}
