/** A rule answers with a value or a refusal; it never throws. Refusals are snake_case facts: `workplace_is_last`. */
export type Result<T, E extends string> = { ok: true; value: T } | { ok: false; reason: E }

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })
export const no = <E extends string>(reason: E): { ok: false; reason: E } => ({ ok: false, reason })

/** What `must` throws: the server turns the reason into the spec's code and a translated sentence. */
export class Refusal extends Error {
  readonly reason: string
  readonly details: Record<string, string | number>
  constructor(reason: string, details: Record<string, string | number> = {}) {
    super(reason)
    this.name = 'Refusal'
    this.reason = reason
    this.details = details
  }
}

/** Unwraps a result inside an operation; a refusal ends the operation. */
export function must<T, E extends string>(result: Result<T, E>): T {
  if (result.ok) return result.value
  throw new Refusal(result.reason)
}
