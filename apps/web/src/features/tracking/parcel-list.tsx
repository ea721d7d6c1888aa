import { Button } from '@mantine/core'
import type { CallInput } from '@omni/contracts/kernel.ts'
import { trackingCalls } from '@omni/contracts/tracking.calls.ts'
import { PARCEL_STATUSES } from '@omni/domain/tracking/statuses.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { useState } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { readAll, useList } from '../../platform/list.ts'
import { ListScreen } from '../../platform/list-screen.tsx'
import { ListTabs } from '../../platform/list-tabs.tsx'
import { useCall } from '../../platform/query.ts'
import { datesOf, NO_PERIOD, useToday } from '../../platform/period.ts'
import { PeriodFilter } from './period-filter.tsx'
import { SearchField } from '../../platform/search-field.tsx'
import type { UrlChanges, UrlValues } from '../../platform/url-state.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import { NO_SALE_FILTERS } from './sale-filters.ts'
import { ChannelSelect, MarkSelect, SourceSelect } from './sale-selects.tsx'
import { parcelCard, parcelColumns } from './parcel-columns.tsx'
import { parcelFiltersOn, readParcelFilters } from './parcel-filters.ts'
import { STATUSES } from './parcel-texts.ts'
import classes from './parcels.module.css'

const PAGE_SIZE = 50
const ALL_STATUSES = ['all', ...PARCEL_STATUSES] as const

type Status = (typeof ALL_STATUSES)[number]
type Input = CallInput<typeof trackingCalls.listParcels>

interface ParcelListProps {
  url: UrlValues
  setUrl: (changes: UrlChanges) => void
  onOpen: (parcel: { parcel_id: string; order_id: string }) => void
  onOpenOrder: (order_id: string) => void
  /** Search and filters are hidden; left out: they are not. */
  isBare?: boolean
}

/** The shipment tab (orders spec §2): every parcel, by status. */
export function ParcelList({ url, setUrl, onOpen, onOpenOrder, isBare = false }: ParcelListProps) {
  const show = useCardShow()
  const { t } = show
  // Nothing on the page may change its colour while somebody reads.
  const [now] = useState(() => Date.now())
  const status = PARCEL_STATUSES.find((one) => one === url['status']) ?? 'all'
  const { keyword, sale, period } = readParcelFilters(url)
  const narrowing = { ...sale, ...datesOf(period, useToday()), ...(keyword && { keyword }) }
  const input: Input = { page_size: PAGE_SIZE, status, ...narrowing }
  const list = useList(trackingCalls.listParcels, input, { quiet: true })
  const counts = useCall(trackingCalls.countParcels, narrowing, { quiet: true, keep: true }).data
  const select = { filters: sale, className: classes.filter, onChange: setUrl }
  const opens = { onOpen, onOpenOrder, now }
  const count = (of: Status) => (of === 'all' ? counts?.all : counts?.statuses[of])
  return (
    <>
      <div className={classes.chips}>
        <ListTabs
          label="parcels.statuses"
          tabs={ALL_STATUSES.filter((one) => one === 'all' || one === status || count(one))}
          text={(one) => (one === 'all' ? 'orders.sub_all' : STATUSES[one].text)}
          value={status}
          count={count}
          onChange={(to) => setUrl({ status: to })}
        />
      </div>
      <ListScreen
        key={status}
        name={t('parcels.title')}
        storageKey="parcels"
        list={list}
        failed="parcels.failed"
        more="at_end"
        allRows={() => readAll(trackingCalls.listParcels, input)}
        rowKey={({ parcel_id }) => parcel_id}
        columns={parcelColumns(show, opens)}
        card={parcelCard(show, opens)}
        onOpen={onOpen}
        isMarked={({ attention }) => attention !== null}
        toolbar={
          isBare ? (
            false
          ) : (
            <>
              <SearchField
                className={classes.search}
                label={t('orders.search')}
                value={keyword}
                maxLength={100}
                onChange={(text) => setUrl({ keyword: text })}
              />
              <PeriodFilter period={period} onChange={setUrl} />
              <ChannelSelect {...select} />
              <SourceSelect {...select} />
              <MarkSelect {...select} />
            </>
          )
        }
        nothingFound={
          (parcelFiltersOn(url) > 0 || status !== 'all') && {
            title: 'parcels.none_found',
            text: 'parcels.none_found_text',
            onClear: () => setUrl({ keyword: undefined, status: undefined, ...NO_SALE_FILTERS, ...NO_PERIOD }),
          }
        }
        nothingYet={
          <EmptyState
            title={t('parcels.empty')}
            text={t('parcels.empty_text')}
            action={
              <Button component={AppLink} href="/app/orders">
                {t('parcels.empty_do')}
              </Button>
            }
          />
        }
      />
    </>
  )
}
