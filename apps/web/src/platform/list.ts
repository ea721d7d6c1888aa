/** Keyset lists. Apart from query.ts: sign-in pages have none, and the code for pages of pages is not small. */
import type { CallInput, Call, Out } from '@omni/contracts/kernel.ts'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { readCall, type ReadOptions, query } from './query.ts'
import { useWorkplaceId } from './session.ts'

interface Page<T> {
  items: T[]
  next_cursor: string | null
}

/** A keyset list, page after page; `pages` keeps what came beside the items (counts). */
export function useList<C extends Call>(call: C, input: Omit<CallInput<C>, 'cursor'>, options: ReadOptions = {}) {
  const request = query(call, input as CallInput<C>, options, useWorkplaceId())
  return useInfiniteQuery<Out<C>, Error, InfiniteData<Out<C>>, readonly unknown[], string | null>({
    ...request,
    queryKey: [...request.queryKey, 'pages'],
    initialPageParam: null,
    queryFn: ({ pageParam, signal }) =>
      readCall(call, { ...input, ...(pageParam ? { cursor: pageParam } : {}) } as CallInput<C>, { signal }),
    getNextPageParam: (last) => (last as Page<unknown>).next_cursor, // every list has it (contracts/kernel.ts listOf)
  })
}
