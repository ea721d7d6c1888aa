import { Button, TextInput } from '@mantine/core'
import type { CallInput, Out } from '@omni/contracts/kernel.ts'
import { trackingCalls } from '@omni/contracts/tracking.calls.ts'
import { PARCEL_STATUSES } from '@omni/domain/tracking/statuses.ts'
import { Chip, ChipRow } from '@omni/ui/chip.tsx'
import { DataTable } from '@omni/ui/data-table.tsx'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { ErrorState } from '@omni/ui/error-state.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { useList } from '../../platform/list.ts'
import { query, queryClient, useCall } from '../../platform/query.ts'
import { useSettled } from '../../platform/settled.ts'
import type { UrlChanges, UrlValues } from '../../platform/url-state.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import { parcelCard, parcelColumns } from './parcel-columns.tsx'
import { type ParcelRow, STATUSES } from './parcel-texts.ts'
import classes from './parcels.module.css'

const PAGE_SIZE = 50
const EXPORT_PAGE = 100 // the most one call gives
const TYPING_MS = 300

type Input = CallInput<typeof trackingCalls.listParcels>

/** Everything that matches, for the CSV; null after a failure, which says itself what it was. */
async function allParcels(input: Input): Promise<ParcelRow[] | null> {
  const all: ParcelRow[] = []
  try {
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = { ...input, page_size: EXPORT_PAGE, ...(cursor && { cursor }) }
      const answer: Out<typeof trackingCalls.listParcels> = await queryClient.fetchQuery(
        query(trackingCalls.listParcels, page),
      )
      all.push(...answer.items)
      cursor = answer.next_cursor
    }
    return all
  } catch {
    return null
  }
}

interface ParcelListProps {
  url: UrlValues
  setUrl: (changes: UrlChanges) => void
  onOpen: (parcel: { parcel_id: string; order_id: string }) => void
  onOpenOrder: (order_id: string) => void
}

/** The shipment tab (orders spec §2): every parcel, by status. */
export function ParcelList({ url, setUrl, onOpen, onOpenOrder }: ParcelListProps) {
  const show = useCardShow()
  const { t, format } = show
  // Nothing on the page may change its colour while somebody reads.
  const [now] = useState(() => Date.now())
  const status = PARCEL_STATUSES.find((one) => one === url['status']) ?? 'all'
  const keyword = (url['keyword'] ?? '').slice(0, 100)
  const input: Input = { page_size: PAGE_SIZE, status, ...(keyword && { keyword }) }
  const list = useList(trackingCalls.listParcels, input, { quiet: true })
  const rows = list.data?.pages.flatMap(({ items }) => items)
  const counts = useCall(trackingCalls.countParcels, {}, { quiet: true, keep: true }).data
  const opens = { onOpen, onOpenOrder, now }
  const count = (of: string) => {
    const known = of === 'all' ? counts?.all : counts?.statuses[of]
    return known ? format.number(known) : undefined
  }
  return (
    <>
      <div className={classes.chips}>
        <ChipRow label={t('parcels.statuses')}>
          {(['all', ...PARCEL_STATUSES] as const)
            .filter((one) => one === 'all' || one === status || count(one) !== undefined)
            .map((one) => (
              <Chip
                key={one}
                active={one === status}
                count={count(one)}
                onClick={() => setUrl({ status: one === 'all' ? undefined : one })}
              >
                {one === 'all' ? t('orders.sub_all') : t(STATUSES[one].text)}
              </Chip>
            ))}
        </ChipRow>
      </div>
      <DataTable
        key={status}
        name={t('parcels.title')}
        storageKey="parcels"
        rows={rows}
        allRows={() => allParcels(input)}
        rowKey={({ parcel_id }) => parcel_id}
        columns={parcelColumns(show, opens)}
        card={parcelCard(show, opens)}
        onOpen={onOpen}
        isMarked={({ attention }) => attention !== null}
        toolbar={<SearchField value={keyword} onChange={(text) => setUrl({ keyword: text || undefined })} />}
        empty={
          keyword || status !== 'all' ? (
            <EmptyState
              title={t('parcels.none_found')}
              text={t('parcels.none_found_text')}
              action={
                <Button variant="default" onClick={() => setUrl({ keyword: undefined, status: undefined })}>
                  {t('filters.clear_all')}
                </Button>
              }
            />
          ) : (
            <EmptyState
              title={t('parcels.empty')}
              text={t('parcels.empty_text')}
              action={
                <Button component={AppLink} href="/app/orders">
                  {t('parcels.empty_do')}
                </Button>
              }
            />
          )
        }
        error={
          list.isError && !rows ? (
            <ErrorState
              title={t('parcels.failed')}
              text={list.error.message}
              onRetry={() => void list.refetch()}
              retrying={list.isFetching}
            />
          ) : undefined
        }
        onEnd={list.hasNextPage && !list.isFetchNextPageError ? () => void list.fetchNextPage() : undefined}
      />
    </>
  )
}

function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useCardShow()
  const [text, setText] = useState(value)
  const settled = useSettled(text, TYPING_MS)
  useEffect(() => {
    if (settled !== value) onChange(settled)
    // Only what was typed goes into the address: it changes by itself as well.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [settled])
  return (
    <TextInput
      className={classes.search ?? ''}
      type="search"
      aria-label={t('parcels.search')}
      placeholder={t('parcels.search')}
      value={text}
      maxLength={100}
      leftSection={<IconSearch size={16} stroke={ICON_STROKE} aria-hidden="true" />}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  )
}
