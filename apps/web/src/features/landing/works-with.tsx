import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { useT } from '../../platform/i18n.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { CHANNELS, SUPPLIERS } from './vendors.ts'
import classes from './works-with.module.css'

export function WorksWith() {
  const t = useT()
  return (
    <section id="suppliers" className={classes.band} aria-label={t('landing.works_with')}>
      <p className={classes.word}>{t('landing.works_with')}</p>
      <ul className={classes.list}>
        {[...SUPPLIERS, ...CHANNELS].map((vendor) => (
          <li key={vendor} className={classes.vendor}>
            <VendorBadge vendor={vendor} label="" size={22} />
            {VENDOR_NAMES[vendor]}
          </li>
        ))}
      </ul>
    </section>
  )
}
