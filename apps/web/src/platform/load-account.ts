/** The account before the first screen. Apart from account.ts, so that sign-in pages do not carry the shell's rules. */
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { CODES } from '@omni/contracts/codes.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { isLanguageCode } from '@omni/domain/languages.ts'
import { currentLanguage, showLanguage } from './i18n.ts'
import { saveLanguage, unsavedLanguage } from './language-choice.ts'
import { CallFailure, query, queryClient } from './query.ts'
import { forgetShop, settleStore, settleWorkplace } from './session.ts'

type Account = Out<typeof authCalls.getAccount>

let languageSettled = false

/** A remembered store or workplace that is no longer ours is forgotten, and the account read again without it. */
async function readAccount(isLast = false): Promise<Account> {
  const read = () =>
    queryClient.ensureQueryData({ ...query(authCalls.getAccount, {}, { quiet: true }), revalidateIfStale: true })
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof CallFailure) || error.envelope.status !== CODES.shop_id_invalid.status) throw error
    forgetShop()
    return isLast ? read() : readAccount(true)
  }
}

/** For the `/app` guard: settles the workplace and the language before anything else is read. */
export async function loadAccount(): Promise<Account> {
  const account = await readAccount()
  settleWorkplace(account.workplaces, account.current_workplace_id)
  settleStore(Object.values(account.linked_stores).flat())
  // The account was read under the remembered workplace. It holds for the settled one too.
  const { queryKey } = query(authCalls.getAccount, {})
  if (queryClient.getQueryData(queryKey) === undefined) queryClient.setQueryData(queryKey, account)
  if (!languageSettled && isLanguageCode(account.language)) {
    languageSettled = true // once: a change made here must not be undone by an older answer
    const chosen = unsavedLanguage(account.id)
    if (chosen) void saveLanguage(account.id, chosen)
    const language = chosen ?? account.language
    if (language !== currentLanguage()) await showLanguage(language)
  }
  return account
}
