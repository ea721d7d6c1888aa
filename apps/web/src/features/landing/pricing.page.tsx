import { billingCalls } from '@omni/contracts/billing.calls.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { currentWorkplaceId } from '../../platform/session.ts'
import { useUrlState } from '../../platform/url-state.ts'
import { CycleSwitch } from './cycle-switch.tsx'
import { Faq, PRICING_QUESTIONS } from './faq.tsx'
import { PageHead } from './page-head.tsx'
import { PlanGrid } from './plan-grid.tsx'
import { type Cycle, offersFor } from './plan-offers.ts'
import { PlanTable } from './plan-table.tsx'
import { PublicLayout } from './public-layout.tsx'
import { Section } from './section.tsx'
import hidden from './hidden.module.css'
import classes from './page-head.module.css'

const OFFERS = 6 // as many as the catalogue has, so that the skeleton keeps the place

/** /public/pricing — the plans on sale, straight from the catalogue (foundation spec §3, §9). */
export function PricingPage() {
  const t = useT()
  const pricing = useCall(billingCalls.getPricing, {}, { quiet: true })
  // Only where this browser has been inside; who is not signed in any more is a stranger here.
  const mine = useCall(billingCalls.getCurrentPlan, {}, { quiet: true, enabled: currentWorkplaceId() !== null })
  const [state, setState] = useUrlState()
  const cycle: Cycle = state['cycle'] === 'yearly' ? 'yearly' : 'monthly'
  const plans = pricing.data && offersFor(pricing.data, cycle)
  return (
    <PublicLayout>
      <PageHead title={t('pricing.title')} text={t('pricing.text')}>
        <CycleSwitch value={cycle} onChange={(next) => setState({ cycle: next === 'yearly' ? next : undefined })} />
      </PageHead>
      <div className={classes.content}>
        <h2 className={hidden.hidden}>{t('pricing.plans')}</h2>
        <PlanGrid
          plans={plans}
          cycle={cycle}
          current={mine.data}
          expected={OFFERS}
          failed={pricing.isError}
          retrying={pricing.isFetching}
          onRetry={() => void pricing.refetch()}
        />
        <p className={classes.note}>{t('pricing.note')}</p>
      </div>
      {plans ? (
        <Section title={t('pricing.compare_title')}>
          <PlanTable plans={plans} />
        </Section>
      ) : null}
      <Section title={t('pricing.faq_title')}>
        <Faq questions={PRICING_QUESTIONS} />
      </Section>
    </PublicLayout>
  )
}
