import { Button } from '@mantine/core'
import { autoUpdateCalls } from '@omni/contracts/auto-update.calls.ts'
import { bulkEditCalls } from '@omni/contracts/bulk-edit.calls.ts'
import { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import { WATCH_STATES } from '@omni/domain/auto-update/watch-states.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { Page } from '@omni/ui/page.tsx'
import { useAct } from '../../platform/act.ts'
import { AppLink } from '../../platform/app-link.tsx'
import type { TextKey } from '../../platform/i18n.ts'
import { useList } from '../../platform/list.ts'
import { ListScreen, useRowSelection } from '../../platform/list-screen.tsx'
import { ListTabs } from '../../platform/list-tabs.tsx'
import { useCall } from '../../platform/query.ts'
import { useUrlState } from '../../platform/url-state.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import { ProductNav } from '../listings/product-nav.tsx'
import { QuestionCard } from './question-card.tsx'
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

const keyOf = ({ product_id }: WatchedRow) => product_id

/** /app/products/auto-update — what follows the suppliers, what the rules did, and what they ask (sourcing spec §2). */
export function AutoUpdatePage() {
  const show = useCardShow()
  const { t } = show
  const [url, setUrl] = useUrlState()
  const state = WATCH_STATES.find((one) => one === url['state']) ?? 'all'
  const overview = useCall(autoUpdateCalls.getAutoUpdate, {}, { quiet: true, keep: true })
  const list = useList(autoUpdateCalls.listWatched, { page_size: PAGE_SIZE, state }, { quiet: true })
  const { selection, clear } = useRowSelection(list.data?.rows, keyOf)
  const applyAgain = useApplyAgain()
  const apply = (ids: readonly string[]) =>
    void applyAgain(ids).then((done) => {
      if (done) clear()
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
      <ListTabs
        label="auto_update.states"
        tabs={WATCH_STATES}
        text={(one) => STATE_TEXTS[one]}
        value={state}
        onChange={(to) => setUrl({ state: to })}
      />
      <ListScreen
        name={t('auto_update.title')}
        storageKey="auto-update"
        list={list}
        failed="auto_update.failed"
        rowKey={keyOf}
        columns={watchedColumns(show, applyButton)}
        card={watchedCard(show, applyButton)}
        selection={selection}
        bulk={
          <Button size="compact-sm" onClick={() => apply([...selection.keys])}>
            {t('auto_update.apply_again')}
          </Button>
        }
        isMarked={({ paused }) => paused}
        nothingFound={
          state !== 'all' && {
            title: 'auto_update.none_found',
            text: 'auto_update.none_found_text',
            onClear: () => setUrl({ state: undefined }),
          }
        }
        nothingYet={
          <EmptyState
            title={t('auto_update.empty')}
            text={t('auto_update.empty_text')}
            action={
              <Button component={AppLink} href="/app/find-product">
                {t('product_center.find')}
              </Button>
            }
          />
        }
      />
    </Page>
  )
}

/** Prices by the rule again, in a run that can be taken back: what was pinned follows the supplier from then on. */
function useApplyAgain() {
  const act = useAct(bulkEditCalls.setupSellingPrice, {
    refresh: [autoUpdateCalls.listWatched, autoUpdateCalls.getAutoUpdate, jobTrackerCalls.listJobs],
  })
  return async (ids: readonly string[]) => (await act.run({ selection: { ids: [...ids] }, preview: false })).success
}
