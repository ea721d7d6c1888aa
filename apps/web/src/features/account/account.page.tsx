import { useEffect } from 'react'
import { useLocation } from '@tanstack/react-router'
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
  // Menus link to a card of this page; the router does not scroll to what a lazy page brings.
  useEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView({ block: 'start' })
  }, [hash])
  return (
    <SettingsFrame title={t('settings.account')} description={t('account.text')}>
      <ProfileCard />
      <PasswordCard />
      <TwoFactorCard />
      <SessionsCard />
      <LinkedStoresCard />
      <DataCard />
    </SettingsFrame>
  )
}
