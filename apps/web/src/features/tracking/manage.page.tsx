import { Button } from '@mantine/core'
import { trackingCalls } from '@omni/contracts/tracking.calls.ts'
import { Card } from '@omni/ui/card.tsx'
import { Page } from '@omni/ui/page.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import classes from './parcels.module.css'

/** /app/manage (foundation spec §2): what buyers see of the shop outside of its stores. */
export function ManagePage() {
  const t = useT()
  const { data } = useCall(trackingCalls.getTrackingSettings, {}, { quiet: true })
  return (
    <Page title={t('manage.title')}>
      <Card title={t('manage.tracking_title')}>
        <p>{t('manage.tracking_text')}</p>
        <div className={classes.steps}>
          <Button component={AppLink} href="/app/manage/tracking">
            {t('manage.tracking_do')}
          </Button>
          {data?.example_url ? (
            <Button variant="default" component="a" href={data.example_url} target="_blank" rel="noreferrer">
              {t('manage.see_example')}
            </Button>
          ) : null}
        </div>
      </Card>
    </Page>
  )
}
