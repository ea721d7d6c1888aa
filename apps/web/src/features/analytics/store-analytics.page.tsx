import { Button, Select, Skeleton } from '@mantine/core'
import { analyticsCalls } from '@omni/contracts/analytics.calls.ts'
import type { CallInput } from '@omni/contracts/kernel.ts'
import { PERIODS } from '@omni/domain/analytics/periods.ts'
import { Card } from '@omni/ui/card.tsx'
import { Chip, ChipRow } from '@omni/ui/chip.tsx'
import type { Sort } from '@omni/ui/data-table-column.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { Page } from '@omni/ui/page.tsx'
import { useAccount } from '../../platform/account.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { useMoney } from '../../platform/display.ts'
import { type Format, useFormat } from '../../platform/format.ts'
import { intlLocale, type Translate, useLanguage, useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { useWorkplaceId } from '../../platform/session.ts'
import { useUrlState } from '../../platform/url-state.ts'
import {
  type Analyses,
  type Breakdown,
  BREAKDOWN_TEXTS,
  breakdownIn,
  PERIOD_TEXTS,
  periodIn,
  rowName,
} from './analytics-texts.ts'
import { BreakdownCard } from './breakdown-card.tsx'
import { DayCard } from './day-card.tsx'
import { DeliveryCard } from './delivery-card.tsx'
import { FigureStrip } from './figure-strip.tsx'
import { HowMade } from './how-made.tsx'
import { OrdersBehind } from './orders-behind.tsx'
import classes from './analytics.module.css'

/** Fewer are counted before anybody has read that they are. */
const MANY_PENDING = 20
const SORTS = ['profit', 'revenue', 'cost', 'fees', 'refunds', 'orders'] as const

/** /app/store-analytics — true profit (orders spec §2, dashboard periods). Everything chosen is in the address. */
export function StoreAnalyticsPage() {
  const t = useT()
  const format = useFormat()
  const locale = intlLocale(useLanguage())
  const [url, setUrl] = useUrlState()
  const [, goTo] = useUrlState('push')
  const days = periodIn(url['days'])
  const by = breakdownIn(url['by'])
  const order_by = SORTS.find((one) => one === url['sort'])
  const direction = url['dir'] === 'asc' ? 'asc' : 'desc'
  const sort: Sort = { key: order_by ?? (by === 'day' ? 'name' : 'profit'), direction }
  const stores = useOwnStores()
  const store_id = stores.find(({ id }) => id === url['store'])?.id
  const input: CallInput<typeof analyticsCalls.getAnalyses> = {
    days: `${days}`,
    by,
    order_by: order_by ?? 'profit',
    sort: direction,
    ...(store_id && { store_id }),
  }
  const reading = useCall(analyticsCalls.getAnalyses, input, { quiet: true, keep: true })
  const { data } = reading
  const behind = behindIn(url['behind'])
  const open = (of: Behind['by'], key: string) => goTo({ behind: `${of}:${key}` })
  const isEmpty = data && data.figures.orders === 0 && data.figures_before.orders === 0 && data.pending === 0
  return (
    <Page title={t('analytics.title')} description={data ? rangeText(t, format, data) : undefined}>
      <div className={classes.tools}>
        {stores.length > 1 ? (
          <Select
            className={classes.store ?? ''}
            aria-label={t('analytics.store')}
            placeholder={t('analytics.all_stores')}
            clearable
            data={stores.map(({ id, store_name }) => ({ value: id, label: store_name }))}
            value={store_id ?? null}
            onChange={(store) => setUrl({ store: store ?? undefined })}
          />
        ) : null}
        <ChipRow label={t('analytics.period')}>
          {PERIODS.map((one) => (
            <Chip key={one} active={one === days} onClick={() => setUrl({ days: one === 7 ? undefined : String(one) })}>
              {t(PERIOD_TEXTS[one])}
            </Chip>
          ))}
        </ChipRow>
      </div>
      {reading.isError && !data ? (
        <Card>
          <ReadFailed reading={reading} title="analytics.failed" />
        </Card>
      ) : null}
      {!data && !reading.isError ? <AnalyticsSkeleton /> : null}
      {isEmpty ? (
        <Card>
          <EmptyState
            drawing="box"
            title={t('analytics.empty')}
            text={t('analytics.empty_text')}
            action={
              <Button component={AppLink} href={stores.length > 0 ? '/app/orders' : '/app/channel'}>
                {t(stores.length > 0 ? 'analytics.to_orders' : 'analytics.to_channels')}
              </Button>
            }
          />
        </Card>
      ) : null}
      {data && !isEmpty ? (
        <div className={classes.page} aria-busy={reading.isFetching}>
          <Notices data={data} onOpen={(of) => open(of, '')} />
          <FigureStrip data={data} onOpen={() => open('all', '')} />
          <HowMade data={data} />
          <DayCard data={data} onDay={(day) => open('day', day)} />
          <BreakdownCard
            data={data}
            by={by}
            input={input}
            sort={sort}
            onBy={(one) => setUrl({ by: one === 'day' ? undefined : one, sort: undefined, dir: undefined })}
            onSort={({ key, direction: to }) => setUrl({ sort: key, dir: to === 'asc' ? 'asc' : undefined })}
            onOpen={(key) => open(by, key)}
          />
        </div>
      ) : null}
      {data ? <DeliveryCard /> : null}
      {data && behind ? (
        <OrdersBehind
          key={`${behind.by} ${behind.key} ${days}`}
          title={behindTitle(t, format, locale, behind, data)}
          currency={data.currency}
          input={{ days: `${days}`, ...behind, ...(store_id && { store_id }) }}
          onClose={() => setUrl({ behind: undefined })}
        />
      ) : null}
    </Page>
  )
}

function useOwnStores() {
  const workplace = useWorkplaceId()
  const { linked_stores } = useAccount()
  return Object.values(linked_stores)
    .flat()
    .filter(({ workplace_id }) => workplace_id === workplace)
}

/** Orders by how sure their profit is. */
const NOT_FIRM = {
  estimated: { says: 'analytics.says_estimated', title: 'analytics.behind_estimated' },
  unknown: { says: 'analytics.says_unknown', title: 'analytics.behind_unknown' },
} as const
type NotFirm = keyof typeof NOT_FIRM

interface Behind {
  by: Breakdown | 'all' | NotFirm
  key: string
}

/** `supplier:<id>`. What is no figure of ours opens nothing. */
function behindIn(text: string | undefined): Behind | null {
  const [, by = '', key = ''] = /^([a-z]+):(.*)$/.exec(text ?? '') ?? []
  if (by === 'all' || by === 'estimated' || by === 'unknown') return { by, key: '' }
  return breakdownIn(by) === by ? { by: breakdownIn(by), key } : null
}

function behindTitle(t: Translate, format: Format, locale: string, { by, key }: Behind, data: Analyses): string {
  if (by === 'all') return t('analytics.behind_all')
  if (by === 'estimated' || by === 'unknown') return t(NOT_FIRM[by].title)
  if (by === 'day')
    return /^\d{4}-\d\d-\d\d$/.test(key) ? format.date(`${key}T12:00:00Z`, 'day') : t('analytics.by_day')
  const row = data.rows.find((one) => one.key === key)
  return row || by !== 'product' ? rowName(t, locale, by, row ?? { key, title: '' }) : t(BREAKDOWN_TEXTS[by])
}

function rangeText(t: Translate, format: Format, { period, before, currency }: Analyses): string {
  const day = (iso: string) => format.date(`${iso}T12:00:00Z`, 'dayMonth')
  return t('analytics.range', {
    from: day(period.from),
    to: day(period.to),
    before_from: day(before.from),
    before_to: day(before.to),
    currency,
  })
}

interface NoticesProps {
  data: Analyses
  onOpen: (of: NotFirm) => void
}

/** What a reader should know before believing a figure, and the orders it is about. */
function Notices({ data, onOpen }: NoticesProps) {
  const t = useT()
  const money = useMoney()
  const format = useFormat()
  const { figures, currency, pending, unconverted } = data
  const said: { text: string; of?: NotFirm }[] = []
  if (pending >= MANY_PENDING) said.push({ text: t('analytics.pending', { n: format.number(pending) }) })
  const saying = (of: NotFirm, amount: number, n: number) =>
    said.push({ of, text: t(NOT_FIRM[of].says, { amount: money(amount, currency).text, n: format.number(n) }) })
  if (figures.unsure > 0) saying('estimated', figures.estimated, figures.unsure)
  if (figures.unknown > 0) saying('unknown', figures.unknown_profit, figures.unknown)
  for (const one of unconverted)
    said.push({ text: t('analytics.says_unconverted', { n: format.number(one.orders), currency: one.currency }) })
  if (said.length === 0) return null
  return (
    <div className={classes.notices}>
      {said.map(({ text, of }) => (
        <p key={text}>
          {text}{' '}
          {of ? (
            <Button size="compact-xs" variant="subtle" onClick={() => onOpen(of)}>
              {t('analytics.show_orders')}
            </Button>
          ) : null}
        </p>
      ))}
    </div>
  )
}

function AnalyticsSkeleton() {
  return (
    <div className={classes.page} aria-busy="true">
      <Skeleton height={92} />
      <Skeleton height={44} />
      <Skeleton height={360} />
    </div>
  )
}
