/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- pictures cannot be reached by themselves, and what scrolls must be (WCAG 2.1.1). */
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Children, type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './carousel.module.css'
import { ICON_STROKE } from './measures.ts'
import { useUiText } from './ui-text.tsx'

interface CarouselProps {
  label: string
  /** `list`: 2, 3, 4 or 5 side by side by width (sourcing spec §2). `one`: a picture at a time. */
  show?: 'list' | 'one'
  /** With `one`: the slide in view, when somebody else decides it too. */
  index?: number
  onIndex?: (index: number) => void
  children: ReactNode
}

const REST_MS = 90

const wayOf = (element: Element) => (getComputedStyle(element).direction === 'rtl' ? -1 : 1)
const slideOf = (element: Element) => Math.round(Math.abs(element.scrollLeft) / (element.clientWidth || 1))

interface Ends {
  start: boolean
  end: boolean
}

/** Scrolls by itself: touch, wheel, keys and both directions of writing are the browser's work. */
export function Carousel({ label, show = 'list', index, onIndex, children }: CarouselProps) {
  const words = useUiText()
  const track = useRef<HTMLUListElement>(null)
  const [ends, setEnds] = useState<Ends>({ start: true, end: true })
  const items = Children.toArray(children)

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const look = () => {
    const element = track.current
    if (!element) return
    const at = Math.abs(element.scrollLeft) // negative from right to left
    const next = { start: at <= 1, end: at + element.clientWidth >= element.scrollWidth - 1 }
    setEnds((before) => (before.start === next.start && before.end === next.end ? before : next))
    clearTimeout(timer.current)
    // Reported when it has come to rest: on its way it passes slides that nobody chose.
    timer.current = setTimeout(() => {
      if (show === 'one') onIndex?.(slideOf(element))
    }, REST_MS)
  }
  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
    latest.current() // items come and go
  })
  useEffect(() => {
    const element = track.current
    if (!element) return
    const observer = new ResizeObserver(() => latest.current())
    observer.observe(element)
    return () => {
      observer.disconnect()
      clearTimeout(timer.current)
    }
  }, [])

  const go = (step: number) => {
    if (track.current) track.current.scrollBy({ left: step * wayOf(track.current) * track.current.clientWidth })
  }
  useEffect(() => {
    const element = track.current
    if (index === undefined || !element || slideOf(element) === index) return
    element.scrollTo({ left: index * wayOf(element) * element.clientWidth })
  }, [index])

  return (
    <div className={classes.carousel} data-show={show}>
      <ul
        ref={track}
        className={classes.track}
        aria-label={label}
        tabIndex={show === 'one' ? 0 : undefined}
        onScroll={look}
      >
        {items.map((item, at) => (
          <li key={at} className={classes.item}>
            {item}
          </li>
        ))}
      </ul>
      {ends.start && ends.end ? null : (
        <>
          <button
            type="button"
            className={classes.previous}
            aria-label={words.previous}
            disabled={ends.start}
            onClick={() => go(-1)}
          >
            <IconChevronLeft size={18} stroke={ICON_STROKE} aria-hidden="true" />
          </button>
          <button
            type="button"
            className={classes.next}
            aria-label={words.next}
            disabled={ends.end}
            onClick={() => go(1)}
          >
            <IconChevronRight size={18} stroke={ICON_STROKE} aria-hidden="true" />
          </button>
        </>
      )}
    </div>
  )
}
