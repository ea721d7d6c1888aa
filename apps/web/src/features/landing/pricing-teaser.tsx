import { lazy, Suspense } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { Section } from './section.tsx'
import classes from './pricing-teaser.module.css'

/** Far below the fold: it arrives after the page. */
const TeaserPlans = lazy(async () => ({ default: (await import('./teaser-plans.tsx')).TeaserPlans }))

export function PricingTeaser() {
  const t = useT()
  return (
    <Section title={t('landing.pricing_title')} text={t('landing.pricing_text')}>
      <Suspense fallback={<div className={classes.place} />}>
        <TeaserPlans />
      </Suspense>
      <p className={classes.more}>
        <AppLink href="/public/pricing" className={classes.link}>
          {t('landing.pricing_more')}
        </AppLink>
      </p>
    </Section>
  )
}
