import type { PasswordRefusal } from '@omni/domain/auth/password-rules.ts'
import type { TextKey } from './i18n.ts'

/** The sentence for each refusal of domain/auth/password-rules.ts. */
export const PASSWORD_TEXTS: Record<PasswordRefusal, TextKey> = {
  password_too_short: 'password.too_short',
  password_too_long: 'password.too_long',
  password_is_common: 'password.is_common',
  password_is_email: 'password.is_email',
}
