import { Skeleton, Tabs } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useT } from '../../platform/i18n.ts'
import { useUrlState } from '../../platform/url-state.ts'
import { SettingsFrame } from '../../shell/settings-frame.tsx'
import { ProductAutomation } from '../product-settings/product-automation.tsx'
import classes from './automation.module.css'
import { PanelCard } from './panel-card.tsx'
import { RulesCard } from './rules-card.tsx'

// A table: it comes after the settings, which are above it.
const DecisionsCard = lazy(() => import('./decisions-card.tsx').then((module) => ({ default: module.DecisionsCard })))

/** /app/setting/automation — what happens by itself: rules that place orders, and what is done on import and pushing. */
export function AutomationPage() {
  const t = useT()
  const [url, setUrl] = useUrlState()
  const tab = url['for'] === 'products' ? 'products' : 'orders'
  return (
    <SettingsFrame title={t('product_settings.automation')} description={t('product_settings.automation_text')}>
      <Tabs value={tab} onChange={(next) => setUrl({ for: next === 'products' ? next : undefined })}>
        <Tabs.List>
          <Tabs.Tab value="orders">{t('automation.orders')}</Tabs.Tab>
          <Tabs.Tab value="products">{t('automation.products')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="orders" className={classes.panel ?? ''}>
          {tab === 'orders' ? (
            <>
              <RulesCard />
              <PanelCard />
              <Suspense fallback={<Skeleton height={200} />}>
                <DecisionsCard />
              </Suspense>
            </>
          ) : null}
        </Tabs.Panel>
        <Tabs.Panel value="products" className={classes.panel ?? ''}>
          {tab === 'products' ? <ProductAutomation /> : null}
        </Tabs.Panel>
      </Tabs>
    </SettingsFrame>
  )
}
