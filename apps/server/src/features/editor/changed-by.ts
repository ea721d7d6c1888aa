import type { LanguageCode } from '@omni/domain/languages.ts'
import { say } from '../../platform/messages.ts'

interface ChangeRow {
  kind: string
  first_name: string | null
  last_name: string | null
}

/** Whose change it was, as a reader sees it: a person, or the supplier whose price or stock it follows. */
export const changedBy = (language: LanguageCode, { kind, first_name, last_name }: ChangeRow): string =>
  kind === 'supplier' ? say(language, 'product.by_supplier') : [first_name, last_name].filter(Boolean).join(' ')
