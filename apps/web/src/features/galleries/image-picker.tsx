import { Button, CloseButton, Modal, Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { galleryCalls } from '@omni/contracts/galleries.calls.ts'
import type { ProductImage } from '@omni/domain/products/product.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { MOBILE_QUERY } from '@omni/ui/measures.ts'
import { useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { newUuid } from '../../platform/new-uuid.ts'
import { DropZone } from './drop-zone.tsx'
import { GalleryGrid } from './gallery-grid.tsx'
import { PictureTile } from './picture-tile.tsx'
import classes from './pictures.module.css'
import { UploadStatus } from './upload-status.tsx'
import { useUploads } from './use-uploads.ts'

const WIDTH = 820

interface ImagePickerProps {
  productId: string
  images: readonly ProductImage[]
  multiple: boolean
  /** Offers "no picture". */
  mayClear?: boolean
  onChoose: (pictures: readonly ProductImage[]) => void
  onClose: () => void
}

/** "Select Image" (sourcing spec §2): the gallery, the product's and the supplier's pictures, uploads. */
export function ImagePicker({ productId, images, multiple, mayClear = false, onChoose, onClose }: ImagePickerProps) {
  const t = useT()
  const mobile = useMediaQuery(MOBILE_QUERY, false, { getInitialValueInEffect: false })
  // By address: the same picture may be reached from two tabs. In the order they were chosen.
  const [chosen, setChosen] = useState<ReadonlyMap<string, ProductImage>>(new Map())
  const toggle = (picture: ProductImage) =>
    setChosen((before) => {
      const next = new Map(multiple || before.has(picture.url) ? before : [])
      if (!next.delete(picture.url)) next.set(picture.url, picture)
      return next
    })
  const fromGallery = ({ id, image_url }: { id: string; image_url: string }): ProductImage => ({
    image_id: id,
    url: image_url,
    alt: '',
    origin_url: null,
  })
  const { uploads, dropped, full, addFiles, addLink, forget } = useUploads(images.length, (image) =>
    toggle(fromGallery(image)),
  )
  const keys = new Set(chosen.keys())
  return (
    <Modal.Root opened onClose={onClose} size={WIDTH} centered fullScreen={mobile}>
      <Modal.Overlay />
      <Modal.Content aria-label={t('pictures.title')}>
        <div className={classes.picker}>
          <div className={classes.head}>
            <h2 className={classes.title}>{t('pictures.title')}</h2>
            <CloseButton size={32} aria-label={t('actions.close')} onClick={onClose} />
          </div>
          <DropZone full={full} onFiles={addFiles} onLink={addLink} />
          <UploadStatus uploads={uploads} dropped={dropped} onForget={forget} />
          <Tabs
            defaultValue={multiple ? 'galleries' : 'product'}
            keepMounted={false}
            classNames={{ root: classes.tabs ?? '', panel: classes.panel ?? '' }}
          >
            <Tabs.List>
              <Tabs.Tab value="galleries">{t('pictures.galleries')}</Tabs.Tab>
              <Tabs.Tab value="product">{t('pictures.product')}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="galleries">
              <GalleryGrid chosen={keys} onToggle={(image) => toggle(fromGallery(image))} />
            </Tabs.Panel>
            <Tabs.Panel value="product">
              <ProductPictures productId={productId} images={images} own={!multiple} chosen={keys} onToggle={toggle} />
            </Tabs.Panel>
          </Tabs>
          <div className={classes.footer}>
            {mayClear ? (
              <Button variant="default" onClick={() => onChoose([])}>
                {t('pictures.none')}
              </Button>
            ) : null}
            <span className={classes.grow} />
            <Button variant="default" onClick={onClose}>
              {t('actions.cancel')}
            </Button>
            <Button disabled={chosen.size === 0} onClick={() => onChoose([...chosen.values()])}>
              {t('pictures.use', { count: chosen.size })}
            </Button>
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}

interface ProductPicturesProps {
  productId: string
  images: readonly ProductImage[]
  /** Its own pictures can be chosen: for a variant. */ own: boolean
  chosen: ReadonlySet<string>
  onToggle: (picture: ProductImage) => void
}

function ProductPictures({ productId, images, own, chosen, onToggle }: ProductPicturesProps) {
  const t = useT()
  const origins = useCall(galleryCalls.getImageOrigins, { id: productId }, { quiet: true }).data?.images ?? []
  const known = new Set(images.map(({ url }) => url))
  const others = origins.filter(
    ({ url }, at) => !known.has(url) && origins.findIndex((item) => item.url === url) === at,
  )
  if (others.length === 0 && (!own || images.length === 0)) return <EmptyState compact title={t('pictures.no_more')} />
  return (
    <div className={classes.scroll}>
      {own && images.length > 0 ? (
        <div className={classes.grid}>
          {images.map((image, at) => (
            <PictureTile
              key={image.image_id}
              url={image.url}
              name={image.alt || t('pictures.number', { number: at + 1 })}
              chosen={chosen.has(image.url)}
              onToggle={() => onToggle(image)}
            />
          ))}
        </div>
      ) : null}
      {others.length > 0 ? <h3 className={classes.group}>{t('pictures.suppliers')}</h3> : null}
      <div className={classes.grid}>
        {others.map(({ url, source, variant }) => (
          <PictureTile
            key={url}
            url={url}
            name={variant ?? (source in VENDOR_NAMES ? VENDOR_NAMES[source as keyof typeof VENDOR_NAMES] : source)}
            note={variant ?? undefined}
            chosen={chosen.has(url)}
            onToggle={() => onToggle({ image_id: newUuid(), url, alt: '', origin_url: url })}
          />
        ))}
      </div>
    </div>
  )
}
