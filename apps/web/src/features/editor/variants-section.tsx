import { Button, TextInput } from '@mantine/core'
import { cell, patchBetween } from '@omni/domain/products/changes.ts'
import type { ProductVariant } from '@omni/domain/products/product.ts'
import { Kbd } from '@omni/ui/kbd.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { Money } from '@omni/ui/money.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { IconAdjustments, IconFunction, IconSearch, IconTableColumn } from '@tabler/icons-react'
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { modKey } from '../../platform/shortcuts.ts'
import { useCosting } from './costing.ts'
import type { EditorState } from './editor-state.ts'
import editor from './editor.module.css'
import { Section } from './section.tsx'
import { useEditor, useEditorState } from './use-editor.ts'
import { useSummary } from './use-summary.ts'
import { VariantsSheet } from './variants-sheet.tsx'
import classes from './variants.module.css'

const OptionsPanel = lazy(() => import('./options-panel.tsx').then((module) => ({ default: module.OptionsPanel })))
const PriceByRule = lazy(() => import('./price-by-rule.tsx').then((module) => ({ default: module.PriceByRule })))
const SetColumn = lazy(() => import('./set-column.tsx').then((module) => ({ default: module.SetColumn })))
const ImagePicker = lazy(() =>
  import('../galleries/image-picker.tsx').then((module) => ({ default: module.ImagePicker })),
)

type Dialog = { name: 'options' | 'rule' | 'column' } | { name: 'picture'; ids: readonly string[] } | null

/** The ids in order; the same list while only values change, so that the sheet is not drawn for a price. */
function idPicker(text: string) {
  const wanted = text.trim().toLowerCase()
  let before: readonly string[] = []
  let seen: readonly ProductVariant[] | null = null
  return ({ view: { variants } }: EditorState) => {
    if (variants === seen) return before
    seen = variants
    const next = variants
      .filter(
        ({ option_values, sku, barcode }) =>
          wanted === '' || [...option_values, sku, barcode].some((item) => item.toLowerCase().includes(wanted)),
      )
      .map(({ variant_id }) => variant_id)
    if (next.length !== before.length || next.some((id, at) => id !== before[at])) before = next
    return before
  }
}

const useIds = (text: string): readonly string[] => useEditorState(useMemo(() => idPicker(text), [text]))

export function VariantsSection() {
  const t = useT()
  const { store, server } = useEditor()
  const [text, setText] = useState('')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [dialog, setDialog] = useState<Dialog>(null)
  const total = useEditorState(({ view }) => view.variants.length)
  const ids = useIds(useDeferredValue(text))
  const chosen = ids.filter((id) => selected.has(id))
  const targets = chosen.length > 0 ? chosen : ids
  const close = () => setDialog(null)
  const list = (enabled: boolean) => store.edit(Object.fromEntries(chosen.map((id) => [cell(id, 'enabled'), enabled])))
  return (
    <Section
      name="variants"
      actions={
        <Button
          variant="default"
          leftSection={<IconAdjustments size={16} stroke={ICON_STROKE} aria-hidden="true" />}
          onClick={() => setDialog({ name: 'options' })}
        >
          {t('editor.edit_options')}
        </Button>
      }
    >
      <div className={editor.stack}>
        <Strip />
        <div className={classes.bar}>
          {total > 8 ? (
            <TextInput
              aria-label={t('editor.filter_variants')}
              placeholder={t('editor.filter_variants')}
              value={text}
              leftSection={<IconSearch size={15} stroke={ICON_STROKE} aria-hidden="true" />}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          ) : null}
          <Button
            variant="default"
            leftSection={<IconFunction size={16} stroke={ICON_STROKE} aria-hidden="true" />}
            onClick={() => setDialog({ name: 'rule' })}
          >
            {t('editor.price_by_rule', { count: targets.length })}
          </Button>
          <Button
            variant="default"
            leftSection={<IconTableColumn size={16} stroke={ICON_STROKE} aria-hidden="true" />}
            onClick={() => setDialog({ name: 'column' })}
          >
            {t('editor.set_column', { count: targets.length })}
          </Button>
          {chosen.length > 0 ? (
            <>
              <Button variant="default" onClick={() => list(true)}>
                {t('editor.turn_on', { count: chosen.length })}
              </Button>
              <Button variant="default" onClick={() => list(false)}>
                {t('editor.turn_off', { count: chosen.length })}
              </Button>
              <Button variant="subtle" onClick={() => setSelected(new Set())}>
                {t('editor.clear_selection')}
              </Button>
            </>
          ) : null}
          <span className={classes.grow} />
          <span className={classes.hint}>
            <Kbd>{`${modKey()} D`}</Kbd> {t('editor.fill_down')}
          </span>
        </div>
        <VariantsSheet
          ids={ids}
          selected={selected}
          onSelected={setSelected}
          onPicture={(some) => setDialog({ name: 'picture', ids: some })}
        />
      </div>
      <Suspense fallback={null}>
        {dialog?.name === 'options' ? <OptionsPanel onClose={close} /> : null}
        {dialog?.name === 'rule' ? <PriceByRule ids={targets} onClose={close} /> : null}
        {dialog?.name === 'column' ? <SetColumn ids={targets} onClose={close} /> : null}
        {dialog?.name === 'picture' ? (
          <ImagePicker
            productId={server.product_id}
            images={store.get().view.images}
            multiple={false}
            mayClear
            onClose={close}
            onChoose={([picture]) => {
              const { view } = store.get()
              const known = picture ? view.images.find(({ url }) => url === picture.url) : undefined
              const image = picture && !known ? picture : known
              const images = image && !known ? [...view.images, image] : view.images
              const variants = view.variants.map((item) =>
                dialog.ids.includes(item.variant_id) ? { ...item, image_id: image?.image_id ?? null } : item,
              )
              store.edit(patchBetween(view, { ...view, images, variants }))
              close()
            }}
          />
        ) : null}
      </Suspense>
    </Section>
  )
}

/** Apart from the section: its figures follow every price, and the sheet must not be drawn for them. */
function Strip() {
  const t = useT()
  const { strip, soldOut } = useSummary(useCosting())
  return (
    <dl className={editor.strip}>
      {strip.map(({ label, value, tone }) => (
        <div key={label} className={editor.figure}>
          <dt>{t(label)}</dt>
          <dd>
            <Money text={value} tone={tone} />
          </dd>
        </div>
      ))}
      {soldOut > 0 ? (
        <div className={editor.figure}>
          <dt>{t('editor.attention')}</dt>
          <dd>
            <StatusDot tone="amber">{t('editor.sold_out_count', { count: soldOut })}</StatusDot>
          </dd>
        </div>
      ) : null}
    </dl>
  )
}
