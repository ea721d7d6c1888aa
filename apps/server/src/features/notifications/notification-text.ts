import { DEFAULT_CURRENCY } from '@omni/domain/currencies.ts'
import { formatMinor } from '@omni/domain/format-money.ts'
import type { LanguageCode } from '@omni/domain/languages.ts'
import { VENDORS } from '@omni/domain/vendors/badges.ts'
import { type Params, say } from '../../platform/messages.ts'

interface Written {
  message_key: string
  params: Params
}

/** A notification is kept as its key and parameters: whoever reads it gets names, and amounts in their own language. */
export const textOf = (language: LanguageCode, part: 'title' | 'body', { message_key, params }: Written): string =>
  say(language, `notification.${message_key}.${part}`, shown(params, language))

function shown({ source, supplier, amount, ...params }: Params, language: LanguageCode): Params {
  return {
    ...params,
    ...(source !== undefined && { source: nameOf(source) }),
    ...(supplier !== undefined && { supplier: nameOf(supplier) }),
    ...(typeof amount === 'number' && {
      amount: formatMinor(amount, String(params['currency'] ?? DEFAULT_CURRENCY), language),
    }),
  }
}

const NAMES = new Map(Object.entries(VENDORS).map(([id, { name }]) => [id, name]))
/** A supplier may be kept by its name already. */
const nameOf = (vendor: string | number): string => NAMES.get(String(vendor)) ?? String(vendor)
