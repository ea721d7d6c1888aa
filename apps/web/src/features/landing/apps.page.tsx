import { Button } from '@mantine/core'
import { isChannel } from '@omni/domain/channels/document.ts'
import { CHANNEL_FACTS, SUPPLIER_FACTS } from '@omni/domain/vendors/manifest.ts'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { PageHead } from './page-head.tsx'
import { PublicLayout } from './public-layout.tsx'
import { Section } from './section.tsx'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { CHANNELS, type ListedVendor, SUPPLIERS } from './vendors.ts'
import classes from './apps.module.css'

/** How each is reached (spec decisions, Suppliers). */
function viaOf(vendor: ListedVendor): TextKey {
  if (isChannel(vendor)) return CHANNEL_FACTS[vendor].sells ? 'apps.via_store' : 'apps.via_feed'
  return SUPPLIER_FACTS[vendor].via === 'api' ? 'apps.via_api' : 'apps.via_link'
}

function Group({ vendors }: { vendors: readonly ListedVendor[] }) {
  const t = useT()
  return (
    <ul className={classes.grid}>
      {vendors.map((vendor) => (
        <li key={vendor} className={classes.app}>
          <VendorBadge vendor={vendor} label="" size={36} />
          <div className={classes.words}>
            <h3 className={classes.name}>{VENDOR_NAMES[vendor]}</h3>
            <p className={classes.via}>{t(viaOf(vendor))}</p>
            <p className={classes.text}>{t(`apps.${vendor}`)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** /recommended/apps — spec: not shown. What goes with Omni: the suppliers and sales channels it is built for. */
export function AppsPage() {
  const t = useT()
  return (
    <PublicLayout>
      <PageHead title={t('apps.title')} text={t('apps.text')}>
        <Button component={AppLink} href="/signup" size="lg">
          {t('public.start_free')}
        </Button>
      </PageHead>
      <Section title={t('apps.suppliers_title')} text={t('apps.suppliers_text')}>
        <Group vendors={SUPPLIERS} />
      </Section>
      <Section title={t('apps.channels_title')} text={t('apps.channels_text')}>
        <Group vendors={CHANNELS} />
      </Section>
    </PublicLayout>
  )
}
