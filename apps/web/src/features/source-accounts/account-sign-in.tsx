import type { Source } from '@omni/domain/catalog/sources.ts'
import { OWN_ACCOUNTS } from '@omni/domain/vendors/manifest.ts'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { consentCalls, consentSourceIn } from './consent-calls.ts'
import { ASKING } from './use-consent-connect.ts'
import { SignInDialog } from './sign-in-dialog.tsx'

const ACCOUNTS_PAGE = '/app/setting/source-account'
/** Suppliers that are bought from with the seller's own account, connected to us. */
export type OwnAccountSource = keyof typeof OWN_ACCOUNTS
export const hasOwnAccount = (source: Source): source is OwnAccountSource => source in OWN_ACCOUNTS

interface AccountSignInProps {
  source: OwnAccountSource
  onClose: () => void
  onGoOn: () => void
}

/** The supplier's own page, which leads back to our accounts; one that has none is given its key on ours. */
export function AccountSignIn({ source, onClose, onGoOn }: AccountSignInProps) {
  const t = useT()
  const ask = useAct(consentCalls(consentSourceIn(source)).ask, ASKING)
  const openPage = async () => {
    // Opened within the click: a browser lets nothing open later.
    const tab = window.open('', '_blank')
    if (tab) tab.opener = null
    const here = window.location.origin + ACCOUNTS_PAGE
    if (OWN_ACCOUNTS[source] === 'key') {
      tab?.location.assign(here)
      return null
    }
    const { data, message } = await ask.run({ callback_url: here })
    if (data) tab?.location.assign(data.url)
    else tab?.close()
    return data ? null : message || t('source_accounts.connect_failed')
  }
  const name = VENDOR_NAMES[source]
  return (
    <SignInDialog
      source={source}
      text={t(OWN_ACCOUNTS[source] === 'key' ? 'source_accounts.sign_in_key' : 'source_accounts.sign_in_consent', {
        source: name,
      })}
      openPage={openPage}
      onClose={onClose}
      onGoOn={onGoOn}
    />
  )
}
