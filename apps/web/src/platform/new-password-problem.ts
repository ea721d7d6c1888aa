/** Apart from the other checks of forms: its list of common passwords is not for the sign-in page. */
import { checkPassword, type PasswordRefusal } from '@omni/domain/auth/password-rules.ts'
import { type TextKey, translate } from './i18n.ts'

const PASSWORD_TEXTS: Record<PasswordRefusal, TextKey> = {
  password_too_short: 'password.too_short',
  password_too_long: 'password.too_long',
  password_is_common: 'password.is_common',
  password_is_email: 'password.is_email',
}

/** The domain's rules as a sentence. */
export function newPasswordProblem(password: string, email: string) {
  const checked = checkPassword(password, email)
  return checked.ok ? undefined : translate(PASSWORD_TEXTS[checked.reason])
}
