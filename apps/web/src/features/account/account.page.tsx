import { useEffect } from 'react'
import { useLocation } from '@tanstack/react-router'
import { useAccount } from '../../platform/account.ts'
import { useT } from '../../platform/i18n.ts'
import { SettingsFrame } from '../../shell/settings-frame.tsx'
import { DataCard } from './data-card.tsx'
import { LinkedStoresCard } from './linked-stores-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'

/** /app/setting/account — who you are, how you sign in, what is linked, and how to leave (foundation spec §2, §7). */
export function AccountPage() {
  const t = useT()
  const { hash } = useLocation()
  const { email } = useAccount()
  // Menus link to a card of this page; the router does not scroll to what a lazy page brings.
  useEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView({ block: 'start' })
  }, [hash])
  return (
    <SettingsFrame title={t('settings.account')} description={t('account.text')}>
      <ProfileCard />
      {/* A guest has no address to sign in with: the banner above offers to keep the account first. */}
      {email === '' ? null : (
        <>
          <PasswordCard />
          <TwoFactorCard />
        </>
      )}
      <SessionsCard />
      <LinkedStoresCard />
      <DataCard />
    </SettingsFrame>
  )
}
