import { useT } from '../../platform/i18n.ts'
import { Section } from './section.tsx'
import classes from './tiles.module.css'

const STEPS = [
  { title: 'landing.step_find_title', text: 'landing.step_find_text' },
  { title: 'landing.step_push_title', text: 'landing.step_push_text' },
  { title: 'landing.step_order_title', text: 'landing.step_order_text' },
] as const

export function Steps() {
  const t = useT()
  return (
    <Section title={t('landing.steps_title')}>
      <ol className={classes.row}>
        {STEPS.map(({ title, text }, index) => (
          <li key={title} className={classes.tile}>
            <span className={classes.number} aria-hidden="true">
              {index + 1}
            </span>
            <h3 className={classes.title}>{t(title)}</h3>
            <p className={classes.text}>{t(text)}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
