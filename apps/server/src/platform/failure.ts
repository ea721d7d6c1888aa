import pg from 'pg'
import { CODES, SERVER_ERROR_MESSAGE } from '@omni/contracts/codes.ts'
import type { Envelope } from '@omni/contracts/kernel.ts'
import type { LanguageCode } from '@omni/domain/languages.ts'
import { isDatabaseAway } from './db.ts'
import { Fail } from './fail.ts'
import { say } from './messages.ts'

/** Carries messages that are already translated. */
export class ValidationFail extends Fail {
  readonly errors: Record<string, string[]>
  constructor(errors: Record<string, string[]>) {
    super('unprocessable')
    this.errors = errors
  }
}

interface Failure {
  http: number
  envelope: Envelope
  retry_after_s: number | undefined
  /** What belongs into the log: what nobody foresaw, and a database that is away. */
  log: 'fault' | 'away' | null
}

/** What went wrong, as the caller is told it. */
export function failureOf(error: unknown, language: LanguageCode): Failure {
  const fail = asFail(error)
  const errors =
    fail instanceof ValidationFail
      ? fail.errors
      : fail.fields &&
        Object.fromEntries(
          Object.entries(fail.fields).map(([field, texts]) => [
            field,
            texts.map((text) =>
              typeof text === 'string' ? say(language, text, fail.params) : say(language, text.key, text.params),
            ),
          ]),
        )
  const { status, http } = CODES[fail.code]
  const isFault = fail.code === 'server_error'
  const envelope: Envelope = {
    status,
    success: false,
    data: null,
    ...(errors && { errors }),
    message: isFault ? SERVER_ERROR_MESSAGE : say(language, fail.key ?? `code.${fail.code}`, fail.params),
  }
  const away = fail.code === 'unavailable' ? 'away' : null
  return { http, envelope, retry_after_s: fail.retry_after_s, log: isFault ? 'fault' : away }
}

/** A database that was killed is back within a few seconds. */
const AWAY_RETRY_S = 3

/** The database lets nothing leave a guest's copy of the example shop (0096_example_shop.sql). */
const IN_EXAMPLE = 'OM403'

function asFail(error: unknown): Fail {
  if (error instanceof Fail) return error
  if (error instanceof pg.DatabaseError && error.code === IN_EXAMPLE)
    return new Fail('quota_expired', 'example.blocked')
  if (isDatabaseAway(error)) return new Fail('unavailable', undefined, {}, { retry_after_s: AWAY_RETRY_S })
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413) return new Fail('bad_request', 'invalid.too_large')
  if (status === 415) return new Fail('bad_request', 'invalid.content_type')
  if (status === 404) return new Fail('not_found')
  if (status >= 400 && status < 500) return new Fail('bad_request')
  return new Fail('server_error')
}
