import type { LanguageCode } from '@omni/domain/languages.ts'
import type { z } from 'zod'
import { hasMessage, type Params, say } from './messages.ts'

type Issue = z.core.$ZodIssue

/** Nobody reads more; a list of a million wrong fields would cost more than it tells. */
const MAX_ISSUES = 100

/** Zod's issues as our own sentences: what is wrong with which field, in the caller's language. */
export function fieldErrors(issues: readonly Issue[], language: LanguageCode): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const issue of issues.slice(0, MAX_ISSUES)) {
    const [key, params] = sentence(issue)
    const field = issue.path.join('.') || 'body'
    ;(errors[field] ??= []).push(say(language, key, params))
  }
  return errors
}

function sentence(issue: Issue): [key: string, params: Params] {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? ['invalid.required', {}] : ['invalid.type', {}]
    case 'too_small':
      return issue.origin === 'string'
        ? [Number(issue.minimum) <= 1 ? 'invalid.required' : 'invalid.too_short', { n: Number(issue.minimum) }]
        : issue.origin === 'array'
          ? ['invalid.list_too_short', { n: Number(issue.minimum) }]
          : ['invalid.too_small', { n: Number(issue.minimum) }]
    case 'too_big':
      return issue.origin === 'string'
        ? ['invalid.too_long', { n: Number(issue.maximum) }]
        : issue.origin === 'array'
          ? ['invalid.list_too_long', { n: Number(issue.maximum) }]
          : ['invalid.too_big', { n: Number(issue.maximum) }]
    case 'invalid_value':
      return ['invalid.choice', { choices: issue.values.slice(0, 12).map(String).join(', ') }]
    case 'invalid_format': {
      const key = `invalid.${issue.message === 'email' ? 'email' : issue.format}`
      return [hasMessage(key) ? key : 'invalid.format', {}]
    }
    default:
      return ['invalid.format', {}]
  }
}

const MAX_DEPTH = 20

/** PostgreSQL cannot keep U+0000, and half a surrogate pair is no character: both are refused before any schema. */
export function hasUnstorableText(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  if (value === null || typeof value !== 'object') return false
  if (depth > MAX_DEPTH) return true
  if (Array.isArray(value)) return value.some((inner) => hasUnstorableText(inner, depth + 1))
  return Object.entries(value).some(([name, inner]) => hasUnstorableText(name) || hasUnstorableText(inner, depth + 1))
}
