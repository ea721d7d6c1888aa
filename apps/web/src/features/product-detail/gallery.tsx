import { VisuallyHidden } from '@mantine/core'
import { Carousel } from '@omni/ui/carousel.tsx'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import classes from './gallery.module.css'

interface GalleryProps {
  name: string
  images: readonly string[]
  /** The chosen variant's picture comes into view. */
  wanted: string | null
}

const THUMBS = 5

/** Pictures with thumbnails and counter (look 03-detail). */
export function Gallery({ name, images, wanted }: GalleryProps) {
  const t = useT()
  const [index, setIndex] = useState(0)
  const [all, setAll] = useState(false)
  const at = wanted === null ? -1 : images.indexOf(wanted)
  const [followed, setFollowed] = useState(at)
  if (at !== followed) {
    setFollowed(at)
    if (at >= 0) setIndex(at)
  }
  if (images.length === 0) return <LazyImage src={null} alt={name} />
  const shown = all ? images : images.slice(0, THUMBS)
  return (
    <div className={classes.gallery}>
      <div className={classes.stage}>
        <Carousel label={t('detail.pictures', { name })} show="one" index={index} onIndex={setIndex}>
          {images.map((image, place) => (
            <LazyImage
              key={image}
              src={image}
              alt={t('detail.picture_of', { name, at: place + 1, of: images.length })}
            />
          ))}
        </Carousel>
        <span className={classes.counter} aria-hidden="true">{`${index + 1} / ${images.length}`}</span>
      </div>
      {images.length > 1 ? (
        <div className={classes.thumbs}>
          {shown.map((image, place) => (
            <button
              key={image}
              type="button"
              className={classes.thumb}
              aria-current={place === index || undefined}
              aria-label={t('detail.show_picture', { at: place + 1 })}
              onClick={() => setIndex(place)}
            >
              <LazyImage src={image} alt="" />
            </button>
          ))}
          {images.length > shown.length ? (
            <button type="button" className={classes.rest} onClick={() => setAll(true)}>
              <VisuallyHidden>{`${t('detail.all_pictures')} `}</VisuallyHidden>
              {`+${images.length - shown.length}`}
            </button>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
