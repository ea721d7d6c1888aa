/** The editor's memory and its save loop. Plain TypeScript: components follow it through use-editor.ts. */
import { CODES } from '@omni/contracts/codes.ts'
import type { EditorProduct } from '@omni/contracts/editor.calls.ts'
import type { Envelope } from '@omni/contracts/kernel.ts'
import type { Field, Patch } from '@omni/domain/products/changes.ts'
import {
  answered,
  type EditorState,
  editState,
  joinPatches,
  type Notice,
  queueUp,
  received,
  redoState,
  refusedBy,
  type Save,
  type SaveReply,
  startState,
  undoState,
} from './editor-state.ts'
import type { EditKeeper } from './unsaved-edits.ts'

export const SAVE_AFTER_MS = 800
const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 30_000
/** Letters typed within this time into the same field are one undo step. */
const ONE_STEP_MS = 1000

export type SaveStatus =
  | { kind: 'saved'; at: number | null }
  | { kind: 'saving' }
  | { kind: 'offline'; /** What the server said, when it said anything. */ message: string }
  | { kind: 'refused'; message: string }
  | { kind: 'gone' }

export interface Transport {
  save: (save: Save) => Promise<Envelope<SaveReply>>
  load: () => Promise<EditorProduct | null>
  /** Who changed a field last. */
  who: (field: Field) => Promise<string | null>
}

export interface EditorStore {
  subscribe: (listener: () => void) => () => void
  get: () => EditorState
  status: () => SaveStatus
  /** `step`: edits with the same name in quick succession are undone together. */
  edit: (patch: Patch, step?: string) => void
  undo: () => void
  redo: () => void
  /** Sends what is unsaved now. */
  flush: () => Promise<void>
  receive: (product: EditorProduct, own?: boolean) => void
  /** Somebody else saved: asks for the product and lays it under the edits. */
  refresh: () => Promise<void>
  dismiss: (id: string) => void
  /** The other value of a notice becomes the value. */
  take: (notice: Notice) => void
  isDirty: () => boolean
  /** False when the browser would not keep the edits: then leaving the page must be asked about. */
  isKept: () => boolean
  /** Nobody looks any more: goes on until everything is sent, then lets go. */
  close: () => void
  /** Somebody looks again, before everything was sent. */
  reopen: () => void
}

interface StoreOptions {
  product: EditorProduct
  transport: Transport
  keeper: EditKeeper
  newId: () => string
  /** Closed, and nothing left to send. */ onClosed?: () => void
}

const FINAL: readonly number[] = [
  CODES.bad_request.status,
  CODES.unprocessable.status,
  CODES.forbidden.status,
  CODES.method_not_allowed.status,
]

export async function openEditorStore({
  product,
  transport,
  keeper,
  newId,
  onClosed = keeper.release,
}: StoreOptions): Promise<EditorStore> {
  const orphans = await keeper.orphans()
  const queue = orphans.flatMap(({ kept }) => [
    ...kept.queue,
    ...(Object.keys(kept.pending).length > 0
      ? [{ save_id: newId(), base_revision: kept.base_revision, changes: kept.pending }]
      : []),
  ])
  let state = startState(product, { queue, pending: {} })
  let status: SaveStatus = { kind: 'saved', at: null }
  const left = new Set(queue.map(({ save_id }) => save_id))
  let sending = false
  let closed = false
  let kept = true
  let attempts = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastStep = { name: '', at: 0 }
  const listeners = new Set<() => void>()

  const isDirty = () =>
    state.queue.length > 0 || Object.keys(state.pending).length > 0 || Object.keys(state.refused).length > 0
  const persist = () => {
    const refused = Object.fromEntries(Object.entries(state.refused).map(([field, { value }]) => [field, value]))
    kept = keeper.write(
      isDirty()
        ? {
            queue: state.queue,
            pending: joinPatches(refused, state.pending),
            base_revision: state.revision,
            at: Date.now(),
          }
        : null,
    )
  }
  const set = (next: EditorState, nextStatus: SaveStatus = status) => {
    if (next === state && nextStatus === status) return
    const unsavedChanged =
      next.queue !== state.queue || next.pending !== state.pending || next.refused !== state.refused
    state = next
    status = nextStatus
    if (unsavedChanged) persist()
    for (const listener of listeners) listener()
  }
  const later = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void pump(), ms)
  }
  const nameAuthors = async () => {
    for (const notice of state.notices.filter(({ by, kind }) => by === null && kind !== 'dropped')) {
      const by = await transport.who(notice.field)
      if (by) set({ ...state, notices: state.notices.map((item) => (item.id === notice.id ? { ...item, by } : item)) })
    }
  }

  const canSend = () => sending || state.queue.length > 0 || Object.keys(state.pending).length > 0
  /** What the server refused stays stored; the next editor of this product shows it. */
  const letGo = () => {
    if (closed && !sending) onClosed()
  }

  const reload = async (): Promise<void> => {
    const next = await transport.load()
    if (next && next.revision >= state.revision) store.receive(next)
  }

  /** One save in flight; each is sent until it is answered. */
  async function pump(): Promise<void> {
    clearTimeout(timer)
    if (sending) return
    if (state.queue.length === 0) set(queueUp(state, newId()))
    const save = state.queue[0]
    if (!save) return
    sending = true
    set(state, { kind: 'saving' })
    const reply = await transport.save(save)
    sending = false
    if (reply.success && reply.data) {
      // Its first answer got lost, and somebody may have written since: only the product itself tells.
      const unsure = attempts > 0 || left.delete(save.save_id)
      attempts = 0
      const done = answered(state, reply.data)
      const rest: SaveStatus =
        Object.keys(done.refused).length > 0 ? { kind: 'refused', message: '' } : { kind: 'saved', at: Date.now() }
      const more = done.queue.length > 0 || Object.keys(done.pending).length > 0
      set(done, more ? { kind: 'saving' } : rest)
      void nameAuthors()
      if (unsure) void reload()
      if (done.queue.length > 0) return pump()
      if (more) later(closed ? 0 : SAVE_AFTER_MS)
      else letGo()
      return
    }
    if (reply.status === CODES.not_found.status) {
      set(state, { kind: 'gone' })
      return letGo()
    }
    if (reply.errors || FINAL.includes(reply.status)) return refuse(reply)
    // A dead server, a lost line, a limit: the same save again, later.
    attempts += 1
    set(state, { kind: 'offline', message: reply.message })
    later(Math.max((reply.retry_after_s ?? 0) * 1000, Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1))))
  }

  async function refuse(reply: Envelope): Promise<void> {
    const next = refusedBy(state, reply.errors ?? {}, newId())
    if (next) {
      set(next, { kind: 'refused', message: reply.message })
      if (next.queue.length > 0) return pump()
      return letGo()
    }
    // Nothing says which field: all of it stays, and goes out again with the next edit.
    const [save, ...queue] = state.queue
    set(
      { ...state, queue, pending: joinPatches(save?.changes ?? {}, state.pending) },
      { kind: 'refused', message: reply.message },
    )
    letGo()
  }

  const change = (next: EditorState) => {
    if (next === state) return
    set(next, status.kind === 'offline' || status.kind === 'gone' ? status : { kind: 'saving' })
    if (status.kind === 'gone') return
    if (state.queue.length === 0 && Object.keys(state.pending).length === 0 && !sending) {
      // Taken back before it was sent.
      set(state, Object.keys(state.refused).length > 0 ? { kind: 'refused', message: '' } : { kind: 'saved', at: null })
      return
    }
    if (status.kind !== 'offline') later(SAVE_AFTER_MS)
  }

  const store: EditorStore = {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    get: () => state,
    status: () => status,
    edit: (patch, step = '') => {
      const now = Date.now()
      const join = step !== '' && step === lastStep.name && now - lastStep.at < ONE_STEP_MS
      lastStep = { name: step, at: now }
      change(editState(state, patch, join))
    },
    undo: () => {
      lastStep = { name: '', at: 0 }
      change(undoState(state))
    },
    redo: () => {
      lastStep = { name: '', at: 0 }
      change(redoState(state))
    },
    flush: async () => {
      if (isDirty()) await pump()
    },
    receive: (next, own = false) => {
      set(received(state, next, own))
      void nameAuthors()
    },
    refresh: reload,
    dismiss: (id) => set({ ...state, notices: state.notices.filter((notice) => notice.id !== id) }),
    take: (notice) => {
      store.dismiss(notice.id)
      if (notice.kind !== 'dropped') store.edit({ [notice.field]: notice.value })
    },
    isDirty,
    isKept: () => kept,
    close: () => {
      closed = true
      if (status.kind === 'offline') return // it is trying already
      if (canSend()) void pump()
      else letGo()
    },
    reopen: () => {
      closed = false
    },
  }
  persist()
  for (const { forget } of orphans) if (kept) forget()
  if (state.queue.length > 0) {
    status = { kind: 'saving' }
    later(0)
  }
  return store
}
