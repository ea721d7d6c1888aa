/** How components follow the editor: each by the one value it shows, so that a keystroke draws one thing. */
import type { EditorProduct } from '@omni/contracts/editor.calls.ts'
import type { Product, ProductField, ProductVariant } from '@omni/domain/products/product.ts'
import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { EditorState } from './editor-state.ts'
import type { EditorStore } from './editor-store.ts'

export interface EditorHandle {
  store: EditorStore
  client_id: string
  /** What the seller does not edit: source, currency, supplier changes. */
  server: EditorProduct
}

export const EditorContext = createContext<EditorHandle | null>(null)

export function useEditor(): EditorHandle {
  const editor = use(EditorContext)
  if (!editor) throw new Error('useEditor needs the editor page above it')
  return editor
}

/** `pick` must give the same object while nothing changed. */
export function useEditorState<T>(pick: (state: EditorState) => T): T {
  const { store } = useEditor()
  return useSyncExternalStore(store.subscribe, () => pick(store.get()))
}

export function useField<F extends ProductField>(
  field: F,
): { value: Product[F]; error: string | null; set: (value: Product[F]) => void } {
  const { store } = useEditor()
  const value = useEditorState(({ view }) => view[field])
  const error = useEditorState(({ refused }) => refused[field]?.message ?? null)
  const set = useCallback((next: Product[F]) => store.edit({ [field]: next }, field), [store, field])
  return { value, error, set }
}

const maps = new WeakMap<readonly ProductVariant[], ReadonlyMap<string, ProductVariant>>()

export function variantMap(variants: readonly ProductVariant[]): ReadonlyMap<string, ProductVariant> {
  const known = maps.get(variants)
  if (known) return known
  const map = new Map(variants.map((variant) => [variant.variant_id, variant]))
  maps.set(variants, map)
  return map
}

export const useVariant = (id: string) => useEditorState(({ view }) => variantMap(view.variants).get(id))
