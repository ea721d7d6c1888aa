import { z } from 'zod'
import type { Explanation } from '../../http.ts'
import type { LimitsSaid } from '../../pace.ts'
import type { VendorErrorKind } from '../../vendor-error.ts'
import { parseVendorJson } from '../../vendor-json.ts'

const GraphError = z.object({
  error: z.object({
    message: z.string(),
    code: z.int(),
    error_subcode: z.int().optional(),
    error_user_msg: z.string().optional(),
  }),
})

/** Of the whole application or person. */
const ALL_CALLS = [4, 17, 32, 613]
/** Reads of a catalog, and batches to it, are counted apart: one of them goes on when the other has to wait. */
const READS = 80_009
const BATCHES = 80_014

function kindOf(code: number): VendorErrorKind {
  if (code === 190 || code === 102) return 'auth_expired'
  if (ALL_CALLS.includes(code) || (code >= 80_000 && code <= BATCHES)) return 'rate_limited'
  if (code === 1 || code === 2) return 'unavailable'
  if (code === 803) return 'not_found'
  return 'invalid'
}

/** Checked before anything of a batch is taken. A rate limit is not among them: it has come after half a batch. */
const NOTHING_DONE = (code: number) => code === 190 || code === 100 || code === 10 || (code >= 200 && code < 300)

export function explainGraph(
  status: number,
  body: unknown,
  header: (name: string) => string | null,
): Explanation | undefined {
  const { data } = GraphError.safeParse(body)
  if (!data || status >= 500) return undefined
  const { code, error_subcode, message, error_user_msg } = data.error
  const kind = kindOf(code)
  const said = {
    kind,
    code: error_subcode === undefined ? String(code) : `${code}/${error_subcode}`,
    message: error_user_msg ?? message,
    ...((code === READS || code === BATCHES) && { endpoint_only: true }),
    ...(kind === 'rate_limited' && waitIn(header)),
  }
  return NOTHING_DONE(code) ? { ...said, nothing_done: true } : said
}

const Usage = z.record(
  z.string(),
  z.array(
    z.object({
      call_count: z.number().catch(0),
      total_cputime: z.number().catch(0),
      total_time: z.number().catch(0),
      estimated_time_to_regain_access: z.number().catch(0),
    }),
  ),
)

function usageIn(header: (name: string) => string | null): z.output<typeof Usage>[string] {
  const body = parseVendorJson(header('x-business-use-case-usage') ?? '')
  return Object.values(Usage.safeParse(body).data ?? {}).flat()
}

/** How long a refusal lasts is told in minutes. */
function waitIn(header: (name: string) => string | null): { retry_after_s: number } | undefined {
  const minutes = Math.max(0, ...usageIn(header).map((one) => one.estimated_time_to_regain_access))
  return minutes > 0 ? { retry_after_s: minutes * 60 } : undefined
}

/** At full speed below this share of what is allowed, then slower, and hardly at all near the end (ours). */
const FULL_UP_TO = 50
const STOP_AT = 95
/** Calls a second of one catalog while there is room (ours; Meta's formula depends on what the catalog earns). */
export const PER_SECOND = 5
const SLOWEST = 0.05

/** Every reply tells how much of the allowance of its kind of call is used, in percent. */
export function limitsIn(_body: unknown, header: (name: string) => string | null): LimitsSaid | undefined {
  const entries = usageIn(header)
  if (entries.length === 0) return undefined
  const used = Math.max(...entries.flatMap((one) => [one.call_count, one.total_cputime, one.total_time]))
  const share = (STOP_AT - Math.max(used, FULL_UP_TO)) / (STOP_AT - FULL_UP_TO)
  return { per_second: Math.max(SLOWEST, PER_SECOND * share) }
}
