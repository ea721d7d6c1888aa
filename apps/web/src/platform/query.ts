/** Reading from components: `useCall` (and `useList` in list.ts, `useAct` in act.ts). There are no hooks per call. */
import type { CallInput, Call, Envelope, Out } from '@omni/contracts/kernel.ts'
import { type InfiniteData, keepPreviousData, QueryCache, QueryClient, useQuery } from '@tanstack/react-query'
import { NO_REPLY, send, type SendOptions, TIMED_OUT } from './client.ts'
import { freshFor } from './freshness.ts'
import { reactToReply } from './react-to-reply.ts'
import { currentWorkplaceId, useWorkplaceId } from './session.ts'

/** Thrown inside queries only, so that a failed one has an `error` to show. */
export class CallFailure extends Error {
  readonly envelope: Envelope
  constructor(envelope: Envelope) {
    super(envelope.message)
    this.name = 'CallFailure'
    this.envelope = envelope
  }
}

const RETRIES = 2
/** Between us and the server the reply got lost: nobody here knows whether the call was carried out. */
const LOST: readonly number[] = [NO_REPLY, TIMED_OUT, 502, 503, 504]
export const isLost = (reply: Envelope) => LOST.includes(reply.status)

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { meta }) => {
      const call = meta?.['call'] as Call | undefined // written by `query` below
      if (error instanceof CallFailure && call && meta?.['quiet'] !== true) reactToReply(error.envelope, call)
    },
  }),
  defaultOptions: {
    queries: { retry: (count, error) => count < RETRIES && error instanceof CallFailure && isLost(error.envelope) },
    // Offline an act fails at once with a Retry, it does not wait unseen. Inputs are not kept: they hold passwords.
    mutations: { networkMode: 'always', gcTime: 0 },
  },
})

/** The workplace is part of the key: data of another workplace can never show under this one's name. */
const keyOf = (call: Call, input: object, workplace: string | null) =>
  [call.name, input, call.access === 'workplace' ? workplace : null] as const

export async function readCall<C extends Call>(call: C, input: CallInput<C>, options: SendOptions): Promise<Out<C>> {
  const reply = await send(call, input, options)
  if (!reply.success || reply.data === null) throw new CallFailure(reply)
  return reply.data
}

export interface ReadOptions {
  /** False: nothing is read yet, because the input is not known. */
  enabled?: boolean
  /** Keeps the last answer on screen while the next loads. */
  keep?: boolean
  /** No toast on failure: the component says it better. */
  quiet?: boolean
  /** Milliseconds an answer stays good, where that differs from freshness.ts. */
  fresh?: number
}

export function query<C extends Call>(
  call: C,
  input: CallInput<C>,
  options: ReadOptions = {},
  workplace = currentWorkplaceId(),
) {
  return {
    queryKey: keyOf(call, input as object, workplace), // an object schema's input is an object
    queryFn: ({ signal }: { signal: AbortSignal }) => readCall(call, input, { signal }),
    meta: { call, quiet: options.quiet === true },
    enabled: options.enabled ?? true,
    staleTime: options.fresh ?? freshFor(call.name),
  }
}

export function useCall<C extends Call>(call: C, input: CallInput<C>, options: ReadOptions = {}) {
  const request = query(call, input, options, useWorkplaceId())
  return useQuery<Out<C>>({ ...request, ...(options.keep ? { placeholderData: keepPreviousData } : {}) })
}

/** Questions whose first answer is on its way and may be older than a change that we know of. */
const outdated = new Set<string>()

/**
 * Whatever the filter names is read again. TanStack Query does not ask anew while a first answer is on its way, and that
 * answer may have been read before the change: it is waited for, and then read again.
 */
async function refresh(filter: { queryKey?: readonly unknown[] }): Promise<void> {
  const first = queryClient
    .getQueryCache()
    .findAll({ ...filter, fetchStatus: 'fetching' })
    .filter(({ state, queryHash }) => state.data === undefined && !outdated.has(queryHash))
  await Promise.all([
    queryClient.invalidateQueries(filter),
    ...first.map(async (question) => {
      outdated.add(question.queryHash)
      // In flight already, so this asks nothing: it waits.
      await question.fetch().catch(() => {})
      outdated.delete(question.queryHash)
      await queryClient.invalidateQueries({ queryKey: question.queryKey, exact: true })
    }),
  ])
}

/** Answers of these calls are read again: now if they are on screen, otherwise when they next are. */
export const refreshCalls = (calls: readonly Pick<Call, 'name'>[]) =>
  Promise.all(calls.map((call) => refresh({ queryKey: [call.name] })))

/** Everything on screen now, the rest when it is next shown. */
export const refreshAll = () => refresh({})

/** Changes the answers on screen before the server has spoken; returns the way back. */
export function patchAnswers<C extends Call>(call: C, change: (data: Out<C>) => Out<C>): () => void {
  const before = queryClient.getQueriesData({ queryKey: [call.name] })
  for (const [key, data] of before) {
    if (data === undefined) continue
    const isList = key.at(-1) === 'pages' // the key says which of the two shapes it is
    queryClient.setQueryData(key, isList ? changePages(data as InfiniteData<Out<C>>, change) : change(data as Out<C>))
  }
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data)
  }
}

const changePages = <T>(data: InfiniteData<T>, change: (page: T) => T): InfiniteData<T> => ({
  ...data,
  pages: data.pages.map(change),
})

/** Field errors of a refused act, first message each, in the shape forms take. */
export const fieldErrors = (reply: Envelope): Record<string, string> =>
  Object.fromEntries(Object.entries(reply.errors ?? {}).map(([field, messages]) => [field, messages[0] ?? '']))
