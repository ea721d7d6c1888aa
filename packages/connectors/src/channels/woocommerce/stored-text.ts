/**
 * Names, tags and option values are kept by WordPress as they stand in HTML: of `A & B` it stores and tells `A &amp; B`.
 * In option values a `|` divides one from the next, so it is written as a sign that looks alike.
 */
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0' }
const ENTITY = /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi

const LAST_CODE_POINT = 0x10_ff_ff

export const fromStored = (text: string): string =>
  text.replace(ENTITY, (entity, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code > 0 && code <= LAST_CODE_POINT ? String.fromCodePoint(code) : entity
  })

/** WordPress encodes a bare `&` itself. What would be read as an entity is encoded before, or it would become a sign. */
export const toStored = (text: string): string => (fromStored(text) === text ? text : text.replaceAll('&', '&amp;'))

const BAR = '|'
const LIKE_A_BAR = '\u00A6'

export const fromStoredOption = (value: string): string => fromStored(value).replaceAll(LIKE_A_BAR, BAR)
export const toStoredOption = (value: string): string => toStored(value).replaceAll(BAR, LIKE_A_BAR)
