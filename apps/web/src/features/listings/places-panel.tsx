import { Switch } from '@mantine/core'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { patchAnswers, useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import type { ListingRow } from './listing-state.ts'
import classes from './listings.module.css'

const WIDTH = 480

/** In which places of its store a listing is shown. The store's own pages follow draft and active. */
export function PlacesPanel({ row, onClose }: { row: ListingRow; onClose: () => void }) {
  const t = useT()
  const id = row.listing_id
  const places = useCall(listingCalls.getProductPublication, { id }, { quiet: true, fresh: 0 })
  const set = useAct(listingCalls.setProductPublication, {
    refresh: [listingCalls.getProductPublication],
    optimistic: ({ publication_id, is_published }) =>
      patchAnswers(listingCalls.getProductPublication, (before) => ({
        ...before,
        items: before.items.map((item) =>
          item.id === publication_id ? { ...item, is_published, state: 'sending' as const } : item,
        ),
      })),
  })
  return (
    <SidePanel
      opened
      onClose={onClose}
      width={WIDTH}
      title={t('listings.places_title', { name: row.title })}
      description={t('listings.places_text', { store: row.store_name })}
    >
      {places.isPending ? <RowsSkeleton rows={3} /> : null}
      {places.isError ? <ReadFailed reading={places} title="listings.places_failed" /> : null}
      {places.data?.items.length === 0 ? <EmptyState compact title={t('listings.places_none')} /> : null}
      {places.data?.items.map(({ id: publication_id, name, is_published, is_free, state, problem_text }) => (
        <div key={publication_id} className={classes.place}>
          <Switch
            label={<span dir="auto">{name}</span>}
            description={
              !is_free ? t('listings.place_kept') : state === 'sending' ? t('listings.place_sending') : undefined
            }
            error={state === 'failed' ? (problem_text ?? t('listings.place_failed')) : undefined}
            checked={is_published}
            disabled={!is_free || state === 'sending'}
            onChange={(event) => void set.run({ id, publication_id, is_published: event.currentTarget.checked })}
          />
        </div>
      ))}
    </SidePanel>
  )
}
