import { VisuallyHidden } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { ICON_STROKE, LAZY_IMAGE_MARGIN } from './measures.ts'
import classes from './lazy-image.module.css'

interface LazyImageProps {
  src: string | null
  alt: string
  /** Square side in pixels; without it the picture fills its parent's width. */
  size?: number
}

/** A square picture that loads 200 px before it comes into view and keeps its place when it cannot be loaded. */
export function LazyImage({ src, alt, size }: LazyImageProps) {
  const frame = useRef<HTMLSpanElement>(null)
  const [near, setNear] = useState(false)
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  useEffect(() => {
    const element = frame.current
    if (!element || near) return
    const seen = (entries: IntersectionObserverEntry[]) =>
      entries.some((entry) => entry.isIntersecting) && setNear(true)
    const observer = new IntersectionObserver(seen, { rootMargin: `${LAZY_IMAGE_MARGIN}px` })
    observer.observe(element)
    return () => observer.disconnect()
  }, [near])
  const usable = src !== null && src !== failedSrc
  return (
    <span ref={frame} className={classes.frame} style={size ? { inlineSize: size } : undefined}>
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
