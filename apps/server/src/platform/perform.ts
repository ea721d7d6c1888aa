import { CODES } from '@omni/contracts/codes.ts'
import type { Envelope } from '@omni/contracts/kernel.ts'
import { pathParams, takesKey } from '@omni/contracts/requests.ts'
import type { Ctx, PublicCtx } from './ctx.ts'
import { Fail } from './fail.ts'
import { ValidationFail } from './failure.ts'
import { once } from './idempotency.ts'
import { say } from './messages.ts'
import type { Served } from './serve.ts'
import { fieldErrors, hasUnstorableText } from './validation.ts'

/** What a caller sent, as it came in. */
export interface Parts {
  query: unknown
  body: unknown
  params: unknown
  key: string | undefined
}

/** From what was sent to the envelope: the part of a call that grows with its input. */
export async function perform({ call, run }: Served, ctx: PublicCtx, parts: Parts): Promise<Envelope> {
  const input = parseInput(call, parts, ctx)
  const data =
    parts.key && takesKey(call) && ctx.session
      ? await once(ctx as Ctx, call, parts.key, input, (inner) => run(inner, input)) // a session: user_id is set
      : await run(ctx, input)
  if (ctx.config.check_replies) call.data.parse(data)
  return { status: CODES.ok.status, success: true, message: say(ctx.language, `done.${call.name}`), data }
}

/** An empty body is an absent one. */
export function readJson(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.trim() === '' ? undefined : JSON.parse(text)
  } catch {
    throw new Fail('bad_request', 'invalid.json')
  }
}

function parseInput(call: Served['call'], { query, body, params }: Parts, ctx: PublicCtx): unknown {
  if (body !== undefined && (body === null || typeof body !== 'object' || Array.isArray(body))) {
    throw new Fail('unprocessable', 'invalid.body')
  }
  // Later ones win: a path parameter cannot be replaced by a body field of the same name.
  const given = { ...(query as object), ...(call.method === 'GET' ? {} : body), ...(params as object) } // Fastify's own
  if (hasUnstorableText(given)) throw new Fail('unprocessable', 'invalid.characters')
  const parsed = call.input.safeParse(given, { reportInput: true })
  if (parsed.success) return parsed.data
  // An id in the path that cannot exist is answered like one that does not.
  const inPath = pathParams(call.path)
  if (parsed.error.issues.every((issue) => inPath.includes(String(issue.path[0])))) throw new Fail('not_found')
  throw new ValidationFail(fieldErrors(parsed.error.issues, ctx.language))
}
