import { VisuallyHidden } from '@mantine/core'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { useT } from '../platform/i18n.ts'

/** Says that a link leaves Omni. */
export function OutsideMark() {
  const t = useT()
  return (
    <>
      <IconExternalLink size={15} stroke={ICON_STROKE} aria-hidden="true" />
      <VisuallyHidden>{t('shell.opens_new_tab')}</VisuallyHidden>
    </>
  )
}
