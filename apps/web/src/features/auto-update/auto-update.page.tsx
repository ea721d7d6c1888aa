import { Button } from '@mantine/core'
import { autoUpdateCalls } from '@omni/contracts/auto-update.calls.ts'
import { WATCH_STATES } from '@omni/domain/auto-update/watch-states.ts'
import { Chip, ChipRow } from '@omni/ui/chip.tsx'
import { DataTable } from '@omni/ui/data-table.tsx'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { ErrorState } from '@omni/ui/error-state.tsx'
import { Page } from '@omni/ui/page.tsx'
import { useState } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import type { TextKey } from '../../platform/i18n.ts'
import { useList } from '../../platform/list.ts'
import { useCall } from '../../platform/query.ts'
import { useUrlState } from '../../platform/url-state.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import { ProductNav } from '../listings/product-nav.tsx'
import { QuestionCard } from './question-card.tsx'
import { useApplyAgain } from './use-apply-again.ts'
import { watchedCard, watchedColumns, type WatchedRow } from './watched-columns.tsx'
import { WatchCounts } from './watch-counts.tsx'

const PAGE_SIZE = 50
type State = (typeof WATCH_STATES)[number]
const STATE_TEXTS: Record<State, TextKey> = {
  all: 'product_center.tab_all',
  changed: 'auto_update.state_changed',
  pinned: 'auto_update.state_pinned',
  waiting: 'auto_update.state_waiting',
  sold_out: 'auto_update.state_sold_out',
  paused: 'auto_update.state_paused',
}

/** /app/products/auto-update — what follows the suppliers, what the rules did, and what they ask (sourcing spec §2). */
export function AutoUpdatePage() {
  const show = useCardShow()
  const { t } = show
  const [url, setUrl] = useUrlState()
  const state = WATCH_STATES.find((one) => one === url['state']) ?? 'all'
  const overview = useCall(autoUpdateCalls.getAutoUpdate, {}, { quiet: true, keep: true })
  const list = useList(autoUpdateCalls.listWatched, { page_size: PAGE_SIZE, state }, { quiet: true })
  const rows = list.data?.pages.flatMap(({ items }) => items)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const applyAgain = useApplyAgain()
  const apply = (ids: readonly string[]) =>
    void applyAgain(ids).then((done) => {
      if (done) setSelected(new Set())
    })
  const applyButton = (row: WatchedRow) =>
    row.pinned === 0 ? null : (
      <Button size="compact-sm" variant="default" onClick={() => apply([row.product_id])}>
        {t('auto_update.apply_again')}
      </Button>
    )
  return (
    <Page
      title={t('auto_update.title')}
      description={t('auto_update.text')}
      actions={
        <Button component={AppLink} href="/app/setting/monitoring" variant="default">
          {t('auto_update.rules')}
        </Button>
      }
    >
      <ProductNav place="auto_update" />
      {overview.data?.questions.map((question) => (
        <QuestionCard key={question.question_id} question={question} show={show} />
      ))}
      <WatchCounts overview={overview.data} />
      <ChipRow label={t('auto_update.states')}>
        {WATCH_STATES.map((one) => (
          <Chip key={one} active={one === state} onClick={() => setUrl({ state: one === 'all' ? undefined : one })}>
            {t(STATE_TEXTS[one])}
          </Chip>
        ))}
      </ChipRow>
      <DataTable
        name={t('auto_update.title')}
        storageKey="auto-update"
        rows={rows}
        rowKey={({ product_id }) => product_id}
        columns={watchedColumns(show, applyButton)}
        card={watchedCard(show, applyButton)}
        selected={selected}
        onSelected={setSelected}
        bulk={
          <Button size="compact-sm" onClick={() => apply([...selected])}>
            {t('auto_update.apply_again')}
          </Button>
        }
        isMarked={({ paused }) => paused}
        onEnd={list.hasNextPage && !list.isFetchNextPageError ? () => void list.fetchNextPage() : undefined}
        empty={
          <EmptyState
            title={t(state === 'all' ? 'auto_update.empty' : 'auto_update.none_found')}
            text={t(state === 'all' ? 'auto_update.empty_text' : 'auto_update.none_found_text')}
            action={
              state === 'all' ? (
                <Button component={AppLink} href="/app/find-product">
                  {t('product_center.find')}
                </Button>
              ) : (
                <Button variant="default" onClick={() => setUrl({ state: undefined })}>
                  {t('filters.clear_all')}
                </Button>
              )
            }
          />
        }
        error={
          list.isError && !rows ? (
            <ErrorState
              title={t('auto_update.failed')}
              text={list.error.message}
              onRetry={() => void list.refetch()}
              retrying={list.isFetching}
            />
          ) : undefined
        }
        footer={
          list.hasNextPage ? (
            <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {t('table.more')}
            </Button>
          ) : null
        }
      />
    </Page>
  )
}
