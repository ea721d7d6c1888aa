/** A rule answers with a value or a refusal; it never throws. Refusals are snake_case facts: `workplace_is_last`. */
export type Result<T, E extends string> = { ok: true; value: T } | { ok: false; reason: E }

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })
export const no = <E extends string>(reason: E): { ok: false; reason: E } => ({ ok: false, reason })
