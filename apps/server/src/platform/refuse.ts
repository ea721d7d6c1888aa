import { CODES, type CodeName } from '@omni/contracts/codes.ts'
import type { Result } from '@omni/domain/result.ts'
import { Fail, type FieldText } from './fail.ts'
import type { Params, TextKey } from './messages.ts'

/** Why an operation says no: one of the spec's codes, or a text of `locales/en.json`. A typing mistake does not compile. */
export type Reason = Exclude<CodeName, 'ok'> | TextKey

/** What a rule's refusal is called; its text is `refusal.<reason>`. A rule without a text does not fit into `must`. */
export type RuleReason = Extract<TextKey, `refusal.${string}`> extends `refusal.${infer R}` ? R : never

/** Which of the spec's codes a reason travels with; any other text is unprocessable. */
const REASON_CODES: Partial<Record<TextKey, CodeName>> = {
  'refusal.workplace_limit_reached': 'quota_expired',
  'imports.demo_mode': 'quota_expired',
  'imports.quota': 'quota_expired',
  'image_search.quota': 'quota_expired',
  'listings.quota': 'quota_expired',
  'listings.demo_mode': 'quota_expired',
  'listings.bulk_publish_off': 'quota_expired',
  'placement.quota': 'quota_expired',
  'placement.demo_mode': 'quota_expired',
  'placement.bulk_disabled': 'quota_expired',
  'cashback.unavailable': 'quota_expired',
  'stores.refused': 'store_install_failed',
  'stores.unreachable': 'store_install_failed',
  'stores.not_allowed': 'store_install_failed',
  'stores.slow_down': 'rate_limited',
  'imports.unknown_product': 'bad_request',
  'imports.gone': 'bad_request',
  'imports.already_imported': 'bad_request',
  'imports.no_variants': 'bad_request',
  'imports.no_price': 'bad_request',
  'imports.no_title': 'bad_request',
  'imports.variants_unknown': 'bad_request',
  'auth.social_not_configured': 'not_found',
  'auth.featurebase_not_configured': 'not_found',
  'catalog.variant_unknown': 'not_found',
  'catalog.supplier_down': 'bad_request',
  'source_account.not_set_up': 'bad_request',
  'source_account.way_expired': 'bad_request',
  'source_account.slow_down': 'rate_limited',
  'image_search.busy': 'rate_limited',
  'galleries.busy': 'rate_limited',
  'heavy.busy': 'rate_limited',
}

interface More {
  /** The input field that is wrong; the sentence is shown there. */
  field?: string
  /** Several fields, each with its own sentences. */
  fields?: Record<string, FieldText[]>
  retry_after_s?: number
}

const isCode = (reason: Reason): reason is Exclude<CodeName, 'ok'> => reason in CODES

/** Ends an operation with a refusal: the only way to say no. */
export function refuse(reason: Reason, params: Params = {}, { field, fields, retry_after_s }: More = {}): never {
  if (isCode(reason)) throw new Fail(reason, undefined, params, { retry_after_s })
  throw new Fail(REASON_CODES[reason] ?? 'unprocessable', reason, params, {
    fields: field === undefined ? fields : { [field]: [reason] },
    retry_after_s,
  })
}

/** Unwraps what a rule answered; a refusal ends the operation. */
export function must<T>(result: Result<T, RuleReason>): T {
  return result.ok ? result.value : refuse(`refusal.${result.reason}`)
}

/** For operations that have another answer when an inner one refuses. */
export const isRefusal = (error: unknown): error is Fail => error instanceof Fail
