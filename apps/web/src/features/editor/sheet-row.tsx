/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/role-supports-aria-props -- rows of a grid that are placed one by one; ARIA allows a read-only gridcell. */
import { VisuallyHidden } from '@mantine/core'
import { cell } from '@omni/domain/products/changes.ts'
import type { ProductVariant } from '@omni/domain/products/product.ts'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { type KeyboardEvent, memo, useEffect, useRef } from 'react'
import { variantName } from './field-names.ts'
import { cellText, type SheetColumn, type SheetEnv } from './sheet-columns.ts'
import type { SheetActions } from './use-sheet.ts'
import { useEditorState, useVariant } from './use-editor.ts'
import classes from './variants.module.css'

export interface SheetRowProps {
  id: string
  index: number
  top: number
  columns: readonly SheetColumn[]
  env: SheetEnv
  /** Column of the active cell when it is in this row. */
  active: number | null
  left: number | null
  right: number | null
  /** The fill handle hangs here. */
  handle: boolean
  filling: boolean
  editing: string | null
  checked: boolean
  actions: SheetActions
  onCheck: (row: number) => void
}

export const cellId = (row: number, col: number) => `sheet-${row}-${col}`

/** Drawn again only when its own variant or its own part of the selection changed. */
export const SheetRow = memo(function SheetRow(props: SheetRowProps) {
  const { id, index, top, columns, env, active, left, right, handle, filling, editing, checked, actions, onCheck } =
    props
  const variant = useVariant(id)
  const refused = useEditorState((state) => state.refused)
  const image = useEditorState(({ view }) =>
    variant?.image_id ? (view.images.find(({ image_id }) => image_id === variant.image_id)?.url ?? null) : null,
  )
  if (!variant) return null
  return (
    <div
      className={classes.row}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={checked}
      data-row={index}
      data-off={!variant.enabled || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      {columns.map((column, col) => {
        const within = left !== null && right !== null && col >= left && col <= right
        const isActive = active === col
        const problem = column.field ? refused[cell(id, column.field)]?.message : undefined
        return (
          <div
            key={column.key}
            id={cellId(index, col)}
            role="gridcell"
            aria-colindex={col + 1}
            aria-readonly={column.field ? undefined : true}
            aria-invalid={problem ? true : undefined}
            className={classes.cell}
            title={problem}
            data-col={col}
            data-kind={column.kind}
            data-end={column.end || undefined}
            data-active={isActive || undefined}
            data-within={within || undefined}
            data-filling={(filling && within) || undefined}
            data-tone={toneOf(column, variant, env)}
            style={{ inlineSize: column.width }}
          >
            {isActive && editing !== null ? (
              <CellInput
                text={editing}
                label={`${column.title} ${variantName(variant, env.t)}`}
                end={column.end ?? false}
                actions={actions}
              />
            ) : (
              <CellContent
                column={column}
                variant={variant}
                env={env}
                image={image}
                checked={checked}
                onCheck={() => onCheck(index)}
              />
            )}
            {handle && col === right && editing === null ? (
              <span className={classes.handle} data-handle aria-hidden="true" />
            ) : null}
          </div>
        )
      })}
    </div>
  )
})

function toneOf({ key }: SheetColumn, variant: ProductVariant, { costing, extras }: SheetEnv): string | undefined {
  if (key === 'profit' || key === 'margin') {
    const figures = costing.figuresOf(variant)
    if (!figures) return undefined
    if (figures.profit < 0) return 'loss'
    if (figures.low) return 'low'
    return key === 'profit' && figures.state !== 'unknown' ? 'gain' : undefined
  }
  if (key === 'stock') return extras.get(variant.variant_id)?.quantity === 0 ? 'loss' : undefined
  return key === 'compare_at_price' && variant.compare_at_price !== null && variant.compare_at_price <= variant.price
    ? 'low'
    : undefined
}

function CellContent({
  column,
  variant,
  env,
  image,
  checked,
  onCheck,
}: {
  column: SheetColumn
  variant: ProductVariant
  env: SheetEnv
  image: string | null
  checked: boolean
  onCheck: () => void
}) {
  const { t } = env
  if (column.kind === 'check')
    return (
      <input
        type="checkbox"
        className={classes.check}
        tabIndex={-1}
        checked={checked}
        onChange={onCheck}
        aria-label={t('editor.select_variant', { name: variantName(variant, t) })}
      />
    )
  if (column.kind === 'image')
    return (
      <span className={classes.thumb}>
        <LazyImage src={image} alt={t(image ? 'editor.picture' : 'editor.no_picture')} size={28} />
      </span>
    )
  if (column.kind === 'switch') {
    const on = column.field === 'enabled' ? variant.enabled : variant.sell_out_of_stock
    return (
      <>
        <span className={classes.track} data-on={on || undefined} data-switch aria-hidden="true" />
        <VisuallyHidden>{t(on ? 'editor.yes' : 'editor.no')}</VisuallyHidden>
      </>
    )
  }
  const text = cellText(column, variant, env)
  return column.end ? (
    <bdi dir="ltr" className={classes.text}>
      {text}
    </bdi>
  ) : (
    <span className={classes.text} dir="auto">
      {text}
    </span>
  )
}

function CellInput({
  text,
  label,
  end,
  actions,
}: {
  text: string
  label: string
  end: boolean
  actions: SheetActions
}) {
  const field = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(text.length, text.length)
    // Only when it opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const commit = (row: number, col: number) => {
    done.current = true
    actions.commit(field.current?.value ?? '', { row, col })
  }
  const act = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    event.stopPropagation()
    if (event.key === 'Escape') {
      done.current = true
      return actions.cancel()
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      return commit(event.shiftKey ? -1 : 1, 0)
    }
    if (event.key === 'Tab') {
      event.preventDefault()
      return commit(0, event.shiftKey ? -1 : 1)
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      commit(event.key === 'ArrowDown' ? 1 : -1, 0)
    }
  }
  return (
    <input
      ref={field}
      className={classes.input}
      data-end={end || undefined}
      data-own-undo="1"
      aria-label={label}
      defaultValue={text}
      dir={end ? 'ltr' : 'auto'}
      onKeyDown={act}
      onBlur={() => {
        if (!done.current) actions.commit(field.current?.value ?? '', null)
      }}
    />
  )
}
