import { VisuallyHidden } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { ICON_STROKE, LAZY_IMAGE_MARGIN } from './measures.ts'
import classes from './lazy-image.module.css'
import { useNear } from './use-near.ts'

interface LazyImageProps {
  src: string | null
  alt: string
  /** Square side in pixels; without it the picture fills its parent's width. */
  size?: number
}

/** A square picture that loads 200 px before it comes into view and keeps its place when it cannot be loaded. */
export function LazyImage({ src, alt, size }: LazyImageProps) {
  const { place, near } = useNear<HTMLSpanElement>(LAZY_IMAGE_MARGIN)
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const usable = src !== null && src !== failedSrc
  return (
    <span ref={place} className={classes.frame} style={size ? { inlineSize: size } : undefined}>
      {usable && near ? (
        <img className={classes.image} src={src} alt={alt} decoding="async" onError={() => setFailedSrc(src)} />
      ) : null}
      {usable ? null : (
        <span className={classes.fallback}>
          <VisuallyHidden>{alt}</VisuallyHidden>
          <IconPhotoOff size={18} stroke={ICON_STROKE} aria-hidden="true" />
        </span>
      )}
    </span>
  )
}
