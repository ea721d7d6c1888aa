import { Checkbox } from '@mantine/core'
import { cell } from '@omni/domain/products/changes.ts'
import type { ProductImage } from '@omni/domain/products/product.ts'
import { ConfirmDialog } from '@omni/ui/confirm-dialog.tsx'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { undoToast } from '../../platform/toasts.tsx'
import classes from './images.module.css'
import { useEditor, useEditorState } from './use-editor.ts'

const keyOf = (index: number, value: string) => JSON.stringify([index, value])

/** One picture for all variants of a colour, or of any other option value. */
export function ImageVariants({ image, onClose }: { image: ProductImage; onClose: () => void }) {
  const t = useT()
  const { store } = useEditor()
  const options = useEditorState(({ view }) => view.options)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { variants } = store.get().view
  const matching = variants.filter(
    ({ option_values }) => option_values.some((value, index) => chosen.has(keyOf(index, value))) || chosen.has('all'),
  )
  const toggle = (key: string) =>
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(key)) next.add(key)
      return next
    })
  const run = () => {
    store.edit(Object.fromEntries(matching.map(({ variant_id }) => [cell(variant_id, 'image_id'), image.image_id])))
    undoToast(t('editor.image_set', { count: matching.length }), store.undo)
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('editor.use_for_variants')}
      text={t('editor.use_for_text')}
      ready={matching.length > 0}
      confirm={t('editor.use_for', { count: matching.length })}
      onConfirm={run}
    >
      <div className={classes.choose}>
        <LazyImage src={image.url} alt="" size={72} />
        <div className={classes.groups}>
          <Checkbox
            label={t('editor.all_variants', { count: variants.length })}
            checked={chosen.has('all')}
            onChange={() => toggle('all')}
          />
          {options.map(({ name, values }, index) => (
            <fieldset key={name} className={classes.group}>
              <legend>{name}</legend>
              {values.map((value) => (
                <Checkbox
                  key={value}
                  label={value}
                  checked={chosen.has(keyOf(index, value))}
                  onChange={() => toggle(keyOf(index, value))}
                />
              ))}
            </fieldset>
          ))}
        </div>
      </div>
    </ConfirmDialog>
  )
}
