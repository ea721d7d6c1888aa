import { expect, test } from 'vitest'
import type { z } from 'zod'
import { areas } from './all-calls.ts'
import type { Call } from './kernel.ts'
import { takesKey } from './requests.ts'

const SECRET = /password|secret|token|recovery|api_key|ticket|credential|verifier/

/** Every field name of a schema, however deep. */
function names(schema: unknown): string[] {
  const { shape, options, ...parts } = (schema as { def?: Record<string, unknown> }).def ?? {} // zod 4 keeps its parts here
  const { element, innerType, valueType, left, right, in: from, out: to } = parts
  const inner = [element, innerType, valueType, left, right, from, to, ...(Array.isArray(options) ? options : [])]
    .filter(Boolean)
    .flatMap(names)
  const fields = Object.entries((shape ?? {}) as Record<string, z.ZodType>) // an object's fields
  return [...inner, ...fields.flatMap(([name, field]) => [name, ...names(field)])]
}

test('what holds a secret takes no key: neither its hash nor its reply may be stored', () => {
  const calls = Object.values(areas).flatMap((area): Call[] => Object.values(area))
  const kept = calls.filter(takesKey)
  expect(kept.length).toBeGreaterThan(30)
  const secret = kept.filter((call) => [...names(call.input), ...names(call.data)].some((name) => SECRET.test(name)))
  expect(secret.map(({ name }) => name)).toEqual([])
  // The search itself finds what it looks for.
  const change = calls.find(({ name }) => name === 'changePassword')
  expect(change && names(change.input)).toContain('password')
})
