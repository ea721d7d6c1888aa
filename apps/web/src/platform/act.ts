/** Acting from components: `useAct`. It is what changes something on the server; reading is `useCall` (query.ts). */
import { CODES } from '@omni/contracts/codes.ts'
import type { CallInput, Call, Envelope, Out } from '@omni/contracts/kernel.ts'
import { takesKey } from '@omni/contracts/requests.ts'
import { hashKey, useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useId, useRef } from 'react'
import { knownAccount } from './known-account.ts'
import { pressedControl } from './beside.ts'
import { send } from './client.ts'
import { newUuid } from './new-uuid.ts'
import { CallFailure, isLost, refreshCalls } from './query.ts'
import { openUpgrade } from './panels.ts'
import { reactToReply } from './react-to-reply.ts'

interface ActOptions<C extends Call> {
  /** The calls whose answers this act makes old. Required, so that none is forgotten; `[]` says "nothing". */
  refresh: readonly Call[]
  /** Shows the result at once; what it returns takes it back when the server refuses. */
  optimistic?: (input: CallInput<C>) => () => void
  /** No toast: the component says it better. */
  quiet?: boolean
  /** Whom the "send the verification mail again" button of code 110 writes to. */
  email?: (input: CallInput<C>) => string
  /** One hook serves many rows: their acts do not wait for each other. `pending` is then that of the latest. */
  parallel?: boolean
}

interface Attempt<C extends Call> {
  input: CallInput<C>
  key: string | undefined
}

type Reply<C extends Call> = Promise<Envelope<Out<C>>>

/** What the hook knows of its latest intents, by the intent's name. */
interface Intents<C extends Call> {
  /** The key of an intent whose reply was lost. Nobody knows whether it was done, so it is sent under the same key. */
  lost: Map<string, string>
  running: Map<string, Reply<C>>
  latest: string | null
}

/**
 * `run` never throws and never clears a form: look at the reply's `success`, `errors` and `data`.
 *
 * Each intent has one idempotency key. After a lost reply the same intent keeps its key, whether it comes from the
 * toast's Retry or from a second click, so that it cannot be done twice. Everything else is a new intent with a new key.
 * A double click is one intent: while it runs, the same input gets the same reply. Other input waits for its turn,
 * unless the hook is `parallel`. `intent` names what is being done where the input cannot be compared (files).
 */
export function useAct<C extends Call>(call: C, options: ActOptions<C>) {
  const id = useId()
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const parallel = options.parallel === true
  const known = useRef<Intents<C>>({ lost: new Map(), running: new Map(), latest: null })
  const { mutateAsync, isPending } = useMutation<Envelope<Out<C>>, Error, Attempt<C>, (() => void) | undefined>({
    ...(parallel ? {} : { scope: { id } }),
    mutationFn: async ({ input, key }) => {
      const reply = await send(call, input, key ? { idempotencyKey: key } : {})
      if (!reply.success) throw new CallFailure(reply)
      return reply
    },
    onMutate: ({ input }) => latest.current.optimistic?.(input),
    onError: (_error, _attempt, takeBack) => takeBack?.(),
  })

  const attempt = useCallback(
    async function attempt(input: CallInput<C>, intent: string, key: string | undefined): Reply<C> {
      const control = pressedControl()
      const reply = await mutateAsync({ input, key })
        .catch((error: unknown) => {
          if (!(error instanceof CallFailure)) throw error
          return error.envelope as Envelope<Out<C>> // thrown above with this call's reply
        })
        .finally(() => known.current.running.delete(intent))
      const lost = isLost(reply)
      if (lost && key) known.current.lost.set(intent, key)
      else known.current.lost.delete(intent)
      const { quiet, email, refresh } = latest.current
      // Nothing leaves the example shop: whatever was tried, the way on is an account of one's own.
      if (reply.status === CODES.quota_expired.status && knownAccount()?.is_example) openUpgrade('ORDER_FULFILLMENT')
      if (!quiet)
        reactToReply(reply, call, {
          control,
          ...(email ? { email: email(input) } : {}),
          ...(lost ? { retry: () => void attempt(input, intent, key) } : {}),
        })
      // After a failure too: an optimistic guess or a stale screen is put right.
      await refreshCalls(refresh)
      return reply
    },
    [call, mutateAsync],
  )

  const run = useCallback(
    (input: CallInput<C>, named?: { intent: string }): Reply<C> => {
      // Files cannot be compared: each run with one is an intent of its own unless it is named.
      const intent = named?.intent ?? (call.body === 'multipart' ? newUuid() : hashKey([input]))
      const intents = known.current
      const running = intents.running.get(intent)
      // "On, off, on" is three intents, although the first and the last look alike.
      if (running && (parallel || intents.latest === intent)) return running
      if (!named && intents.latest !== intent) intents.lost.clear()
      intents.latest = intent
      const key = takesKey(call) ? (intents.lost.get(intent) ?? newUuid()) : undefined
      const reply = attempt(input, intent, key)
      intents.running.set(intent, reply)
      return reply
    },
    [call, attempt, parallel],
  )
  return { run, pending: isPending }
}
