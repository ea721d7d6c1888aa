import { CODES, SERVER_ERROR_MESSAGE } from '@omni/contracts/codes.ts'
import type { CallInput, Call, Envelope, Out } from '@omni/contracts/kernel.ts'
import { type FormEvent, useRef, useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { translate } from '../../platform/i18n.ts'
import { fieldErrors } from '../../platform/query.ts'

const MINUTE_S = 60

export interface Problem {
  status: number
  text: string
}

function problemOf(reply: Envelope): Problem {
  const { status, message, retry_after_s = MINUTE_S } = reply
  if (status === CODES.rate_limited.status)
    return { status, text: translate('auth.wait', { count: Math.ceil(retry_after_s / MINUTE_S) }) }
  return { status, text: message === '' || message === SERVER_ERROR_MESSAGE ? translate('errors.unexpected') : message }
}

type Errors = Record<string, string>

/** Puts the reader where the first mistake is; screen readers then read the field with its error. */
function focusFirst(form: HTMLFormElement, errors: Errors) {
  const field = [...form.elements].find((element) => element instanceof HTMLInputElement && element.name in errors)
  if (field instanceof HTMLElement) field.focus()
}

interface FormActOptions<C extends Call> {
  /** Field -> sentence for what can be seen without the server; undefined entries are fine. */
  check?: (input: CallInput<C>) => Record<string, string | undefined>
  onDone: (data: Out<C> | null) => void
}

/**
 * Sends a form: once per press, keeps what was typed, shows the server's field errors at their fields and everything
 * else above the form. These screens speak for themselves, so the global toasts stay out of it.
 */
export function useFormAct<C extends Call>(call: C, { check, onDone }: FormActOptions<C>) {
  const act = useAct(call, { refresh: [], quiet: true })
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<Problem | null>(null)
  const busy = useRef(false) // a double click comes before React draws the first

  const run = async (input: CallInput<C>, form?: HTMLFormElement) => {
    if (busy.current) return
    const found = Object.entries(check?.(input) ?? {}).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    )
    const mistakes = Object.fromEntries(found)
    setErrors(mistakes)
    setProblem(null)
    if (found.length > 0) {
      if (form) focusFirst(form, mistakes)
      return
    }
    busy.current = true
    setPending(true)
    const reply = await act.run(input)
    // After a success the page changes: the button stays busy until it does.
    if (reply.success) {
      onDone(reply.data)
      return
    }
    busy.current = false
    setPending(false)
    const refused = fieldErrors(reply)
    setErrors(refused)
    const shown = form
      ? [...form.elements].some((element) => element instanceof HTMLInputElement && element.name in refused)
      : false
    if (form && shown) focusFirst(form, refused)
    else setProblem(problemOf(reply))
  }

  /** For pages that stay: the form can be sent again. */
  const again = () => {
    busy.current = false
    setPending(false)
  }
  const onSubmit = (input: CallInput<C>) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void run(input, event.currentTarget)
  }
  /** What is being corrected is no longer called wrong. */
  const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLInputElement) || !(target.name in errors)) return
    const { [target.name]: _corrected, ...others } = errors
    setErrors(others)
  }
  return { run, onSubmit, onInput, again, pending, errors, problem }
}
