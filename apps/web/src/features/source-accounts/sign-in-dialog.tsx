import type { Source } from '@omni/domain/catalog/sources.ts'
import { ConfirmDialog } from '@omni/ui/confirm-dialog.tsx'
import { useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import classes from './source-accounts.module.css'

interface SignInDialogProps {
  source: Source
  /** Why somebody has to sign in. */
  text: string
  /** Opens the page in a new tab; answers with what kept it from opening. */
  openPage: () => Promise<string | null>
  onClose: () => void
  /** Somebody is signed in by now: what waited goes on. */
  onGoOn: () => void
}

/** Orders spec §2, sign-in-to-source: the page opens in a new tab, and what waited goes on from here. */
export function SignInDialog({ source, text, openPage, onClose, onGoOn }: SignInDialogProps) {
  const t = useT()
  const [isOpened, setOpened] = useState(false)
  const [isOpening, setOpening] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const name = VENDOR_NAMES[source]
  const open = async () => {
    setOpening(true)
    const refusal = await openPage()
    setOpening(false)
    setProblem(refusal)
    setOpened(refusal === null)
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('source_accounts.sign_in_title', { source: name })}
      text={isOpened ? t('source_accounts.sign_in_back', { source: name }) : text}
      confirm={t(isOpened ? 'source_accounts.go_on' : 'source_accounts.sign_in')}
      loading={isOpening}
      onConfirm={isOpened ? onGoOn : () => void open()}
    >
      {problem === null ? null : (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </ConfirmDialog>
  )
}
