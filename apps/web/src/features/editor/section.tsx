import { Card } from '@omni/ui/card.tsx'
import type { ReactNode } from 'react'
import { useT } from '../../platform/i18n.ts'
import classes from './editor.module.css'
import { SECTION_TITLES, sectionId, type SectionName } from './sections.ts'

interface SectionProps {
  name: SectionName
  description?: ReactNode
  actions?: ReactNode
  flush?: boolean
  children: ReactNode
}

/** A card that the tabs scroll to. */
export function Section({ name, description, actions, flush = false, children }: SectionProps) {
  const t = useT()
  return (
    <div id={sectionId(name)} className={classes.section} data-section={name}>
      <Card title={t(SECTION_TITLES[name])} description={description} actions={actions} flush={flush}>
        {children}
      </Card>
    </div>
  )
}
