import { Button, Skeleton } from '@mantine/core'
import { MAX_IMAGES, roomFor } from '@omni/domain/galleries/upload-rules.ts'
import type { ProductImage } from '@omni/domain/products/product.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconPhotoPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { toast } from '../../platform/toasts.tsx'
import editor from './editor.module.css'
import { Section } from './section.tsx'
import { useEditor, useField } from './use-editor.ts'

const ImageGrid = lazy(() => import('./image-grid.tsx').then((module) => ({ default: module.ImageGrid })))
const ImagePicker = lazy(() =>
  import('../galleries/image-picker.tsx').then((module) => ({ default: module.ImagePicker })),
)

/** Pictures in their order; the first is the one a shop shows. */
export function ImagesSection() {
  const t = useT()
  const { store, server } = useEditor()
  const { value: images, error } = useField('images')
  const [picking, setPicking] = useState(false)
  const add = (pictures: readonly ProductImage[]) => {
    const known = new Set(images.map(({ url }) => url))
    const fresh = pictures.filter(({ url }) => !known.has(url))
    const room = roomFor(images.length, fresh.length)
    store.edit({ images: [...images, ...fresh.slice(0, room)] })
    if (room < fresh.length) toast('info', t('pictures.dropped', { count: fresh.length - room }))
    setPicking(false)
  }
  const button = (
    <Button
      variant="default"
      disabled={images.length >= MAX_IMAGES}
      leftSection={<IconPhotoPlus size={16} stroke={ICON_STROKE} aria-hidden="true" />}
      onClick={() => setPicking(true)}
    >
      {t('editor.add_images')}
    </Button>
  )
  return (
    <Section name="images" description={t('editor.images_text', { most: MAX_IMAGES })} actions={button}>
      {error ? (
        <p className={editor.bad} role="alert">
          {error}
        </p>
      ) : null}
      {images.length === 0 ? (
        <EmptyState
          compact
          title={t('editor.missing_images')}
          text={t('editor.images_empty')}
          action={<Button onClick={() => setPicking(true)}>{t('editor.add_images')}</Button>}
        />
      ) : (
        <Suspense fallback={<Skeleton height={180} />}>
          <ImageGrid images={images} />
        </Suspense>
      )}
      <Suspense fallback={null}>
        {picking ? (
          <ImagePicker
            productId={server.product_id}
            images={images}
            multiple
            onChoose={add}
            onClose={() => setPicking(false)}
          />
        ) : null}
      </Suspense>
    </Section>
  )
}
