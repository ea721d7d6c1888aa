const MAX_LENGTH = 40

/**
 * A name as it may stand in a mail we send: anybody can sign up with somebody else's address and any name. Only letters
 * and what joins them stay, so no mail reader finds an address, a number or a new line in it.
 */
export function nameInMail(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}'’\- ]/gu, ' ')
    .replace(/ +/g, ' ')
  return [...plain].slice(0, MAX_LENGTH).join('').trim()
}
