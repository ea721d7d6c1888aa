/** Keyset lists. Apart from query.ts: sign-in pages have none, and the code for pages of pages is not small. */
import type { CallInput, Call, Out } from '@omni/contracts/kernel.ts'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { readCall, type ReadOptions, query, queryClient } from './query.ts'
import { useWorkplaceId } from './session.ts'

interface Page<T> {
  items: T[]
  next_cursor: string | null
}
type Row<C extends Call> = Out<C> extends { items: readonly (infer R)[] } ? R : never

const pageOf = <C extends Call>(answer: Out<C>) => answer as Page<Row<C>> // every list has it (kernel.ts listOf)
const withRows = <C extends Call>(data: InfiniteData<Out<C>>) => ({
  ...data,
  rows: data.pages.flatMap((page) => pageOf<C>(page).items),
})

/** A keyset list, page after page: `rows` of all pages; `pages` keeps what came beside the items (counts). */
export function useList<C extends Call>(call: C, input: Omit<CallInput<C>, 'cursor'>, options: ReadOptions = {}) {
  const request = query(call, input as CallInput<C>, options, useWorkplaceId())
  return useInfiniteQuery<Out<C>, Error, ReturnType<typeof withRows<C>>, readonly unknown[], string | null>({
    ...request,
    queryKey: [...request.queryKey, 'pages'],
    initialPageParam: null,
    queryFn: ({ pageParam, signal }) =>
      readCall(call, { ...input, ...(pageParam ? { cursor: pageParam } : {}) } as CallInput<C>, { signal }),
    getNextPageParam: (last) => pageOf<C>(last).next_cursor,
    select: withRows<C>,
  })
}

/** What a screen needs of a list, whichever call answers. */
export type List<R> = Pick<
  ReturnType<typeof useList<Call>>,
  'isError' | 'error' | 'isFetching' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
> & { data: { rows: readonly R[] } | undefined; refetch: () => unknown; fetchNextPage: () => unknown }

const LARGEST_PAGE = 100 // the most one call gives

/** Everything that matches, up to `most`; null after a failure, which says itself what it was. */
export async function readAll<C extends Call>(
  call: C,
  input: Omit<CallInput<C>, 'cursor'>,
  most = Infinity,
): Promise<Row<C>[] | null> {
  const all: Row<C>[] = []
  try {
    for (let cursor: string | null = ''; cursor !== null && all.length < most;) {
      const from = { ...input, page_size: LARGEST_PAGE, ...(cursor && { cursor }) } as CallInput<C> // what lists take
      const page: Page<Row<C>> = pageOf<C>(await queryClient.fetchQuery(query(call, from)))
      all.push(...page.items)
      cursor = page.next_cursor
    }
    return all
  } catch {
    return null
  }
}
