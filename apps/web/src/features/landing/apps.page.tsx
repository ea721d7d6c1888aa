import { Button } from '@mantine/core'
import { VendorBadge } from '@omni/ui/vendor-badge.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { PageHead } from './page-head.tsx'
import { PublicLayout } from './public-layout.tsx'
import { Section } from './section.tsx'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { CHANNELS, type ListedVendor, SUPPLIERS } from './vendors.ts'
import classes from './apps.module.css'

/** What each gives a seller, and how it is reached (spec decisions, Suppliers). */
const ABOUT: Record<ListedVendor, { text: TextKey; via: TextKey }> = {
  aliexpress: { text: 'apps.aliexpress', via: 'apps.via_api' },
  cj: { text: 'apps.cj', via: 'apps.via_api' },
  zopi: { text: 'apps.zopi', via: 'apps.via_api' },
  temu: { text: 'apps.temu', via: 'apps.via_link' },
  ebay: { text: 'apps.ebay', via: 'apps.via_api' },
  amazon: { text: 'apps.amazon', via: 'apps.via_api' },
  shopify: { text: 'apps.shopify', via: 'apps.via_store' },
  woocommerce: { text: 'apps.woocommerce', via: 'apps.via_store' },
  tiktok: { text: 'apps.tiktok', via: 'apps.via_store' },
  facebook: { text: 'apps.facebook', via: 'apps.via_feed' },
  google: { text: 'apps.google', via: 'apps.via_feed' },
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
            <p className={classes.via}>{t(ABOUT[vendor].via)}</p>
            <p className={classes.text}>{t(ABOUT[vendor].text)}</p>
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
