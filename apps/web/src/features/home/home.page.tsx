import { Anchor, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { billingCalls } from '@omni/contracts/billing.calls.ts'
import { homeCalls } from '@omni/contracts/home.calls.ts'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { Card } from '@omni/ui/card.tsx'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { ErrorState } from '@omni/ui/error-state.tsx'
import { MOBILE_QUERY } from '@omni/ui/measures.ts'
import { Page } from '@omni/ui/page.tsx'
import { useNear } from '@omni/ui/use-near.ts'
import { lazy, type ReactNode, Suspense, useDeferredValue, useState } from 'react'
import { useAccount } from '../../platform/account.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { useFormat } from '../../platform/format.ts'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { useLatestNotifications } from '../../shell/latest-notifications.ts'
import { NotificationRow } from '../../shell/notification-row.tsx'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import { AttentionList } from './attention-list.tsx'
import classes from './home.module.css'
import { QuickStartWidget } from './quick-start-widget.tsx'
import { UsageCard } from './usage-card.tsx'

/** Files of their own: the home screen's first download stays as it was. */
const ProfitCard = lazy(() => import('./profit-card.tsx').then((module) => ({ default: module.ProfitCard })))
const SourcingWidgets = lazy(() =>
  import('./sourcing-widgets.tsx').then((module) => ({ default: module.SourcingWidgets })),
)

/** The profit is below them. */
const NEWS_ON_A_PHONE = 3
const PROFIT_HEIGHT = 340
const USAGE_HEIGHT = 420
const NEAR_PX = 100

const greetingAt = (hour: number): TextKey =>
  hour < 5 || hour >= 18 ? 'home.good_evening' : hour < 12 ? 'home.good_morning' : 'home.good_afternoon'

/** /app — what needs the seller today, the way to the first order, usage and news (foundation spec §2). */
export function HomePage() {
  const t = useT()
  const format = useFormat()
  const { first_name, name, is_example } = useAccount()
  const attention = useCall(homeCalls.getAttention, {}, { quiet: true })
  // Deferred: React draws the cards in small pieces and a tap is answered in between.
  const arriving = useDeferredValue(useFirstAnswers())
  const [now] = useState(() => new Date())
  const waiting = attention.data?.items.length
  const day = format.date(now, 'weekday')
  const description = waiting === undefined ? day : `${day} · ${t('home.things_need_you', { count: waiting })}`
  return (
    <Page title={t(greetingAt(now.getHours()), { name: first_name || name })} description={description}>
      {arriving ? (
        <HomeSkeleton />
      ) : (
        <div className={classes.columns}>
          {/* First in the page: on a narrow screen and for a screen reader, what needs the seller comes first. */}
          <div className={classes.side}>
            <Card title={t('home.needs_you')} flush>
              {attention.isError ? (
                <ErrorState
                  title={t('home.attention_failed')}
                  onRetry={() => void attention.refetch()}
                  retrying={attention.isFetching}
                />
              ) : null}
              {attention.data ? <AttentionList items={attention.data.items} /> : null}
            </Card>
            <LatestCard />
          </div>
          <div className={classes.column}>
            {is_example ? null : <QuickStartWidget />}
            <WhenNear height={PROFIT_HEIGHT}>
              <Suspense fallback={<Skeleton height={PROFIT_HEIGHT} />}>
                <ProfitCard />
              </Suspense>
            </WhenNear>
            <WhenNear height={USAGE_HEIGHT}>
              <UsageCard />
            </WhenNear>
          </div>
        </div>
      )}
      {/* Last, so that whatever arrives there moves nothing above it. */}
      {arriving ? null : (
        <WhenNear height={0}>
          <Suspense fallback={null}>
            <SourcingWidgets />
          </Suspense>
        </WhenNear>
      )}
    </Page>
  )
}

/** What is far below the first screen is built when somebody comes near it; until then its place is kept. */
function WhenNear({ height, children }: { height: number; children: ReactNode }) {
  const { place, near } = useNear<HTMLDivElement>(NEAR_PX)
  return near ? children : <div ref={place} style={{ minBlockSize: height }} />
}

/** True until each card's call has answered once. The cards then appear together: none pushes another one down. */
function useFirstAnswers(): boolean {
  const calls = [
    useCall(homeCalls.getAttention, {}, { quiet: true }),
    useLatestNotifications(),
    useCall(settingsCalls.getQuickStartGuide, {}, { quiet: true }),
    useCall(billingCalls.getCurrentPlan, {}, { keep: true, quiet: true }),
  ]
  return calls.some((call) => call.isPending)
}

function HomeSkeleton() {
  return (
    <div className={classes.columns} aria-busy="true">
      <div className={classes.side}>
        <Card>
          <RowsSkeleton rows={3} />
        </Card>
        <Card>
          <RowsSkeleton rows={1} />
        </Card>
      </div>
      <div className={classes.column}>
        <Card>
          <Skeleton height={102} />
        </Card>
        <Card>
          <Skeleton height={124} />
        </Card>
      </div>
    </div>
  )
}

function LatestCard() {
  const t = useT()
  const latest = useLatestNotifications()
  const narrow = useMediaQuery(MOBILE_QUERY, false, { getInitialValueInEffect: false })
  return (
    <Card
      title={t('home.latest')}
      flush
      actions={
        <Anchor component={AppLink} href="/app/notifications" size="sm">
          {t('notifications.see_all')}
        </Anchor>
      }
    >
      {latest.isPending ? <RowsSkeleton rows={3} /> : null}
      {latest.isError ? (
        <ErrorState
          title={t('notifications.failed')}
          onRetry={() => void latest.refetch()}
          retrying={latest.isFetching}
        />
      ) : null}
      {latest.data?.items.length === 0 ? (
        <EmptyState compact drawing="bell" title={t('notifications.empty')} text={t('notifications.empty_text')} />
      ) : null}
      {latest.data?.items.slice(0, narrow ? NEWS_ON_A_PHONE : undefined).map((item) => (
        <NotificationRow key={item.notification_id} item={item} />
      ))}
    </Card>
  )
}
