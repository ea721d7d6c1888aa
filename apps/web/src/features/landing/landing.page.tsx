import { Button } from '@mantine/core'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { Faq, LANDING_QUESTIONS } from './faq.tsx'
import { Hero } from './hero.tsx'
import { HeroWindow } from './hero-window.tsx'
import { PricingTeaser } from './pricing-teaser.tsx'
import { ProfitSection } from './profit-section.tsx'
import { Promises } from './promises.tsx'
import { PublicLayout } from './public-layout.tsx'
import { Section } from './section.tsx'
import { Steps } from './steps.tsx'
import { ValueCards } from './value-cards.tsx'
import { WorksWith } from './works-with.tsx'
import classes from './landing.module.css'

/** / — what a stranger sees first (foundation spec §2). Claims only what the product is built to do. */
export function LandingPage() {
  const t = useT()
  return (
    <PublicLayout>
      <div className={classes.top}>
        <Hero />
        <HeroWindow />
      </div>
      <WorksWith />
      <ValueCards />
      <ProfitSection />
      <Promises />
      <Steps />
      <PricingTeaser />
      <Section id="faq" title={t('landing.faq_title')}>
        <Faq questions={LANDING_QUESTIONS} />
      </Section>
      <div className={classes.closing}>
        <h2 className={classes.closingTitle}>{t('landing.closing_title')}</h2>
        <p className={classes.closingText}>{t('landing.closing_text')}</p>
        <Button component={AppLink} href="/signup" size="xl" variant="white" className={classes.closingButton}>
          {t('public.start_free')}
        </Button>
      </div>
    </PublicLayout>
  )
}
