import { features } from './features.ts'
import type { Config } from './platform/config.ts'
import { createCtx } from './platform/create-ctx.ts'
import { failureOf } from './platform/failure.ts'
import type { HeavyReply, HeavyRequest } from './platform/heavy.ts'
import { perform, readJson } from './platform/perform.ts'
import { answerQuestions } from './platform/pictures/lone-process.ts'
import { createRateLimits, type RateLimits } from './platform/rate-limit.ts'
import { createRuntime, type Runtime } from './platform/runtime.ts'
import { connectVendors } from './vendors.ts'

/** One request at a time: an operation's own connection, and one for what it asks beside it. */
const CONNECTIONS = 2

const served = new Map(features.flatMap(({ calls }) => calls).map((one) => [one.call.name, one]))

/** With the first request: the configuration holds secrets, which a command line or an environment would show. */
let own: { runtime: Runtime; limits: RateLimits } | undefined
function open(config: Config) {
  const runtime = createRuntime({ ...config, DB_POOL: CONNECTIONS }, 'heavy', connectVendors)
  return { runtime, limits: createRateLimits(runtime) }
}

/** One heavy call, from the bytes of its body to the bytes of its reply. */
async function performHeavy({ call, session, config, ...request }: HeavyRequest): Promise<HeavyReply> {
  const { query, body, params, key, ...described } = request
  const { runtime, limits } = (own ??= open(config))
  try {
    const one = served.get(call)
    if (!one) throw new Error(`no such call: ${call}`)
    const ctx = createCtx(runtime, limits, one.call, described, session)
    const parts = { query, params, key, body: body instanceof Uint8Array ? readJson(body) : body }
    return reply(200, await perform(one, ctx, parts))
  } catch (error) {
    const { http, envelope, retry_after_s, log } = failureOf(error, described.language)
    if (log) runtime.log.error({ request_id: described.request_id, call, err: error }, 'call failed')
    return reply(http, envelope, retry_after_s)
  }
}

const reply = (http: number, envelope: unknown, retry_after_s?: number): HeavyReply => ({
  http,
  retry_after_s,
  body: new TextEncoder().encode(JSON.stringify(envelope)),
})

answerQuestions(performHeavy)
