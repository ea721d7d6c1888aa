import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import { ConfirmDialog } from '@omni/ui/confirm-dialog.tsx'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { toast } from '../../platform/toasts.tsx'
import { BulkMapPanel } from '../mapping/bulk-map-panel.tsx'
import { ComparePanel } from '../mapping/compare-panel.tsx'
import { CopyPanel } from '../mapping/copy-panel.tsx'
import { FindInStore } from '../mapping/find-in-store.tsx'
import { KeepPanel } from '../mapping/keep-panel.tsx'
import { MapPanel } from '../mapping/map-panel.tsx'
import { SuppliersPanel } from '../mapping/suppliers-panel.tsx'
import { ConflictPanel } from './conflict-panel.tsx'
import type { ListingRow } from './listing-state.ts'
import { PlacesPanel } from './places-panel.tsx'
import { useListingActions } from './use-listing-actions.ts'

export type OpenPanel =
  | {
      is:
        | 'decide'
        | 'map'
        | 'replace'
        | 'suppliers'
        | 'compare'
        | 'keep'
        | 'copy'
        | 'unmap'
        | 'remove'
        | 'bulk_map'
        | 'places'
      rows: readonly ListingRow[]
    }
  | { is: 'find' }

interface ListingPanelsProps {
  open: OpenPanel | null
  onOpen: (open: OpenPanel | null) => void
  /** What was selected is under way. */
  onDone: () => void
}

/** The panel that is open over the list; one at a time. */
export function ListingPanels({ open, onOpen, onDone }: ListingPanelsProps) {
  const close = () => onOpen(null)
  if (!open) return null
  if (open.is === 'find')
    return (
      <FindInStore
        onClose={close}
        onFound={(row) => onOpen({ is: row.product_id === null ? 'map' : 'suppliers', rows: [row] })}
      />
    )
  const { rows } = open
  const [row] = rows
  if (!row) return null
  switch (open.is) {
    case 'decide':
      return <ConflictPanel row={row} onClose={close} />
    case 'map':
    case 'replace':
      return <MapPanel key={row.listing_id} row={row} onClose={close} />
    case 'suppliers':
      return row.product_id ? <SuppliersPanel product_id={row.product_id} title={row.title} onClose={close} /> : null
    case 'compare':
      return row.product_id ? <ComparePanel product_id={row.product_id} title={row.title} onClose={close} /> : null
    case 'keep':
      return <KeepPanel rows={rows} onClose={close} />
    case 'copy':
      return <CopyPanel rows={rows} onClose={close} />
    case 'bulk_map':
      return <BulkMapPanel rows={rows} onClose={close} onStarted={onDone} />
    case 'places':
      return <PlacesPanel row={row} onClose={close} />
    case 'unmap':
      return <UnmapDialog rows={rows} onClose={close} onDone={onDone} />
    case 'remove':
      return <RemoveDialog row={row} onClose={close} />
  }
}

function RemoveDialog({ row, onClose }: { row: ListingRow; onClose: () => void }) {
  const t = useT()
  const { run, pending } = useListingActions()
  const remove = async () => {
    if (await run(row, 'remove')) onClose()
  }
  return (
    <ConfirmDialog
      opened
      danger
      onClose={onClose}
      title={t('listings.remove_title', { name: row.title })}
      text={t('listings.remove_text', { store: row.store_name })}
      confirm={t('listings.remove')}
      loading={pending}
      onConfirm={() => void remove()}
    />
  )
}

interface UnmapDialogProps {
  rows: readonly ListingRow[]
  onClose: () => void
  onDone: () => void
}

function UnmapDialog({ rows, onClose, onDone }: UnmapDialogProps) {
  const t = useT()
  const release = useAct(mappingCalls.unmapListings, { refresh: [listingCalls.listMapped, listingCalls.listUnmapped] })
  const start = async () => {
    const reply = await release.run({ listing_ids: rows.map(({ listing_id }) => listing_id) })
    if (!reply.data) return
    const { changed, busy } = reply.data
    if (changed > 0) toast('success', t('mapping.unmapped', { n: changed }))
    if (busy.length > 0) toast('error', t('mapping.unmap_busy', { n: busy.length }))
    onDone()
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('mapping.unmap_title', { n: rows.length })}
      text={t('mapping.unmap_text')}
      confirm={t('mapping.unmap')}
      loading={release.pending}
      onConfirm={() => void start()}
    />
  )
}
