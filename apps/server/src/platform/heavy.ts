import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Call } from '@omni/contracts/kernel.ts'
import type { Config } from './config.ts'
import type { CtxRequest } from './create-ctx.ts'
import type { Session } from './ctx.ts'
import type { Parts } from './perform.ts'
import { createLoneProcess, ProcessBusy, ProcessEnded } from './pictures/lone-process.ts'
import { refuse } from './refuse.ts'

const PROCESS = fileURLToPath(new URL('../main.heavy.ts', import.meta.url))
/** At least two, so that one large request does not hold up everybody else's. */
const PROCESSES = Math.min(4, Math.max(2, availableParallelism()))
const MEMORY_MB = 512
/** The largest legal request takes a few seconds. */
const LIMIT_MS = 30_000
const IDLE_MS = 600_000
/** Of each process. */
const MAX_WAITING = 20
/** Of one account, running or waiting. */
const MAX_PER_ACCOUNT = 5
const BUSY_RETRY_S = 5

/** A call on its way to another process. The body is still the bytes that came in. */
export interface HeavyRequest extends CtxRequest, Parts {
  call: string
  session: Session
  config: Config
}
export interface HeavyReply {
  http: number
  retry_after_s: number | undefined
  /** The envelope as JSON. */
  body: Uint8Array
}

/**
 * Works calls declared `heavy` in processes with limits of time and memory; the api's own thread only passes bytes on.
 * No worker threads: a thread that runs out of memory inside of JSON.parse takes the whole process with it.
 */
export interface Heavy {
  perform(call: Call, request: Omit<HeavyRequest, 'call' | 'config'>): Promise<HeavyReply>
  close(): void
}

export interface HeavyOptions {
  limit_ms?: number
  memory_mb?: number
  processes?: number
}

export function createHeavy(
  config: Config,
  { limit_ms = LIMIT_MS, memory_mb = MEMORY_MB, processes = PROCESSES }: HeavyOptions = {},
): Heavy {
  const options = { file: PROCESS, args: [], memory_mb, limit_ms, max_waiting: MAX_WAITING, idle_ms: IDLE_MS }
  const pool = Array.from({ length: processes }, () => ({
    busy: 0,
    process: createLoneProcess<HeavyRequest, HeavyReply>(options),
  }))
  pool[0]?.process.warm()
  /** The requests of each account go one after the other, so that none takes all processes. */
  const lines = new Map<string, { waiting: number; last: Promise<unknown> }>()

  async function run(request: HeavyRequest): Promise<HeavyReply> {
    const place = pool.reduce((best, one) => (one.busy < best.busy ? one : best))
    place.busy++
    try {
      return await place.process.ask(request)
    } catch (error) {
      // Its process is gone, and with it the connection and the open transaction.
      if (error instanceof ProcessEnded) refuse('heavy.too_much')
      if (error instanceof ProcessBusy) refuse('heavy.busy', {}, { retry_after_s: BUSY_RETRY_S })
      throw error
    } finally {
      place.busy--
    }
  }

  return {
    async perform(call, request) {
      const { user_id } = request.session
      const line = lines.get(user_id) ?? { waiting: 0, last: Promise.resolve() }
      if (line.waiting >= MAX_PER_ACCOUNT) refuse('heavy.busy', {}, { retry_after_s: BUSY_RETRY_S })
      lines.set(user_id, line)
      line.waiting++
      const mine = line.last.then(() => run({ ...request, call: call.name, config }))
      line.last = mine.catch(() => {})
      try {
        return await mine
      } finally {
        if (--line.waiting === 0) lines.delete(user_id)
      }
    },
    close() {
      for (const { process } of pool) process.close()
    },
  }
}
