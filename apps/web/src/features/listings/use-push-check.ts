import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { useQueries } from '@tanstack/react-query'
import { query } from '../../platform/query.ts'
import { useWorkplaceId } from '../../platform/session.ts'
import { type Check, CHECKED_AT_ONCE } from './push-check.ts'

export interface PushChecks {
  /** By product. */
  checks: ReadonlyMap<string, readonly Check[]>
  failed: string | null
  busy: boolean
  retry: () => void
}

/** Asks what a push would do, a slice of products at a time. Read anew whenever the drawer is opened. */
export function usePushCheck(product_ids: readonly string[], store_ids: readonly string[]): PushChecks {
  const workplace = useWorkplaceId()
  const slices = Array.from({ length: Math.ceil(product_ids.length / CHECKED_AT_ONCE) }, (_, at) =>
    product_ids.slice(at * CHECKED_AT_ONCE, (at + 1) * CHECKED_AT_ONCE),
  )
  return useQueries({
    queries: slices.map((slice) =>
      query(
        listingCalls.checkPush,
        { product_ids: slice, store_ids: [...store_ids] },
        { quiet: true, fresh: 0, enabled: store_ids.length > 0 },
        workplace,
      ),
    ),
    combine: (answers) => {
      const checks = new Map<string, Check[]>()
      for (const check of answers.flatMap(({ data }) => data?.items ?? []))
        checks.set(check.product_id, [...(checks.get(check.product_id) ?? []), check])
      return {
        checks,
        failed: answers.find(({ isError }) => isError)?.error?.message ?? null,
        busy: answers.some(({ isFetching }) => isFetching),
        retry: () => answers.forEach((answer) => (answer.isError ? void answer.refetch() : undefined)),
      }
    },
  })
}
