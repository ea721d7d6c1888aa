import { CODES, type CodeName } from '@omni/contracts/codes.ts'

export type Params = Record<string, string | number>

/** An answer other than OK. `key` names the translated sentence; without one the code's own sentence is used. */
export class Fail extends Error {
  readonly code: CodeName
  readonly key: string
  readonly params: Params
  /** Field -> message keys. */
  readonly fields: Record<string, string[]> | undefined
  readonly retry_after_s: number | undefined
  constructor(
    code: CodeName,
    key: string = `code.${code}`,
    params: Params = {},
    more: { fields?: Record<string, string[]>; retry_after_s?: number } = {},
  ) {
    super(`${CODES[code].status} ${key}`)
    this.name = 'Fail'
    this.code = code
    this.key = key
    this.params = params
    this.fields = more.fields
    this.retry_after_s = more.retry_after_s
  }
}

/** Which of the spec's codes a domain refusal travels with; any other is unprocessable. */
export const REFUSAL_CODES: Partial<Record<string, CodeName>> = {
  workplace_limit_reached: 'quota_expired',
  feature_not_in_plan: 'quota_expired',
  quota_exceeded: 'quota_expired',
}
