import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { Menu, Textarea } from '@mantine/core'
import type { GalleryImage } from '@omni/contracts/galleries.calls.ts'
import { patchBetween } from '@omni/domain/products/changes.ts'
import type { ProductImage, ProductVariant } from '@omni/domain/products/product.ts'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import {
  IconArrowBackUp,
  IconCrop,
  IconDots,
  IconGripVertical,
  IconStar,
  IconTags,
  IconTrash,
} from '@tabler/icons-react'
import { lazy, memo, Suspense, useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { undoToast } from '../../platform/toasts.tsx'
import classes from './images.module.css'
import { useEditor, useEditorState } from './use-editor.ts'

const ImageEditDialog = lazy(() =>
  import('../galleries/image-edit-dialog.tsx').then((module) => ({ default: module.ImageEditDialog })),
)
const ImageVariants = lazy(() => import('./image-variants.tsx').then((module) => ({ default: module.ImageVariants })))

const MAX_ALT = 512
type Dialog = { name: 'edit' | 'variants'; image: ProductImage } | null

/** Drag, or take the handle with Space and move with the arrows. */
export function ImageGrid({ images }: { images: readonly ProductImage[] }) {
  const t = useT()
  const { store } = useEditor()
  const [dialog, setDialog] = useState<Dialog>(null)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const place = (id: unknown) => images.findIndex(({ image_id }) => image_id === id)
  const move = (from: number, to: number) => {
    if (from >= 0 && to >= 0 && from !== to) store.edit({ images: arrayMove([...images], from, to) })
  }
  const drop = ({ active, over }: DragEndEvent) => {
    if (over) move(place(active.id), place(over.id))
  }
  const words = (id: unknown) => t('pictures.number', { number: place(id) + 1 })
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('editor.image_taken', { name: words(active.id) }),
    onDragOver: ({ over }) => (over ? t('editor.image_over', { place: place(over.id) + 1, total: images.length }) : ''),
    onDragEnd: ({ over }) =>
      over ? t('editor.image_put', { place: place(over.id) + 1, total: images.length }) : t('editor.image_back'),
    onDragCancel: () => t('editor.image_back'),
  }
  const replace = (image: ProductImage, made: GalleryImage) => {
    const { view } = store.get()
    const next: ProductImage = {
      image_id: made.id,
      url: made.image_url,
      alt: image.alt,
      origin_url: image.origin_url ?? image.url,
    }
    const variants = view.variants.map((item) =>
      item.image_id === image.image_id ? { ...item, image_id: next.image_id } : item,
    )
    store.edit(
      patchBetween(view, {
        ...view,
        images: view.images.map((item) => (item.image_id === image.image_id ? next : item)),
        variants,
      }),
    )
    setDialog(null)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('editor.image_keys') } }}
    >
      <SortableContext items={images.map(({ image_id }) => image_id)} strategy={rectSortingStrategy}>
        <ul className={classes.grid}>
          {images.map((image, at) => (
            <ImageTile
              key={image.image_id}
              image={image}
              at={at}
              onFirst={() => move(at, 0)}
              onDialog={(name) => setDialog({ name, image })}
            />
          ))}
        </ul>
      </SortableContext>
      <Suspense fallback={null}>
        {dialog?.name === 'edit' ? (
          <ImageEditDialog
            url={dialog.image.url}
            name={dialog.image.alt || words(dialog.image.image_id)}
            edited={dialog.image.origin_url !== null && dialog.image.origin_url !== dialog.image.url}
            onDone={(made) => replace(dialog.image, made)}
            onClose={() => setDialog(null)}
          />
        ) : null}
        {dialog?.name === 'variants' ? <ImageVariants image={dialog.image} onClose={() => setDialog(null)} /> : null}
      </Suspense>
    </DndContext>
  )
}

const uses = new WeakMap<readonly ProductVariant[], ReadonlyMap<string, number>>()

/** How many variants show each picture; counted once for all tiles. */
function usesOf(variants: readonly ProductVariant[]): ReadonlyMap<string, number> {
  const known = uses.get(variants)
  if (known) return known
  const counted = new Map<string, number>()
  for (const { image_id } of variants) if (image_id !== null) counted.set(image_id, (counted.get(image_id) ?? 0) + 1)
  uses.set(variants, counted)
  return counted
}

interface ImageTileProps {
  image: ProductImage
  at: number
  onFirst: () => void
  onDialog: (name: 'edit' | 'variants') => void
}

const ImageTile = memo(function ImageTile({ image, at, onFirst, onDialog }: ImageTileProps) {
  const t = useT()
  const { store } = useEditor()
  const used = useEditorState(({ view }) => usesOf(view.variants).get(image.image_id) ?? 0)
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: image.image_id,
  })
  const name = t('pictures.number', { number: at + 1 })
  const put = (change: Partial<ProductImage>, step = '') =>
    store.edit(
      {
        images: store
          .get()
          .view.images.map((item) => (item.image_id === image.image_id ? { ...item, ...change } : item)),
      },
      step,
    )
  const remove = () => {
    const { view } = store.get()
    const variants = view.variants.map((item) =>
      item.image_id === image.image_id ? { ...item, image_id: null } : item,
    )
    store.edit(
      patchBetween(view, {
        ...view,
        images: view.images.filter(({ image_id }) => image_id !== image.image_id),
        variants,
      }),
    )
    undoToast(t('editor.image_removed'), store.undo)
  }
  const icon = { size: 16, stroke: ICON_STROKE }
  const { origin_url } = image
  return (
    <li
      ref={setNodeRef}
      className={classes.tile}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Transform.toString(transform), transition }}
    >
      <div className={classes.picture}>
        <LazyImage src={image.url} alt={image.alt || name} />
        {at === 0 ? <span className={classes.main}>{t('editor.main_image')}</span> : null}
        {used > 0 ? <span className={classes.used}>{t('editor.variant_count', { count: used })}</span> : null}
        <button
          type="button"
          ref={setActivatorNodeRef}
          className={classes.grip}
          {...attributes}
          {...listeners}
          aria-label={t('editor.move_image', { name })}
        >
          <IconGripVertical {...icon} aria-hidden="true" />
        </button>
        <Menu position="bottom-end">
          <Menu.Target>
            <button type="button" className={classes.menu} aria-label={t('editor.image_actions', { name })}>
              <IconDots {...icon} aria-hidden="true" />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconStar {...icon} />} disabled={at === 0} onClick={onFirst}>
              {t('editor.make_main')}
            </Menu.Item>
            <Menu.Item leftSection={<IconTags {...icon} />} onClick={() => onDialog('variants')}>
              {t('editor.use_for_variants')}
            </Menu.Item>
            <Menu.Item leftSection={<IconCrop {...icon} />} onClick={() => onDialog('edit')}>
              {t('editor.edit_image')}
            </Menu.Item>
            {origin_url && origin_url !== image.url ? (
              <Menu.Item leftSection={<IconArrowBackUp {...icon} />} onClick={() => put({ url: origin_url })}>
                {t('editor.back_to_original')}
              </Menu.Item>
            ) : null}
            <Menu.Item leftSection={<IconTrash {...icon} />} onClick={remove}>
              {t('editor.remove_image')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      <Textarea
        aria-label={t('editor.alt_text', { name })}
        placeholder={t('editor.alt_hint')}
        value={image.alt}
        maxLength={MAX_ALT}
        autosize
        minRows={1}
        maxRows={3}
        dir="auto"
        onChange={(event) => put({ alt: event.currentTarget.value }, `alt ${image.image_id}`)}
      />
    </li>
  )
})
