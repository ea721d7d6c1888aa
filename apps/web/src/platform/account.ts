/** The signed-in account and what follows from it. Only below the `/app` guard, where it is always known. */
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { billingCalls } from '@omni/contracts/billing.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { workplaceCalls } from '@omni/contracts/workplaces.calls.ts'
import type { LanguageCode } from '@omni/domain/languages.ts'
import type { ShellFlags } from '@omni/domain/shell/menu-rules.ts'
import { createContext, createElement, type ReactNode, use, useEffect, useMemo } from 'react'
import { SIGN_IN_URL } from './addresses.ts'
import { send } from './client.ts'
import { showLanguage } from './i18n.ts'
import { type Account, knownAccount } from './known-account.ts'
import { saveLanguage } from './language-choice.ts'
import { go } from './navigation.ts'
import { refreshAll, useCall } from './query.ts'
import { track } from './track.ts'
import { keepToken, mode, setStore, settleStore, setWorkplace, useStoreId, useWorkplaceId } from './session.ts'

export type { Account } from './known-account.ts'

interface Signed {
  account: Account
  flags: ShellFlags
}
const SignedContext = createContext<Signed | null>(null)

/** Follows the account and the plan once for the whole frame: thirty parts of a screen ask for them. */
export function SignedProvider({ children }: { children: ReactNode }) {
  const { data = knownAccount() } = useCall(authCalls.getAccount, {}, { keep: true })
  const plan = useCall(billingCalls.getCurrentPlan, {}, { quiet: true, keep: true }).data
  const value = useMemo(() => data && { account: data, flags: flagsOf(data, plan) }, [data, plan])
  return createElement(SignedContext, { value: value ?? null }, children)
}

function useSigned(): Signed {
  const signed = use(SignedContext)
  if (!signed) throw new Error('the account needs the /app guard above it')
  return signed
}

/**
 * The person stays the same while a workplace changes or a call fails: an answer given under another workplace still
 * holds.
 */
export const useAccount = (): Account => useSigned().account

export function useCurrentWorkplace() {
  const id = useWorkplaceId()
  const { workplaces } = useAccount()
  return workplaces.find((workplace) => workplace.id === id) ?? workplaces[0]
}

const storesOf = ({ linked_stores }: Account) => Object.values(linked_stores).flat()

/** The stores of the current workplace, and the one that is worked with. */
export function useCurrentStore() {
  const account = useAccount()
  const workplace = useCurrentWorkplace()
  const current = useStoreId()
  // A store was connected, disconnected or made the default meanwhile.
  useEffect(() => settleStore(storesOf(account)), [account])
  const stores = storesOf(account).filter(({ workplace_id }) => workplace_id === workplace?.id)
  return { stores, current: stores.find(({ id }) => id === current), choose: setStore }
}

function flagsOf(account: Account, plan: Out<typeof billingCalls.getCurrentPlan> | undefined): ShellFlags {
  return {
    embedded: mode.embedded,
    // spec: not shown. The wrapper's users are the ones whose store rules forbid selling inside it.
    billing_hidden: account.from_mobile,
    is_user_mkt: account.is_user_mkt,
    payment_provider: plan?.provider_payment ?? null,
    onboarding: account.onboarding_enabled,
    has_shop: account.has_shop,
    free: plan?.is_free ?? false,
  }
}

export const useShellFlags = (): ShellFlags => useSigned().flags

/** §4: stored locally, applied, saved to the account. */
export async function changeLanguage(language: LanguageCode) {
  await showLanguage(language)
  const account = knownAccount()
  if (account) await saveLanguage(account.id, language)
  // Sentences the server wrote (notifications) are in the old language.
  await refreshAll()
}

/** Foundation spec §2: go home, make it current, show its data; no reload. */
export async function switchWorkplace(workplace_id: string) {
  go('/app')
  setWorkplace(workplace_id)
  const account = knownAccount()
  if (account) settleStore(storesOf(account))
  await send(workplaceCalls.selectWorkplace, { workplace_id })
  await refreshAll()
}

export async function signOut() {
  track('sign_out')
  await send(authCalls.logout, {})
  keepToken(null)
  setWorkplace(null)
  window.location.assign(SIGN_IN_URL)
}
