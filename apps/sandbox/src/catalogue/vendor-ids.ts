import type { Source } from './shapes.ts'

/** Room for the offer itself and 4,095 variants. */
const PER_OFFER = 4096

interface Cipher {
  size: bigint
  /** Has no factor in common with `size`, so every number gets one place of its own. */
  factor: bigint
}
const DIGITS_10: Cipher = { size: 10n ** 10n, factor: 6_180_339_887n }
const DIGITS_11: Cipher = { size: 10n ** 11n, factor: 6_180_339_887n }
const DIGITS_12: Cipher = { size: 10n ** 12n, factor: 381_966_011_251n }
const ASIN_8: Cipher = { size: 36n ** 8n, factor: 1_618_033_988_749n }
const HEX_12: Cipher = { size: 16n ** 12n, factor: 173_205_080_756_887n }
const HEAD_12: Cipher = { size: 16n ** 12n, factor: 244_948_974_278_317n }

const hide = (n: number, { size, factor }: Cipher) => ((BigInt(n) + 1n) * factor) % size
const reveal = (n: bigint, { size, factor }: Cipher) => Number(((n * inverse(factor, size)) % size) - 1n)

function inverse(factor: bigint, size: bigint): bigint {
  let [a, b, x, y] = [factor % size, size, 1n, 0n]
  while (b > 0n) {
    const q = a / b
    ;[a, b, x, y] = [b, a - q * b, y, x - q * y]
  }
  return ((x % size) + size) % size
}

const digits = (n: number, cipher: Cipher, width: number) => hide(n, cipher).toString().padStart(width, '0')

/** The id of an offer (`variant` left out) or of one of its variants, in the shape the vendor's ids have. */
export function vendorId(source: Source, index: number, variant = -1): string {
  const n = index * PER_OFFER + variant + 1
  switch (source) {
    case 'aliexpress':
      return variant < 0 ? `100500${digits(index, DIGITS_10, 10)}` : `12000${digits(n, DIGITS_12, 12)}`
    case 'cj': {
      const hex = hide(n, HEX_12).toString(16).toUpperCase().padStart(12, '0')
      const head = hide(n, HEAD_12).toString(16).toUpperCase().padStart(12, '0')
      return `${head.slice(0, 8)}-${head.slice(8)}-4${hex.slice(1, 4)}-A${hex.slice(5, 8)}-${hex}`
    }
    case 'ebay':
      return variant < 0 ? `2${digits(index, DIGITS_11, 11)}` : `5${digits(n, DIGITS_11, 11)}`
    case 'amazon':
      return `B0${hide(n, ASIN_8).toString(36).toUpperCase().padStart(8, '0')}`
    case 'zopi':
      return variant < 0 ? `ZP-${100_000 + index}` : `ZP-${100_000 + index}-${String(variant + 1).padStart(4, '0')}`
    case 'temu':
      return variant < 0
        ? `6010995${digits(index, { size: 10n ** 8n, factor: 61_803_397n }, 8)}`
        : `17592${digits(n, DIGITS_12, 12)}`
    case 'alibaba':
      return variant < 0
        ? `1600${digits(index, { size: 10n ** 9n, factor: 618_033_989n }, 9)}`
        : `10${digits(n, DIGITS_12, 12)}`
  }
}

export interface Place {
  index: number
  /** -1: the offer itself. */
  variant: number
}

/** Back from an id that names a variant without its offer: CJ's vid, Amazon's child ASIN. */
export function placeOf(source: 'cj' | 'amazon', id: string): Place | null {
  const n = source === 'cj' ? readHex(id) : readAsin(id)
  if (n === null || n < 0 || !Number.isSafeInteger(n)) return null
  const place = { index: Math.floor(n / PER_OFFER), variant: (n % PER_OFFER) - 1 }
  return vendorId(source, place.index, place.variant) === id ? place : null
}

function readHex(id: string): number | null {
  const hex = /^[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-A[0-9A-F]{3}-([0-9A-F]{12})$/.exec(id)?.[1]
  return hex === undefined ? null : reveal(BigInt(`0x${hex}`), HEX_12)
}

function readAsin(id: string): number | null {
  const letters = /^B0([0-9A-Z]{8})$/.exec(id)?.[1]
  if (letters === undefined) return null
  const value = [...letters].reduce((sum, letter) => sum * 36n + BigInt(Number.parseInt(letter, 36)), 0n)
  return reveal(value, ASIN_8)
}
