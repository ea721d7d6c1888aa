import { IconArrowUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { BACK_TO_TOP_AFTER, ICON_STROKE } from './measures.ts'
import classes from './back-to-top.module.css'
import { useUiText } from './ui-text.tsx'

/** Appears after 500 px of scrolling (foundation spec §2); the app leaves it out on the product editor. */
export function BackToTop() {
  const words = useUiText()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const look = () => setShown(window.scrollY > BACK_TO_TOP_AFTER)
    // After the frame is drawn: asking for the position in the middle of a first render would lay the page out twice.
    const soon = requestAnimationFrame(() => setTimeout(look))
    window.addEventListener('scroll', look, { passive: true })
    return () => {
      cancelAnimationFrame(soon)
      window.removeEventListener('scroll', look)
    }
  }, [])
  if (!shown) return null
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={words.backToTop}
      title={words.backToTop}
      onClick={() => window.scrollTo({ top: 0, behavior: 'smooth' })}
    >
      <IconArrowUp size={18} stroke={ICON_STROKE} aria-hidden="true" />
    </button>
  )
}
