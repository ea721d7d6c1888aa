/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex --
   The frame is a control of its own kind (role application): it is dragged, and moved by arrow keys. */
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { CropArea } from './image-canvas.ts'
import classes from './image-cropper.module.css'
import { CROP_DEBOUNCE_MS } from './measures.ts'

interface ImageCropperProps {
  src: string
  alt: string
  /** How the frame is moved and sized, for screen readers. */
  label: string
  area: CropArea
  /** Width divided by height in pixels of the picture; absent = free. */
  aspect?: number
  onChange: (area: CropArea) => void
  /**
   * How the picture lies under the frame: turned clockwise, then mirrored. The frame's percentages are of what is seen.
   */
  turn?: 0 | 90 | 180 | 270
  mirrorX?: boolean
  mirrorY?: boolean
  /** Called one second after the last change (foundation spec §9). */
  onSettled?: (area: CropArea) => void
}

const KEY_STEP = 1 // percent
const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** A frame over a picture: drag to move, drag the corner or Shift + arrows to size, arrows to move. */
export function ImageCropper(props: ImageCropperProps) {
  const { src, alt, label, area, aspect, turn = 0, mirrorX = false, mirrorY = false, onChange, onSettled } = props
  const picture = useRef<HTMLImageElement>(null)
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const lying = turn === 90 || turn === 270
  const drag = useRef<{ x: number; y: number; area: CropArea; sizing: boolean } | null>(null)

  useEffect(() => {
    if (!onSettled) return
    const timer = setTimeout(() => onSettled(area), CROP_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [area, onSettled])

  const move = (start: CropArea, dx: number, dy: number, sizing: boolean) => {
    if (!sizing) {
      onChange({
        ...start,
        x: clamp(start.x + dx, 0, 100 - start.width),
        y: clamp(start.y + dy, 0, 100 - start.height),
      })
      return
    }
    const width = clamp(start.width + dx, 0, 100 - start.x)
    const image = picture.current
    const seen = image ? image.naturalWidth / image.naturalHeight : 1
    const perWidth = aspect && image ? (lying ? 1 / seen : seen) / aspect : undefined
    const height = clamp(perWidth ? width * perWidth : start.height + dy, 0, 100 - start.y)
    onChange({ ...start, width: perWidth ? height / perWidth : width, height })
  }

  const grab = (event: PointerEvent<HTMLElement>, sizing: boolean) => {
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, y: event.clientY, area, sizing }
  }
  const follow = (event: PointerEvent<HTMLElement>) => {
    const held = drag.current
    const box = picture.current?.getBoundingClientRect()
    if (!held || !box) return
    move(
      held.area,
      ((event.clientX - held.x) / box.width) * 100,
      ((event.clientY - held.y) / box.height) * 100,
      held.sizing,
    )
  }
  const drop = () => {
    drag.current = null
  }
  const step = (event: KeyboardEvent) => {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-KEY_STEP, 0],
      ArrowRight: [KEY_STEP, 0],
      ArrowUp: [0, -KEY_STEP],
      ArrowDown: [0, KEY_STEP],
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    move(area, step[0], step[1], event.shiftKey)
  }

  // Pixels of a picture do not mirror, so this one place is laid out left to right in every language.
  return (
    <div
      className={classes.cropper}
      dir="ltr"
      data-lying={lying || undefined}
      style={lying && size ? { aspectRatio: `${size.height} / ${size.width}` } : undefined}
    >
      <img
        ref={picture}
        className={classes.picture}
        src={src}
        alt={alt}
        draggable={false}
        style={{
          transform: `${lying ? 'translate(-50%, -50%) ' : ''}scale(${mirrorX ? -1 : 1}, ${mirrorY ? -1 : 1}) rotate(${turn}deg)`,
        }}
        onLoad={({ currentTarget }) =>
          setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
        }
      />
      <div
        className={classes.frame}
        role="application"
        aria-label={label}
        tabIndex={0}
        style={{
          insetInlineStart: `${area.x}%`,
          insetBlockStart: `${area.y}%`,
          inlineSize: `${area.width}%`,
          blockSize: `${area.height}%`,
        }}
        onPointerDown={(event) => grab(event, false)}
        onPointerMove={follow}
        onPointerUp={drop}
        onKeyDown={step}
      >
        <span
          className={classes.corner}
          onPointerDown={(event) => grab(event, true)}
          onPointerMove={follow}
          onPointerUp={drop}
        />
      </div>
    </div>
  )
}
