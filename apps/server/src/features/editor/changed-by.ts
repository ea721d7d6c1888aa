import type { LanguageCode } from '@omni/domain/languages.ts'
import { say, type TextKey } from '../../platform/messages.ts'

interface ChangeRow {
  kind: string
  rule: string | null
  first_name: string | null
  last_name: string | null
}

const RULES: Record<string, TextKey> = {
  keep_margin: 'product.by_keep_margin',
  apply_rule: 'product.by_apply_rule',
  sold_out: 'product.by_sold_out',
  back: 'product.by_back',
}

/** Whose change it was, as a reader sees it: a person, or the rule by its name. */
export function changedBy(language: LanguageCode, { kind, rule, first_name, last_name }: ChangeRow): string {
  if (kind === 'rule') return say(language, RULES[rule ?? ''] ?? 'product.by_supplier')
  // What earlier versions wrote.
  return kind === 'supplier' ? say(language, 'product.by_supplier') : [first_name, last_name].filter(Boolean).join(' ')
}
