import { createContext, type ReactNode, use } from 'react'

/** The few words the kit itself says. The app gives them in the reader's language; the kit has none of its own. */
export interface UiText {
  close: string
  retry: string
  cancel: string
  clearSelection: string
  selectAll: string
  selectRow: string
  columns: string
  exportCsv: string
  backToTop: string
  unlimited: string
  required: string
  loading: string
  previous: string
  next: string
  asTable: string
  selected: (count: number) => string
  sortBy: (column: string) => string
  typeToConfirm: (name: string) => string
}

const Context = createContext<UiText | null>(null)

export function UiTextProvider({ text, children }: { text: UiText; children: ReactNode }) {
  return <Context value={text}>{children}</Context>
}

export function useUiText(): UiText {
  const text = use(Context)
  if (!text) throw new Error('UiTextProvider is missing above this component')
  return text
}
