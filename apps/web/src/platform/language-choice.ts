/**
 * The language somebody chose, kept in the browser until the account has it: a page that is left or reloaded at once, or
 * a reply that is lost, must not bring the old language back.
 */
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { isLanguageCode, type LanguageCode } from '@omni/domain/languages.ts'
import { send } from './client.ts'
import { isLost } from './query.ts'
import { store, stored } from './storage.ts'

const KEY = 'omni.language-choice'

export async function saveLanguage(userId: string, language: LanguageCode): Promise<void> {
  const choice = `${userId} ${language}`
  store(KEY, choice)
  const reply = await send(authCalls.setLanguage, { language })
  // A newer choice may wait by now.
  if (!isLost(reply) && stored(KEY) === choice) store(KEY, null)
}

/** What this person chose here and the account does not have yet. */
export function unsavedLanguage(userId: string): LanguageCode | null {
  const [owner, language = ''] = stored(KEY)?.split(' ') ?? []
  return owner === userId && isLanguageCode(language) ? language : null
}
