/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/prefer-tag-over-role, react/incompatible-library --
   A grid is a control: one tab stop, arrows inside it. Its rows are placed one by one, which a table cannot do. */
import { VisuallyHidden } from '@mantine/core'
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import {
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useFormat } from '../../platform/format.ts'
import { intlLocale, type TextKey, useLanguage, useT } from '../../platform/i18n.ts'
import { useCosting } from './costing.ts'
import { type BlockEdit, blockOf, type Sheet } from './sheet-blocks.ts'
import { type CellProblem, columnsOf, type SheetColumn, type SheetEnv } from './sheet-columns.ts'
import { cellId, SheetRow } from './sheet-row.tsx'
import { useEditor, useEditorState, variantMap } from './use-editor.ts'
import { useSheet } from './use-sheet.ts'
import classes from './variants.module.css'

const ROW_PX = 38 // look/README.md
const HEAD_PX = 37 // the titles stay above the rows
const SPARE_ROWS = 8

export const PROBLEMS: Record<CellProblem, TextKey> = {
  read_only: 'editor.cell_read_only',
  not_an_amount: 'editor.cell_not_an_amount',
  too_large: 'editor.cell_too_large',
  not_a_weight: 'editor.cell_not_a_weight',
  too_long: 'editor.cell_too_long',
  not_yes_or_no: 'editor.cell_not_yes_or_no',
  picture_unknown: 'editor.cell_picture_unknown',
}

interface VariantsSheetProps {
  ids: readonly string[]
  selected: ReadonlySet<string>
  onSelected: (ids: ReadonlySet<string>) => void
  onPicture: (ids: readonly string[]) => void
}

/** Up to 2,048 variants as a spreadsheet (look 06-editor). Only the rows in view exist. */
export function VariantsSheet({ ids, selected, onSelected, onPicture }: VariantsSheetProps) {
  const t = useT()
  const { number } = useFormat()
  const locale = intlLocale(useLanguage())
  const { store } = useEditor()
  const costing = useCosting()
  const options = useEditorState(({ view }) => view.options)
  const extras = useEditorState((state) => state.extras)
  const [message, setMessage] = useState('')
  const frame = useRef<HTMLDivElement>(null)
  const columns = useMemo(() => columnsOf(options, t), [options, t])
  const env = useMemo<SheetEnv>(() => ({ costing, extras, locale, t, number }), [costing, extras, locale, t, number])
  const sheet = (): Sheet => {
    const { variants, images } = store.get().view
    const known = variantMap(variants)
    return {
      rows: ids.flatMap((id) => known.get(id) ?? []),
      columns,
      env,
      images: new Set(images.map(({ image_id }) => image_id)),
    }
  }
  const check = useLatest((row: number) => {
    const id = ids[row]
    if (id === undefined) return
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    onSelected(next)
  })
  const showProblems = ({ problems, cells }: BlockEdit) => {
    const first = problems[0]
    if (!first) return
    const where = t('editor.cell_place', { row: first.row + 1, column: columns[first.col]?.title ?? '' })
    const rest = problems.length > 1 ? ` ${t('editor.cells_failed', { count: problems.length, done: cells })}` : ''
    setMessage(`${where}: ${t(PROBLEMS[first.problem])}${rest}`)
  }
  const { view, actions, endFill, handlers } = useSheet({
    sheet,
    store,
    onProblems: showProblems,
    onCheck: check,
    onPicture: (rows) => onPicture(rows.flatMap((row) => ids[row] ?? [])),
    onDone: (cells) => setMessage(cells > 1 ? t('editor.cells_done', { count: cells }) : ''),
  })
  const { active, anchor, editing, fillTo } = view
  const block = blockOf(active, anchor)
  const rows = useVirtualizer({
    count: ids.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: SPARE_ROWS,
  })
  useShowCell(active, rows, frame.current)
  useFocusBack(editing !== null, frame)
  const pointer = usePointer(actions, view.active, endFill)
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  const all = ids.length > 0 && ids.every((id) => selected.has(id))
  const toggleAll = () =>
    onSelected(all ? new Set([...selected].filter((id) => !ids.includes(id))) : new Set([...selected, ...ids]))
  return (
    <div>
      <div
        ref={frame}
        className={classes.sheet}
        role="grid"
        tabIndex={0}
        aria-label={t('editor.sheet')}
        aria-rowcount={ids.length + 1}
        aria-colcount={columns.length}
        aria-multiselectable="true"
        aria-activedescendant={cellId(active.row, active.col)}
        data-editing={editing ? true : undefined}
        {...handlers}
        {...pointer}
      >
        <SheetHead columns={columns} width={width} from={block.left} to={block.right} all={all} onAll={toggleAll} />
        <div className={classes.rows} role="rowgroup" style={{ blockSize: rows.getTotalSize(), inlineSize: width }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const id = ids[index] ?? ''
            const within = index >= block.top && index <= block.bottom
            const filling =
              fillTo !== null &&
              !within &&
              index >= Math.min(block.top, fillTo) &&
              index <= Math.max(block.bottom, fillTo)
            const marked = within || filling
            return (
              <SheetRow
                key={id}
                id={id}
                index={index}
                top={start}
                columns={columns}
                env={env}
                active={active.row === index ? active.col : null}
                left={marked ? block.left : null}
                right={marked ? block.right : null}
                handle={index === block.bottom && fillTo === null}
                filling={filling}
                editing={editing?.row === index ? editing.text : null}
                checked={selected.has(id)}
                actions={actions}
                onCheck={check}
              />
            )
          })}
        </div>
      </div>
      <output className={classes.said}>{message}</output>
    </div>
  )
}

interface SheetHeadProps {
  columns: readonly SheetColumn[]
  width: number
  /** The first and the last column of the selected block. */
  from: number
  to: number
  all: boolean
  onAll: () => void
}

function SheetHead({ columns, width, from, to, all, onAll }: SheetHeadProps) {
  const t = useT()
  return (
    <div className={classes.header} role="row" aria-rowindex={1} style={{ inlineSize: width }}>
      {columns.map((column, col) => (
        <div
          key={column.key}
          role="columnheader"
          aria-colindex={col + 1}
          className={classes.title}
          data-end={column.end || undefined}
          data-current={(col >= from && col <= to) || undefined}
          style={{ inlineSize: column.width }}
          dir="auto"
        >
          {column.kind === 'check' ? (
            <input
              type="checkbox"
              className={classes.check}
              checked={all}
              onChange={onAll}
              aria-label={t('editor.select_all')}
            />
          ) : column.kind === 'image' ? (
            <VisuallyHidden>{column.title}</VisuallyHidden>
          ) : (
            <span className={classes.text}>{column.title}</span>
          )}
        </div>
      ))}
    </div>
  )
}

/** The grid takes the keyboard back from the cell that was typed into. */
function useFocusBack(editing: boolean, frame: RefObject<HTMLElement | null>) {
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !editing && frame.current?.contains(document.activeElement) !== false)
      frame.current?.focus({ preventScroll: true })
    if (wasEditing.current && !editing && document.activeElement === document.body)
      frame.current?.focus({ preventScroll: true })
    wasEditing.current = editing
  }, [editing, frame])
}

/** The same function for ever, doing what the last render said: rows must not be drawn again for a new closure. */
function useLatest<A extends unknown[]>(run: (...args: A) => void): (...args: A) => void {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...args: A) => latest.current(...args), [])
}

/**
 * Asks what the virtualizer remembers: its own scrolling measures the page again and again after every key. The cell
 * itself is looked for in the frame that is laid out anyway.
 */
function useShowCell(
  { row, col }: { row: number; col: number },
  rows: Virtualizer<HTMLDivElement, Element>,
  frame: HTMLElement | null,
) {
  const seen = useRef({ row, col })
  useEffect(() => {
    const before = seen.current
    if (!frame || (before.row === row && before.col === col)) return
    seen.current = { row, col }
    const [start, shown, room] = [
      row * ROW_PX,
      rows.scrollOffset ?? 0,
      (rows.scrollRect?.height ?? 0) - HEAD_PX - ROW_PX,
    ]
    if (before.row !== row && start < shown) frame.scrollTo({ top: start })
    else if (before.row !== row && start > shown + room) frame.scrollTo({ top: start - Math.max(0, room) })
    requestAnimationFrame(() =>
      frame.querySelector(`#${cellId(row, col)}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
  }, [row, col, rows, frame])
}

const placeOf = (target: EventTarget | null) => {
  const spot = target instanceof Element ? target.closest<HTMLElement>('[data-col]') : null
  const line = spot?.closest<HTMLElement>('[data-row]')
  return spot && line ? { row: Number(line.dataset['row']), col: Number(spot.dataset['col']), spot } : null
}

/** Click selects, a second click or a double click types, dragging selects a block, the handle fills. */
function usePointer(
  actions: ReturnType<typeof useSheet>['actions'],
  active: { row: number; col: number },
  endFill: () => void,
) {
  const drag = useRef<'none' | 'select' | 'fill'>('none')
  const onPointerDown = (event: PointerEvent) => {
    const target = event.target instanceof Element ? event.target : null
    if (event.button !== 0 || target?.closest('input')) return
    // A cell that is being typed into is taken before the selection moves on; its own blur would come too late.
    const typing = event.currentTarget.querySelector<HTMLInputElement>('[data-own-undo]')
    if (typing) actions.commit(typing.value, null)
    if (target?.closest('[data-handle]')) {
      drag.current = 'fill'
      event.preventDefault()
      return
    }
    const place = placeOf(event.target)
    if (!place) return
    const again = active.row === place.row && active.col === place.col
    const kind = place.spot.dataset['kind']
    // One click is enough for what is not text; text needs the second.
    const opens =
      target?.closest('[data-switch]') !== null || kind === 'image' || (again && event.pointerType !== 'mouse')
    actions.go(place, event.shiftKey)
    if (opens && !event.shiftKey) actions.open({ row: place.row, col: place.col })
    else if (event.pointerType === 'mouse') drag.current = 'select'
  }
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current === 'none') return
    if (event.buttons === 0) {
      drag.current = 'none'
      return
    }
    const place = placeOf(document.elementFromPoint(event.clientX, event.clientY))
    if (!place) return
    if (drag.current === 'fill') actions.dragFill(place.row)
    else actions.go(place, true)
  }
  const onPointerUp = () => {
    if (drag.current === 'fill') endFill()
    drag.current = 'none'
  }
  const onDoubleClick = (event: { target: EventTarget }) => {
    const place = placeOf(event.target)
    if (place && !['switch', 'check', 'image'].includes(place.spot.dataset['kind'] ?? ''))
      actions.open({ row: place.row, col: place.col })
  }
  return { onPointerDown, onPointerMove, onPointerUp, onDoubleClick }
}
