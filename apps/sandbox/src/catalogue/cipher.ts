/** Numbers that look drawn, and lead back. */
export interface Cipher {
  size: bigint
  /** Has no factor in common with `size`, so every number gets one place of its own. */
  factor: bigint
}
export const DIGITS_12: Cipher = { size: 10n ** 12n, factor: 381_966_011_251n }

export const hide = (n: number, { size, factor }: Cipher) => ((BigInt(n) + 1n) * factor) % size
export const reveal = (n: bigint, { size, factor }: Cipher) => Number(((n * inverse(factor, size)) % size) - 1n)

function inverse(factor: bigint, size: bigint): bigint {
  let [a, b, x, y] = [factor % size, size, 1n, 0n]
  while (b > 0n) {
    const q = a / b
    ;[a, b, x, y] = [b, a - q * b, y, x - q * y]
  }
  return ((x % size) + size) % size
}

export const digits = (n: number, cipher: Cipher, width: number) => hide(n, cipher).toString().padStart(width, '0')
