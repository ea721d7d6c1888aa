/** What a call would do, while its input is still being typed. Built on `useCall`: a newer question ends the older one. */
import type { CallInput, Call, Out } from '@omni/contracts/kernel.ts'
import { useMemo } from 'react'
import { useCall } from './query.ts'
import { useSettled } from './settled.ts'

const TYPING_MS = 400

/** `input` null: it is not complete yet. The last answer stays on screen until the next one is there. */
export function usePreview<C extends Call>(call: C, input: CallInput<C> | null) {
  const written = input === null ? null : JSON.stringify(input)
  const settled = useSettled(written, TYPING_MS)
  const request = useMemo(() => (settled === null ? null : (JSON.parse(settled) as CallInput<C>)), [settled]) // written above
  const { data, error, isFetching } = useCall(call, request ?? ({} as CallInput<C>), {
    enabled: request !== null, // the empty object above is never sent
    keep: true,
    quiet: true,
    fresh: 0,
  })
  const waiting = written !== null && (written !== settled || isFetching)
  const known: Out<C> | undefined = written === null ? undefined : data
  return { data: known, error: written === null || waiting ? null : error, waiting }
}
