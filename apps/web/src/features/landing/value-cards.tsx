import { ICON_STROKE } from '@omni/ui/measures.ts'
import {
  IconBolt,
  IconChartBar,
  IconListCheck,
  IconPhotoSearch,
  IconRoute,
  IconTruckDelivery,
} from '@tabler/icons-react'
import { useT } from '../../platform/i18n.ts'
import { Section } from './section.tsx'
import classes from './tiles.module.css'

const VALUES = [
  { icon: IconPhotoSearch, title: 'landing.value_picture_title', text: 'landing.value_picture_text' },
  { icon: IconListCheck, title: 'landing.value_check_title', text: 'landing.value_check_text' },
  { icon: IconBolt, title: 'landing.value_orders_title', text: 'landing.value_orders_text' },
  { icon: IconRoute, title: 'landing.value_automation_title', text: 'landing.value_automation_text' },
  { icon: IconTruckDelivery, title: 'landing.value_tracking_title', text: 'landing.value_tracking_text' },
  { icon: IconChartBar, title: 'landing.value_analytics_title', text: 'landing.value_analytics_text' },
] as const

export function ValueCards() {
  const t = useT()
  return (
    <Section id="product" title={t('landing.values_title')} text={t('landing.values_text')}>
      <div className={classes.row}>
        {VALUES.map(({ icon: Icon, title, text }) => (
          <div key={title} className={classes.tile}>
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
