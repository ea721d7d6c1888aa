import type { FastifyRequest } from 'fastify'
import { invalid } from './errors.ts'

export interface Form {
  [name: string]: string | Form
}

/** `metadata[order]=1`, `line_items[0][price]=…`: bracketed names as nested objects. A list has numbers as names. */
export function readForm(request: FastifyRequest): Form {
  const text = request.method === 'GET' ? (request.url.split('?')[1] ?? '') : (request.rawBody ?? '')
  const form: Form = Object.create(null) as Form // no inherited names
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '')
    let at = form
    path.forEach((part, i) => {
      if (part === '__proto__' || path.length > 8) throw invalid(`Received unknown parameter: ${name}`, name)
      if (i === path.length - 1) at[part] = value
      else {
        const inner = at[part]
        const next: Form = typeof inner === 'object' ? inner : (Object.create(null) as Form) // as above
        at[part] = next
        at = next
      }
    })
  }
  return form
}

export const text = (form: Form | undefined, name: string): string | null => {
  const value = form?.[name]
  return typeof value === 'string' && value !== '' ? value : null
}

export const part = (form: Form | undefined, name: string): Form | undefined => {
  const value = form?.[name]
  return typeof value === 'object' ? value : undefined
}

export function metadataOf(form: Form | undefined): Record<string, string> {
  const entries = Object.entries(part(form, 'metadata') ?? {})
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

const LARGEST = 99_999_999
const SMALLEST = 50

/** At most eight digits, at least the worth of 50 cents. */
export function amountOf(value: string | null, param: string): number {
  if (value === null) throw invalid(`Missing required param: ${param}.`, param, 'parameter_missing')
  if (!/^-?\d+$/.test(value)) throw invalid(`Invalid integer: ${value}`, param, 'parameter_invalid_integer')
  const amount = Number(value)
  if (amount < 1) throw invalid('This value must be greater than or equal to 1.', param, 'parameter_invalid_integer')
  if (amount < SMALLEST) throw invalid('Amount must be at least $0.50 usd', param, 'amount_too_small')
  if (amount > LARGEST) throw invalid('Amount must be no more than $999,999.99', param, 'amount_too_large')
  return amount
}

export function currencyOf(value: string | null): string {
  if (value === null) throw invalid('Missing required param: currency.', 'currency', 'parameter_missing')
  if (!/^[a-z]{3}$/.test(value)) throw invalid(`Invalid currency: ${value}`, 'currency')
  return value
}

export const expands = (form: Form, name: string): boolean =>
  Object.values(part(form, 'expand') ?? {}).some((path) => typeof path === 'string' && path.startsWith(name))
