const isZero = (value: unknown): boolean =>
  value === '' || value === 0 || value === '0' || value === false || (Array.isArray(value) && value.length === 0)

/** A message as proto3 writes it: fields with their zero value are not there. A message without fields is. */
export function withoutZeros(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutZeros)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([, one]) => !isZero(one))
  return Object.fromEntries(fields.map(([name, one]) => [name, withoutZeros(one)]))
}
