/** Opens the store of a product, joins it to the server, and lets it finish sending when its page is left. */
import { CODES } from '@omni/contracts/codes.ts'
import { editorCalls, type EditorProduct } from '@omni/contracts/editor.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { send } from '../../platform/client.ts'
import { refreshCalls } from '../../platform/query.ts'
import { reactToReply } from '../../platform/react-to-reply.ts'
import { onRealtime } from '../../platform/realtime.ts'
import { type EditorStore, openEditorStore } from './editor-store.ts'
import { newUuid } from '../../platform/new-uuid.ts'
import { keepEdits } from './unsaved-edits.ts'

const RECENT_CHANGES = 20

export interface OpenEditor {
  store: EditorStore
  client_id: string
  close: () => void
}

/** A page that was left may still be sending: coming back finds its store, edits and undo included. */
interface Living {
  opening: Promise<Omit<OpenEditor, 'close'>>
  /** It goes on alone when the last one has left. */ users: number
}
const living = new Map<string, Living>()

async function lastAuthor(id: string, field: string): Promise<string | null> {
  const { data } = await send(editorCalls.listProductHistory, { id, page_size: RECENT_CHANGES })
  return (
    data?.items.find(({ mine, fields }) => !mine && fields.some((item) => item.field === field))?.by ??
    data?.items[0]?.by ??
    null
  )
}

function connect(store: EditorStore, productId: string, client_id: string): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const flush = () => void store.flush()
  window.addEventListener('online', flush, { signal })
  // A phone may never come back to a page that went away.
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'hidden') flush()
    },
    { signal },
  )
  window.addEventListener(
    'beforeunload',
    (event) => {
      if (store.isDirty() && !store.isKept()) event.preventDefault()
    },
    { signal },
  )
  const unlisten = onRealtime('product.changed', (message) => {
    if (message.product_id === productId && message.client_id !== client_id && message.revision > store.get().revision)
      void store.refresh()
  })
  return () => {
    stop.abort()
    unlisten()
  }
}

export async function openEditor(product: EditorProduct): Promise<OpenEditor> {
  const id = product.product_id
  const known = living.get(id)
  const entry = known ?? { opening: start(product), users: 0 }
  living.set(id, entry)
  entry.users += 1
  const { store, client_id } = await entry.opening
  if (known) {
    store.reopen()
    if (product.revision >= store.get().revision) store.receive(product)
  }
  let left = false
  const close = () => {
    if (left) return
    left = true
    entry.users -= 1
    if (entry.users === 0) store.close()
  }
  return { store, client_id, close }
}

async function start(product: EditorProduct): Promise<Omit<OpenEditor, 'close'>> {
  const id = product.product_id
  const client_id = newUuid()
  const keeper = keepEdits(id, client_id)
  let disconnect: () => void = () => undefined
  const store = await openEditorStore({
    product,
    newId: newUuid,
    keeper,
    onClosed: () => {
      living.delete(id)
      disconnect()
      keeper.release()
      void refreshCalls([importListCalls.listImportList, productCenterCalls.listProducts, editorCalls.getProduct])
    },
    transport: {
      save: async (save) => {
        const reply = await send(editorCalls.saveProduct, {
          id,
          client_id,
          ...save,
          changes: save.changes as Record<string, never>,
        }) // what the editor writes is JSON
        if (reply.status === CODES.unauthorized.status) reactToReply(reply, editorCalls.saveProduct)
        return reply
      },
      load: async () => (await send(editorCalls.getProduct, { id })).data?.product ?? null,
      who: (field) => lastAuthor(id, field),
    },
  })
  disconnect = connect(store, id, client_id)
  return { store, client_id }
}
