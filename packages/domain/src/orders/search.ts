/** What an order is found by, and which of it was meant. */

/** Numbers are compared without what people write between their parts: `ZO-22 104` is `zo22104`. */
export const compactNumber = (text: string): string => text.toLowerCase().replace(/[\s#./_-]/g, '')

export const FOUND_BY = ['number', 'supplier_number', 'tracking_number', 'name', 'email', 'phone', 'product'] as const
export type FoundBy = (typeof FOUND_BY)[number]

export interface FindableText {
  field: FoundBy
  text: string
}

const NUMBERS: readonly FoundBy[] = ['number', 'supplier_number', 'tracking_number', 'phone']

/** The first text that holds what was typed; null: none does. */
export function foundIn(texts: readonly FindableText[], keyword: string): FindableText | null {
  const words = keyword.toLowerCase()
  const number = compactNumber(keyword)
  const holds = ({ field, text }: FindableText) =>
    text.toLowerCase().includes(words) ||
    (NUMBERS.includes(field) && number !== '' && compactNumber(text).includes(number))
  return texts.find(holds) ?? null
}
