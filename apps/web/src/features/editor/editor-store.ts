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

const isEmpty = (patch: object) => Object.keys(patch).length === 0
const isUnsent = ({ queue, pending }: EditorState) => queue.length > 0 || !isEmpty(pending)
/** Nothing is left to send; what the server refused is still there. */
const atRest = ({ refused }: EditorState, at: number | null): SaveStatus =>
  isEmpty(refused) ? { kind: 'saved', at } : { kind: 'refused', message: '' }

/** The product as it is shown, and how its saving stands. What is unsaved is kept by the browser at each change. */
function openMemory(first: EditorState, keeper: EditKeeper) {
  let state = first
  let status: SaveStatus = { kind: 'saved', at: null }
  let kept = true
  const listeners = new Set<() => void>()
  const isDirty = () => isUnsent(state) || !isEmpty(state.refused)
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
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return { get: () => state, status: () => status, set, persist, subscribe, isDirty, isKept: () => kept }
}

type Memory = ReturnType<typeof openMemory>

/** What others saved is laid under the edits; who they are is asked for. */
function openReceiver({ get, set }: Memory, transport: Transport) {
  const nameAuthors = async () => {
    for (const notice of get().notices.filter(({ by, kind }) => by === null && kind !== 'dropped')) {
      const by = await transport.who(notice.field)
      if (!by) continue
      set({ ...get(), notices: get().notices.map((item) => (item.id === notice.id ? { ...item, by } : item)) })
    }
  }
  const receive = (next: EditorProduct, own = false) => {
    set(received(get(), next, own))
    void nameAuthors()
  }
  const reload = async () => {
    const next = await transport.load()
    if (next && next.revision >= get().revision) receive(next)
  }
  return { nameAuthors, receive, reload }
}

interface SaveLoopOptions extends Pick<StoreOptions, 'transport' | 'newId'> {
  memory: Memory
  receiver: ReturnType<typeof openReceiver>
  /** Saves of an editor that was closed before they were answered. */
  left: Set<string>
  onClosed: () => void
}

/** One save in flight; each is sent until it is answered. */
function openSaveLoop({ memory, receiver, transport, newId, left, onClosed }: SaveLoopOptions) {
  const { get, set } = memory
  let sending = false
  let closed = false
  let attempts = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const later = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void pump(), ms)
  }
  /** What the server refused stays stored; the next editor of this product shows it. */
  const letGo = () => {
    if (closed && !sending) onClosed()
  }

  async function pump(): Promise<void> {
    clearTimeout(timer)
    if (sending) return
    if (get().queue.length === 0) set(queueUp(get(), newId()))
    const save = get().queue[0]
    if (!save) return
    sending = true
    set(get(), { kind: 'saving' })
    const reply = await transport.save(save)
    sending = false
    if (reply.success && reply.data) return accept(save, reply.data)
    if (reply.status === CODES.not_found.status) {
      set(get(), { kind: 'gone' })
      return letGo()
    }
    if (reply.errors || FINAL.includes(reply.status)) return refuse(reply)
    // A dead server, a lost line, a limit: the same save again, later.
    attempts += 1
    set(get(), { kind: 'offline', message: reply.message })
    later(Math.max((reply.retry_after_s ?? 0) * 1000, Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1))))
  }

  async function accept(save: Save, reply: SaveReply): Promise<void> {
    // Its first answer got lost, and somebody may have written since: only the product itself tells.
    const unsure = attempts > 0 || left.delete(save.save_id)
    attempts = 0
    const done = answered(get(), reply)
    const more = isUnsent(done)
    set(done, more ? { kind: 'saving' } : atRest(done, Date.now()))
    void receiver.nameAuthors()
    if (unsure) void receiver.reload()
    if (done.queue.length > 0) return pump()
    if (more) later(closed ? 0 : SAVE_AFTER_MS)
    else letGo()
  }

  async function refuse(reply: Envelope): Promise<void> {
    const next = refusedBy(get(), reply.errors ?? {}, newId())
    if (next) {
      set(next, { kind: 'refused', message: reply.message })
      if (next.queue.length > 0) return pump()
      return letGo()
    }
    // Nothing says which field: all of it stays, and goes out again with the next edit.
    const [save, ...queue] = get().queue
    set(
      { ...get(), queue, pending: joinPatches(save?.changes ?? {}, get().pending) },
      { kind: 'refused', message: reply.message },
    )
    letGo()
  }

  const close = () => {
    closed = true
    if (memory.status().kind === 'offline') return // it is trying already
    if (sending || isUnsent(get())) void pump()
    else letGo()
  }
  const reopen = () => {
    closed = false
  }
  return { pump, later, isSending: () => sending, close, reopen }
}

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
    ...(isEmpty(kept.pending) ? [] : [{ save_id: newId(), base_revision: kept.base_revision, changes: kept.pending }]),
  ])
  const memory = openMemory(startState(product, { queue, pending: {} }), keeper)
  const { get, set, status, isDirty } = memory
  const receiver = openReceiver(memory, transport)
  const left = new Set(queue.map(({ save_id }) => save_id))
  const saving = openSaveLoop({ memory, receiver, transport, newId, left, onClosed })
  let lastStep = { name: '', at: 0 }

  const change = (next: EditorState) => {
    if (next === get()) return
    const before = status()
    set(next, before.kind === 'offline' || before.kind === 'gone' ? before : { kind: 'saving' })
    if (before.kind === 'gone') return
    // Taken back before it was sent.
    if (!isUnsent(next) && !saving.isSending()) return set(next, atRest(next, null))
    if (before.kind !== 'offline') saving.later(SAVE_AFTER_MS)
  }

  const store: EditorStore = {
    subscribe: memory.subscribe,
    get,
    status,
    edit: (patch, step = '') => {
      const now = Date.now()
      const join = step !== '' && step === lastStep.name && now - lastStep.at < ONE_STEP_MS
      lastStep = { name: step, at: now }
      change(editState(get(), patch, join))
    },
    undo: () => {
      lastStep = { name: '', at: 0 }
      change(undoState(get()))
    },
    redo: () => {
      lastStep = { name: '', at: 0 }
      change(redoState(get()))
    },
    flush: async () => {
      if (isDirty()) await saving.pump()
    },
    receive: receiver.receive,
    refresh: receiver.reload,
    dismiss: (id) => set({ ...get(), notices: get().notices.filter((notice) => notice.id !== id) }),
    take: (notice) => {
      store.dismiss(notice.id)
      if (notice.kind !== 'dropped') store.edit({ [notice.field]: notice.value })
    },
    isDirty,
    isKept: memory.isKept,
    close: saving.close,
    reopen: saving.reopen,
  }
  memory.persist()
  for (const { forget } of orphans) if (memory.isKept()) forget()
  if (get().queue.length > 0) {
    set(get(), { kind: 'saving' })
    saving.later(0)
  }
  return store
}
