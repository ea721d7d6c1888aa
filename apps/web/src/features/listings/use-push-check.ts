import type { Out } from '@omni/contracts/kernel.ts'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query, queryClient, readCall } from '../../platform/query.ts'
import { useWorkplaceId } from '../../platform/session.ts'
import { type Check, CHECKED_AT_ONCE } from './push-check.ts'

type Answer = Out<typeof listingCalls.checkPush>

export interface PushChecks {
  /** By product. */
  checks: ReadonlyMap<string, readonly Check[]>
  failed: string | null
  busy: boolean
  retry: () => void
}

/**
 * Asks what a push would do, a slice of products at a time; what is known is shown while the rest is asked for. Read
 * anew whenever the drawer is opened.
 */
export function usePushCheck(product_ids: readonly string[], store_ids: readonly string[]): PushChecks {
  const enabled = product_ids.length > 0 && store_ids.length > 0
  const input = { product_ids: [...product_ids], store_ids: [...store_ids] }
  const request = query(listingCalls.checkPush, input, { quiet: true, fresh: 0, enabled }, useWorkplaceId())
  const answer = useQuery<Answer>({
    ...request,
    queryFn: async ({ signal }) => {
      const items: Check[] = []
      for (let from = 0; from < product_ids.length; from += CHECKED_AT_ONCE) {
        const slice = { ...input, product_ids: product_ids.slice(from, from + CHECKED_AT_ONCE) }
        items.push(...(await readCall(listingCalls.checkPush, slice, { signal })).items)
        queryClient.setQueryData<Answer>(request.queryKey, { items: [...items] })
      }
      return { items }
    },
  })
  const checks = useMemo(() => {
    const byProduct = new Map<string, Check[]>()
    for (const check of answer.data?.items ?? [])
      byProduct.set(check.product_id, [...(byProduct.get(check.product_id) ?? []), check])
    return byProduct
  }, [answer.data])
  return {
    checks,
    failed: answer.isError ? answer.error.message : null,
    busy: answer.isFetching,
    retry: () => void answer.refetch(),
  }
}
