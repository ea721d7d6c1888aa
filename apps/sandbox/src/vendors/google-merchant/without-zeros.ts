/** Whole numbers of 64 bits are texts there: of these alone '0' is a zero. */
const LONG_NUMBERS = ['amountMicros', 'versionNumber', 'quotaUsage', 'quotaLimit', 'quotaMinuteLimit']

const isZero = (name: string, value: unknown): boolean =>
  value === '' ||
  value === 0 ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (value === '0' && LONG_NUMBERS.includes(name))

/** A message as proto3 writes it: fields with their zero value are not there. A message without fields is. */
export function withoutZeros(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutZeros)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([name, one]) => !isZero(name, one))
  return Object.fromEntries(fields.map(([name, one]) => [name, withoutZeros(one)]))
}
