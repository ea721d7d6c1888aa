import { Button, TextInput } from '@mantine/core'
import { patchBetween } from '@omni/domain/products/changes.ts'
import {
  addOption,
  addValue,
  type CannotEditOptions,
  mergeValues,
  removeOption,
  removeValue,
  renameOption,
  renameValue,
  reorderOptions,
  reorderValues,
} from '@omni/domain/products/edit-options.ts'
import { MAX_OPTIONS, MAX_TAG, type Product, type ProductOption } from '@omni/domain/products/product.ts'
import type { Result } from '@omni/domain/result.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { IconArrowDown, IconArrowUp, IconChevronLeft, IconChevronRight, IconTrash, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { undoToast } from '../../platform/toasts.tsx'
import editor from './editor.module.css'
import { newUuid } from '../../platform/new-uuid.ts'
import { useEditor, useEditorState } from './use-editor.ts'
import classes from './variants.module.css'

const WIDTH = 620

const REASONS: Record<CannotEditOptions, TextKey> = {
  option_unknown: 'editor.options_changed',
  option_name_empty: 'editor.option_name_empty',
  option_name_taken: 'editor.option_name_taken',
  too_many_options: 'editor.too_many_options',
  order_invalid: 'editor.options_changed',
  value_unknown: 'editor.options_changed',
  value_empty: 'editor.value_empty',
  value_taken: 'editor.value_taken',
  value_is_last: 'editor.value_is_last',
  text_too_long: 'editor.cell_too_long',
  variants_would_collide: 'editor.variants_would_collide',
  no_variants: 'editor.no_variants_left',
  too_many_variants: 'editor.too_many_variants',
}

/** Add, rename, reorder, remove and merge options and their values. Every step is saved and can be undone. */
export function OptionsPanel({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { store } = useEditor()
  const options = useEditorState(({ view }) => view.options)
  const [problem, setProblem] = useState<string | null>(null)
  const change = (run: (product: Product) => Result<Product, CannotEditOptions>): boolean => {
    const { view } = store.get()
    const next = run(view)
    setProblem(next.ok ? null : t(REASONS[next.reason]))
    if (!next.ok) return false
    const lost = view.variants.length - next.value.variants.length
    store.edit(patchBetween(view, next.value))
    if (lost > 0) undoToast(t('editor.variants_removed', { count: lost }), store.undo)
    return true
  }
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={t('editor.options')}
      description={t('editor.options_text')}
      width={WIDTH}
    >
      <div className={classes.options}>
        {problem ? (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        ) : null}
        {options.map((option, index) => (
          <OptionCard
            key={`${index} ${option.name}`}
            option={option}
            index={index}
            last={index === options.length - 1}
            change={change}
          />
        ))}
        {options.length < MAX_OPTIONS ? (
          <AddOption change={change} />
        ) : (
          <p className={editor.note}>{t('editor.too_many_options')}</p>
        )}
      </div>
    </SidePanel>
  )
}

type Change = (run: (product: Product) => Result<Product, CannotEditOptions>) => boolean

function OptionCard({
  option,
  index,
  last,
  change,
}: {
  option: ProductOption
  index: number
  last: boolean
  change: Change
}) {
  const t = useT()
  const [name, setName] = useState(option.name)
  const [marked, setMarked] = useState<readonly string[]>([])
  const [added, setAdded] = useState('')
  const swap = (by: number) =>
    change((product) => {
      const order = product.options.map((_, at) => at)
      order.splice(index + by, 0, ...order.splice(index, 1))
      return reorderOptions(product, order)
    })
  const rename = () => {
    if (name !== option.name && !change((product) => renameOption(product, index, name))) setName(option.name)
  }
  const add = () => {
    if (change((product) => addValue(product, index, added, newUuid))) setAdded('')
  }
  return (
    <section className={classes.option} aria-label={option.name}>
      <div className={classes.head}>
        <TextInput
          className={classes.grow ?? ''}
          label={t('editor.option_name')}
          value={name}
          maxLength={MAX_TAG}
          dir="auto"
          onChange={(event) => setName(event.currentTarget.value)}
          onBlur={rename}
          onKeyDown={(event) => {
            if (event.key === 'Enter') rename()
          }}
        />
        <button
          type="button"
          className={classes.small}
          aria-label={t('editor.move_up', { name: option.name })}
          disabled={index === 0}
          onClick={() => swap(-1)}
        >
          <IconArrowUp size={16} stroke={ICON_STROKE} />
        </button>
        <button
          type="button"
          className={classes.small}
          aria-label={t('editor.move_down', { name: option.name })}
          disabled={last}
          onClick={() => swap(1)}
        >
          <IconArrowDown size={16} stroke={ICON_STROKE} />
        </button>
        <button
          type="button"
          className={classes.small}
          aria-label={t('editor.remove_named', { name: option.name })}
          onClick={() => change((product) => removeOption(product, index))}
        >
          <IconTrash size={16} stroke={ICON_STROKE} />
        </button>
      </div>
      <ul className={classes.values}>
        {option.values.map((value, at) => (
          <ValueChip
            key={value}
            value={value}
            marked={marked.includes(value)}
            first={at === 0}
            last={at === option.values.length - 1}
            onMark={() =>
              setMarked(marked.includes(value) ? marked.filter((item) => item !== value) : [...marked, value])
            }
            onMove={(by) =>
              change((product) => {
                const values = [...option.values]
                values.splice(at + by, 0, ...values.splice(at, 1))
                return reorderValues(product, index, values)
              })
            }
            onRemove={() => change((product) => removeValue(product, index, value))}
          />
        ))}
      </ul>
      {marked.length > 0 ? (
        <MarkedTools key={marked.join()} marked={marked} index={index} change={change} onDone={() => setMarked([])} />
      ) : (
        <p className={editor.note}>{t('editor.values_text')}</p>
      )}
      <form
        className={classes.head}
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <TextInput
          className={classes.grow ?? ''}
          aria-label={t('editor.new_value')}
          placeholder={t('editor.new_value')}
          value={added}
          maxLength={MAX_TAG}
          dir="auto"
          onChange={(event) => setAdded(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={added.trim() === ''}>
          {t('editor.add_value')}
        </Button>
      </form>
    </section>
  )
}

function ValueChip({
  value,
  marked,
  first,
  last,
  onMark,
  onMove,
  onRemove,
}: {
  value: string
  marked: boolean
  first: boolean
  last: boolean
  onMark: () => void
  onMove: (by: number) => void
  onRemove: () => void
}) {
  const t = useT()
  const rtl = document.documentElement.dir === 'rtl'
  const [Back, On] = rtl ? [IconChevronRight, IconChevronLeft] : [IconChevronLeft, IconChevronRight]
  return (
    <li className={classes.value} data-marked={marked || undefined}>
      <button type="button" className={classes.word} aria-pressed={marked} dir="auto" onClick={onMark}>
        {value}
      </button>
      <button
        type="button"
        className={classes.small}
        disabled={first}
        aria-label={t('editor.move_before', { name: value })}
        onClick={() => onMove(-1)}
      >
        <Back size={14} stroke={ICON_STROKE} />
      </button>
      <button
        type="button"
        className={classes.small}
        disabled={last}
        aria-label={t('editor.move_after', { name: value })}
        onClick={() => onMove(1)}
      >
        <On size={14} stroke={ICON_STROKE} />
      </button>
      <button
        type="button"
        className={classes.small}
        aria-label={t('editor.remove_named', { name: value })}
        onClick={onRemove}
      >
        <IconX size={14} stroke={ICON_STROKE} />
      </button>
    </li>
  )
}

/** One marked value is renamed; several become one. */
function MarkedTools({
  marked,
  index,
  change,
  onDone,
}: {
  marked: readonly string[]
  index: number
  change: Change
  onDone: () => void
}) {
  const t = useT()
  const [into, setInto] = useState(marked[0] ?? '')
  const [only] = marked
  const run = () => {
    const done = change((product) =>
      marked.length === 1 && only !== undefined
        ? renameValue(product, index, only, into)
        : mergeValues(product, index, marked, into),
    )
    if (done) onDone()
  }
  return (
    <form
      className={classes.head}
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
    >
      <TextInput
        className={classes.grow ?? ''}
        label={
          marked.length === 1
            ? t('editor.rename_value', { value: only ?? '' })
            : t('editor.merge_into', { count: marked.length })
        }
        value={into}
        maxLength={MAX_TAG}
        dir="auto"
        onChange={(event) => setInto(event.currentTarget.value)}
      />
      <Button type="submit" disabled={into.trim() === ''}>
        {marked.length === 1 ? t('editor.rename') : t('editor.merge', { count: marked.length })}
      </Button>
      <Button variant="default" onClick={onDone}>
        {t('actions.cancel')}
      </Button>
    </form>
  )
}

function AddOption({ change }: { change: Change }) {
  const t = useT()
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const add = () => {
    if (change((product) => addOption(product, name, value))) {
      setName('')
      setValue('')
    }
  }
  return (
    <form
      className={classes.option}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <div className={classes.head}>
        <TextInput
          className={classes.grow ?? ''}
          label={t('editor.new_option')}
          placeholder={t('editor.new_option_hint')}
          value={name}
          maxLength={MAX_TAG}
          dir="auto"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          className={classes.grow ?? ''}
          label={t('editor.first_value')}
          value={value}
          maxLength={MAX_TAG}
          dir="auto"
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={name.trim() === '' || value.trim() === ''}>
          {t('editor.add_option')}
        </Button>
      </div>
      <p className={editor.note}>{t('editor.new_option_text')}</p>
    </form>
  )
}
