/** Foundation spec §3 "Workplace", §6 WORKPLACE_LIMIT. spec: not shown: name length, and when one may be deleted. */
import { isUnlimited } from '../billing/plan-rules.ts'
import { no, ok, type Result } from '../result.ts'

const MAX_WORKPLACE_NAME = 60 // spec: not shown; what the sidebar selector can hold in two lines

/** The name to store: trimmed, 1 to 60 characters as a person counts them. */
export function workplaceName(typed: string): Result<string, 'workplace_name_empty' | 'workplace_name_too_long'> {
  const name = typed.trim()
  if (name === '') return no('workplace_name_empty')
  return [...name].length > MAX_WORKPLACE_NAME ? no('workplace_name_too_long') : ok(name)
}

/** Deleting takes stores and orders along, so the name is typed again; the last one stays: every call needs one. */
export function mayDelete(
  workplace: { name: string },
  typed_name: string,
  count: number,
): Result<true, 'workplace_is_last' | 'workplace_name_differs'> {
  if (count <= 1) return no('workplace_is_last')
  return typed_name.trim() === workplace.name.trim() ? ok(true) : no('workplace_name_differs')
}

/** `limit` is the plan's WORKPLACE_LIMIT, `count` how many the user has. */
export function mayCreate(limit: number, count: number): Result<true, 'workplace_limit_reached'> {
  return isUnlimited(limit) || count < limit ? ok(true) : no('workplace_limit_reached')
}
