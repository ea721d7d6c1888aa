/** The domain's rules as a sentence. Apart from checks.ts: its list of common passwords is not for the sign-in page. */
import { checkPassword } from '@omni/domain/auth/password-rules.ts'
import { translate } from '../../platform/i18n.ts'
import { PASSWORD_TEXTS } from '../../platform/password-texts.ts'

export function newPasswordProblem(password: string, email: string) {
  const checked = checkPassword(password, email)
  return checked.ok ? undefined : translate(PASSWORD_TEXTS[checked.reason])
}
