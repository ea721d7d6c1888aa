import type { ExtensionSource } from '@omni/domain/placement/extension.ts'
import { ConfirmDialog } from '@omni/ui/confirm-dialog.tsx'
import { useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'

/** The front pages, which lead to the sign-in of the buyer's own country. */
const SITES: Record<ExtensionSource, string> = {
  temu: 'https://www.temu.com/',
  ebay: 'https://www.ebay.com/',
  amazon: 'https://www.amazon.com/',
}

interface SignInDialogProps {
  source: ExtensionSource
  onClose: () => void
  /** Somebody is signed in by now: what waited is handed out again. */
  onGoOn: () => void
}

/** Orders spec §2, sign-in-to-source: the site opens in a new tab, and the placing goes on from here. */
export function SignInDialog({ source, onClose, onGoOn }: SignInDialogProps) {
  const t = useT()
  const [isOpened, setOpened] = useState(false)
  const name = VENDOR_NAMES[source]
  const openSite = () => {
    window.open(SITES[source], '_blank', 'noopener,noreferrer')
    setOpened(true)
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('extension.sign_in_title', { source: name })}
      text={t(isOpened ? 'extension.sign_in_back' : 'extension.sign_in_text', { source: name })}
      confirm={t(isOpened ? 'extension.go_on' : 'extension.sign_in')}
      onConfirm={isOpened ? onGoOn : openSite}
    />
  )
}
