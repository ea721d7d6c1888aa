import { Button } from '@mantine/core'
import { Card } from '@omni/ui/card.tsx'
import { Page } from '@omni/ui/page.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { ReturnedBanner } from '../wallet/returned-banner.tsx'
import { WaitingStrip } from './waiting-strip.tsx'

/** /app/orders/payment-success — back from the provider's page: what became of it, and what is still to be paid. */
export function PaymentSuccessPage() {
  const t = useT()
  return (
    <Page title={t('order_payments.success_title')} description={t('order_payments.success_text')} width="narrow">
      <ReturnedBanner />
      <WaitingStrip />
      <Card>
        <Button component={AppLink} href="/app/orders?group=payment" variant="default">
          {t('order_payments.to_orders')}
        </Button>
      </Card>
    </Page>
  )
}
