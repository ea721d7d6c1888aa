import { CODES, type CodeName } from '@omni/contracts/codes.ts'
import type { Params, TextKey } from './messages.ts'

/** A sentence with its own parameters, where those of the whole answer are not its own. */
export type FieldText = TextKey | { key: TextKey; params: Params }

/**
 * An answer other than OK. `key` names the translated sentence; without one the code's own sentence is used.
 * Only the platform creates one: an operation says no with `refuse` or `must` (platform/refuse.ts).
 */
export class Fail extends Error {
  readonly code: CodeName
  readonly key: TextKey | undefined
  readonly params: Params
  readonly fields: Record<string, FieldText[]> | undefined
  readonly retry_after_s: number | undefined
  constructor(
    code: CodeName,
    key?: TextKey,
    params: Params = {},
    more: { fields?: Record<string, FieldText[]> | undefined; retry_after_s?: number | undefined } = {},
  ) {
    super(`${CODES[code].status} ${key ?? code}`)
    this.name = 'Fail'
    this.code = code
    this.key = key
    this.params = params
    this.fields = more.fields
    this.retry_after_s = more.retry_after_s
  }
}
