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
  const id = shortId(Math.random)
  raised.set(id, Date.now())
  toasts.set([...others, { ...toast, id }].slice(-MOST_AT_ONCE))
}

/** Raised with the click that leads to another page: it is about that page. */
const RAISED_JUST_NOW_MS = 1000
const raised = new Map<string, number>()

/**
 * Orders spec §4: a toast closes on route change. spec: not shown: what was raised a moment ago came with the change,
 * and an undo keeps its ten seconds.
 */
export function closeToasts(now = Date.now()) {
  for (const { id, countdown, leaving } of toasts.get())
    if (!countdown && !leaving && now - (raised.get(id) ?? 0) > RAISED_JUST_NOW_MS) leave(id)
}

function leave(id: string) {
  raised.delete(id)
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

/** Foundation spec §6: in the wrapper of the mobile app nothing is sold. spec: not shown, how it is told. */
const isInWrapper = () => 'ReactNativeWebView' in window

/** Orders spec §6: what the plan does not allow, and the way to a plan that does. It stays until it is closed. */
export function quotaToast(message: string, upgrade: () => void) {
  if (isInWrapper()) show({ kind: 'warning', content: translate('quota.exceeded'), life: 0, placement: 'topCenter' })
  else
    show({
      kind: 'warning',
      content: message,
      life: 0,
      placement: 'topCenter',
      action: { label: translate('quota.upgrade_now'), run: upgrade },
    })
}

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
