/** What a form can say before the server does. */
import { isEmail } from '@omni/domain/patterns.ts'
import { translate } from '../../platform/i18n.ts'

export const requiredProblem = (value: string) => (value.trim() === '' ? translate('form.required') : undefined)

export function emailProblem(email: string) {
  return requiredProblem(email) ?? (isEmail(email.trim()) ? undefined : translate('form.email_invalid'))
}
