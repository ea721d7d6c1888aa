import { shortId } from '@omni/domain/ids.ts'
import { TOAST_FADE_MS, TOAST_INDIVIDUAL_MS, TOAST_MS, UNDO_MS } from '@omni/ui/measures.ts'
import { type Toast, ToastStack } from '@omni/ui/toast-stack.tsx'
import { translate, useT } from './i18n.ts'
import { observable, useObservable } from './observable.ts'

const toasts = observable<readonly Toast[]>([])

/** More than this many at once is a wall, not a message. */
const MOST_AT_ONCE = 4

function show(toast: Omit<Toast, 'id'>) {
  // The same sentence twice at once says nothing more.
  const others = toasts.get().filter((other) => other.content !== toast.content)
  toasts.set([...others, { ...toast, id: shortId(Math.random) }].slice(-MOST_AT_ONCE))
}

function leave(id: string) {
  toasts.set(toasts.get().map((toast) => (toast.id === id ? { ...toast, leaving: true } : toast)))
  setTimeout(() => toasts.set(toasts.get().filter((toast) => toast.id !== id)), TOAST_FADE_MS)
}

type Action = Toast['action']

/** Toasts of the global reactions (foundation spec §8). */
export const replyToast = (kind: Toast['kind'], content: string, action?: Action) =>
  show({ kind, content, action, life: action ? UNDO_MS : TOAST_MS })

/** A toast a screen raises itself. */
export const toast = (kind: Toast['kind'], content: string, action?: Action) =>
  show({ kind, content, action, life: action ? UNDO_MS : TOAST_INDIVIDUAL_MS })

/** Ten seconds to take it back (design/ui.md). */
export const undoToast = (content: string, undo: () => void) =>
  show({
    kind: 'success',
    content,
    action: { label: translate('actions.undo'), run: undo },
    countdown: true,
    life: UNDO_MS,
  })

export function Toasts() {
  const t = useT()
  return <ToastStack toasts={useObservable(toasts)} label={t('shell.notices')} onLeave={leave} />
}
