import { VisuallyHidden } from '@mantine/core'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import classes from './editor.module.css'
import { missingIn, SECTION_TITLES, sectionId, SECTIONS, type SectionName } from './sections.ts'
import { useEditorState } from './use-editor.ts'

/** A section counts as read when its top has passed this line below the sticky head. */
const LINE_PX = 200

function useSectionInView(): [SectionName, (name: SectionName) => void] {
  const [current, setCurrent] = useState<SectionName>('overview')
  useEffect(() => {
    const look = () => {
      const passed = SECTIONS.filter(
        (name) => (document.getElementById(sectionId(name))?.getBoundingClientRect().top ?? Infinity) < LINE_PX,
      )
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      setCurrent((atEnd && window.scrollY > 0 ? SECTIONS.at(-1) : passed.at(-1)) ?? 'overview')
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  return [current, setCurrent]
}

/** Tabs that scroll (sourcing spec §2): counts, and an amber dot where something is missing. */
export function SectionTabs() {
  const t = useT()
  const format = useFormat()
  const [current, setCurrent] = useSectionInView()
  const bar = useRef<HTMLElement>(null)
  const view = useEditorState((state) => state.view)
  const extras = useEditorState((state) => state.extras)
  const unsupplied = view.variants.filter(({ variant_id }) => (extras.get(variant_id)?.suppliers ?? 0) === 0).length
  const counts: Partial<Record<SectionName, number>> = { images: view.images.length, variants: view.variants.length }
  useEffect(() => {
    // Not scrollIntoView: that would move the page as well.
    const tab = bar.current?.querySelector<HTMLElement>(`[href="#${sectionId(current)}"]`)
    if (tab && bar.current) bar.current.scrollTo({ left: tab.offsetLeft - bar.current.clientWidth / 3 })
  }, [current])
  const jump = (event: MouseEvent, name: SectionName) => {
    event.preventDefault()
    setCurrent(name)
    const section = document.getElementById(sectionId(name))
    section?.scrollIntoView({ behavior: 'smooth', block: 'start' })
    section
      ?.querySelector<HTMLElement>('input, textarea, select, button, a, [tabindex="0"]')
      ?.focus({ preventScroll: true })
  }
  return (
    <nav className={classes.tabs} ref={bar} aria-label={t('editor.sections')}>
      {SECTIONS.map((name) => {
        const missing = missingIn(name, view, unsupplied)
        const count = counts[name]
        return (
          <a
            key={name}
            className={classes.tab}
            href={`#${sectionId(name)}`}
            aria-current={current === name ? 'true' : undefined}
            onClick={(event) => jump(event, name)}
            title={missing ? t(missing) : undefined}
          >
            {t(SECTION_TITLES[name])}
            {count === undefined ? null : <span className={classes.count}>{format.number(count)}</span>}
            {missing ? (
              <>
                <span className={classes.dot} />
                <VisuallyHidden>{t(missing)}</VisuallyHidden>
              </>
            ) : null}
          </a>
        )
      })}
    </nav>
  )
}
