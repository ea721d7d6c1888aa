/** What is active, selected and being typed in the sheet, and what each key does there. */
import { cell, type Patch } from '@omni/domain/products/changes.ts'
import { type ClipboardEvent, type KeyboardEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { EditorStore } from './editor-store.ts'
import {
  type Block,
  type BlockEdit,
  blockOf,
  clearBlock,
  copyBlock,
  fillBlock,
  fillDown,
  pasteBlock,
  type Place,
  type Sheet,
  typeInto,
} from './sheet-blocks.ts'
import { mayType } from './sheet-columns.ts'
import { readTable, writeTable } from './sheet-text.ts'

const PAGE_ROWS = 12

interface Editing extends Place {
  text: string
}

export interface SheetView {
  active: Place
  anchor: Place
  editing: Editing | null
  /** While the handle is dragged: the last row it reaches. */
  fillTo: number | null
}

interface SheetOptions {
  sheet: () => Sheet
  store: EditorStore
  onProblems: (edit: BlockEdit) => void
  onPicture: (rows: readonly number[]) => void
  onCheck: (row: number) => void
  onDone: (cells: number) => void
}

const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value))

export function useSheet({ sheet, store, onProblems, onPicture, onCheck, onDone }: SheetOptions) {
  const [view, setView] = useState<SheetView>({
    active: { row: 0, col: 0 },
    anchor: { row: 0, col: 0 },
    editing: null,
    fillTo: null,
  })
  const latest = useRef({ view, sheet, onProblems, onPicture, onCheck, onDone })
  useLayoutEffect(() => {
    latest.current = { view, sheet, onProblems, onPicture, onCheck, onDone }
  })

  const block = (): Block => blockOf(latest.current.view.active, latest.current.view.anchor)
  const apply = (patch: Patch) => {
    if (Object.keys(patch).length > 0) store.edit(patch)
  }
  const take = (edit: BlockEdit) => {
    apply(edit.patch)
    if (edit.problems.length > 0) latest.current.onProblems(edit)
    else latest.current.onDone(edit.cells)
  }
  const go = useCallback((place: Place, extend = false) => {
    const { rows, columns } = latest.current.sheet()
    const active = { row: clamp(place.row, rows.length - 1), col: clamp(place.col, columns.length - 1) }
    setView((before) => ({ active, anchor: extend ? before.anchor : active, editing: null, fillTo: null }))
  }, [])
  // The first cell stays the active one, as in every spreadsheet: what was pasted is looked at from its beginning, and
  // nothing scrolls away.
  const select = useCallback(
    (chosen: Block) =>
      setView((before) => ({
        ...before,
        active: { row: chosen.top, col: chosen.left },
        anchor: { row: chosen.bottom, col: chosen.right },
      })),
    [],
  )

  /** Enter, F2, a double click or the first letter: what each kind of cell does. */
  const open = useCallback(
    (place: Place, typed?: string) => {
      const { rows, columns } = latest.current.sheet()
      const [variant, column] = [rows[place.row], columns[place.col]]
      if (!variant || !column) return
      if (column.kind === 'check') return latest.current.onCheck(place.row)
      if (column.kind === 'image') {
        const { top, bottom } = block()
        return latest.current.onPicture(
          place.row >= top && place.row <= bottom
            ? Array.from({ length: bottom - top + 1 }, (_, index) => top + index)
            : [place.row],
        )
      }
      if (column.kind === 'switch' && column.field)
        return store.edit({ [cell(variant.variant_id, column.field)]: !variant[column.field] })
      if (!mayType(column)) return latest.current.onProblems(typeInto(latest.current.sheet(), place, ''))
      const text =
        typed ??
        copyBlock(latest.current.sheet(), {
          top: place.row,
          bottom: place.row,
          left: place.col,
          right: place.col,
        })[0]?.[0] ??
        ''
      setView({ active: place, anchor: place, editing: { ...place, text }, fillTo: null })
    },
    [store],
  )

  const commit = useCallback(
    (text: string, move: { row: number; col: number } | null) => {
      const { editing } = latest.current.view
      if (!editing) return
      const before = copyBlock(latest.current.sheet(), {
        top: editing.row,
        bottom: editing.row,
        left: editing.col,
        right: editing.col,
      })[0]?.[0]
      if (text !== before) take(typeInto(latest.current.sheet(), editing, text))
      go({ row: editing.row + (move?.row ?? 0), col: editing.col + (move?.col ?? 0) })
    },
    // `take` reads everything through `latest`.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [go],
  )
  const cancel = useCallback(() => setView((before) => ({ ...before, editing: null })), [])

  const onKeyDown = useSheetKeys({ view, sheet, block, apply, go, select, open })
  const clipboard = clipboardOf({ view, sheet, block, apply, select, take })
  const dragFill = useCallback(
    (row: number) => setView((before) => (before.fillTo === row ? before : { ...before, fillTo: row })),
    [],
  )
  const endFill = () => {
    if (view.fillTo === null) return
    const from = block()
    const over = { ...from, top: Math.min(from.top, view.fillTo), bottom: Math.max(from.bottom, view.fillTo) }
    apply(fillBlock(sheet(), from, over))
    setView({
      ...view,
      anchor: { row: over.top, col: over.left },
      active: { row: over.bottom, col: over.right },
      fillTo: null,
    })
  }
  const actions = useMemo(() => ({ go, open, commit, cancel, dragFill }), [go, open, commit, cancel, dragFill])
  return { view, actions, endFill, handlers: { onKeyDown, ...clipboard } }
}

interface SheetKeys {
  view: SheetView
  sheet: () => Sheet
  block: () => Block
  apply: (patch: Patch) => void
  go: (place: Place, extend?: boolean) => void
  select: (chosen: Block) => void
  open: (place: Place, typed?: string) => void
}

/** What each key does while no cell is being typed into. */
function useSheetKeys({ view, sheet, block, apply, go, select, open }: SheetKeys) {
  // After Escape the next Tab leaves the sheet: a keyboard must never be trapped.
  const leaving = useRef(false)
  return (event: KeyboardEvent<HTMLElement>) => {
    // The checkboxes in the sheet keep their own keys.
    if (view.editing || (event.target instanceof HTMLInputElement && [' ', 'Enter', 'Tab'].includes(event.key))) return
    const { active } = view
    const mod = event.ctrlKey || event.metaKey
    const { rows, columns } = sheet()
    const rtl = document.documentElement.dir === 'rtl' ? -1 : 1
    const steps: Record<string, Place> = {
      ArrowDown: { row: mod ? rows.length : 1, col: 0 },
      ArrowUp: { row: mod ? -rows.length : -1, col: 0 },
      ArrowRight: { row: 0, col: (mod ? columns.length : 1) * rtl },
      ArrowLeft: { row: 0, col: (mod ? -columns.length : -1) * rtl },
      PageDown: { row: PAGE_ROWS, col: 0 },
      PageUp: { row: -PAGE_ROWS, col: 0 },
      Home: { row: mod ? -rows.length : 0, col: -columns.length },
      End: { row: mod ? rows.length : 0, col: columns.length },
    }
    const step = steps[event.key]
    const column = columns[active.col]
    const done = () => event.preventDefault()
    const wasLeaving = leaving.current
    leaving.current = event.key === 'Escape' || (wasLeaving && event.key === 'Shift')
    if (step) {
      done()
      return go({ row: active.row + step.row, col: active.col + step.col }, event.shiftKey)
    }
    if (event.key === 'Tab') {
      const next = active.col + (event.shiftKey ? -1 : 1)
      if (wasLeaving || mod || event.altKey || next < 0 || next >= columns.length) return
      done()
      return go({ row: active.row, col: next })
    }
    if (event.key === 'Escape') return go(active)
    if (event.key === 'Enter' || event.key === 'F2') {
      done()
      return open(active)
    }
    if (event.key === 'Delete' || event.key === 'Backspace') {
      done()
      return apply(clearBlock(sheet(), block()))
    }
    if (mod && event.key.toLowerCase() === 'd') {
      done()
      return apply(fillDown(sheet(), block()))
    }
    if (mod && event.key.toLowerCase() === 'a') {
      done()
      return select({ top: 0, bottom: rows.length - 1, left: 0, right: columns.length - 1 })
    }
    if (event.key === ' ' && !mod) {
      done()
      return open(active, column && mayType(column) ? '' : undefined)
    }
    if (!mod && !event.altKey && event.key.length === 1 && column && mayType(column)) {
      done()
      open(active, event.key)
    }
  }
}

interface SheetClipboard extends Pick<SheetKeys, 'view' | 'sheet' | 'block' | 'apply' | 'select'> {
  take: (edit: BlockEdit) => void
}

/** Blocks are copied as the text that every spreadsheet reads. */
function clipboardOf({ view, sheet, block, apply, select, take }: SheetClipboard) {
  const onCopy = (event: ClipboardEvent) => {
    if (view.editing) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', writeTable(copyBlock(sheet(), block())))
    if (event.type === 'cut') apply(clearBlock(sheet(), block()))
  }
  const onPaste = (event: ClipboardEvent) => {
    if (view.editing) return
    event.preventDefault()
    const edit = pasteBlock(sheet(), block(), readTable(event.clipboardData.getData('text/plain')))
    take(edit)
    select(edit.block)
  }
  return { onCopy, onCut: onCopy, onPaste }
}

export type SheetActions = ReturnType<typeof useSheet>['actions']
