import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconGauge, IconLockCheck, IconServer2 } from '@tabler/icons-react'
import { useT } from '../../platform/i18n.ts'
import { Section } from './section.tsx'
import classes from './tiles.module.css'

/** How it is built, not what it promises: each is a rule the code base is tested against. */
const PROMISES = [
  { icon: IconLockCheck, title: 'landing.once_title', text: 'landing.once_text' },
  { icon: IconGauge, title: 'landing.instant_title', text: 'landing.instant_text' },
  { icon: IconServer2, title: 'landing.own_title', text: 'landing.own_text' },
] as const

export function Promises() {
  const t = useT()
  return (
    <Section title={t('landing.promises_title')} text={t('landing.promises_text')}>
      <div className={classes.row}>
        {PROMISES.map(({ icon: Icon, title, text }) => (
          <div key={title} className={classes.plain}>
            <span className={classes.icon}>
              <Icon size={20} stroke={ICON_STROKE} aria-hidden="true" />
            </span>
            <h3 className={classes.title}>{t(title)}</h3>
            <p className={classes.text}>{t(text)}</p>
          </div>
        ))}
      </div>
    </Section>
  )
}
