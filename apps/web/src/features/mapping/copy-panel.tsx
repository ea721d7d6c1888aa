import { Select } from '@mantine/core'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { toast } from '../../platform/toasts.tsx'
import type { Listing } from './store-product.ts'
import classes from './mapping.module.css'

interface CopyPanelProps {
  rows: readonly Listing[]
  onClose: () => void
}

/** What is listed in one store is listed in another, with its suppliers. */
export function CopyPanel({ rows, onClose }: CopyPanelProps) {
  const t = useT()
  const stores = useCall(storeCalls.listStore, {}, { quiet: true }).data?.items ?? []
  const from = new Set(rows.map(({ store_id }) => store_id))
  const others = stores.filter(({ id, status }) => status === 'active' && !(from.size === 1 && from.has(id)))
  const [store_id, setStore] = useState<string | null>(null)
  const copy = useAct(mappingCalls.copyToStore, { refresh: [listingCalls.listMapped] })
  const start = async () => {
    if (!store_id) return
    const reply = await copy.run({ listing_ids: rows.map(({ listing_id }) => listing_id), store_id })
    if (!reply.data) return
    toast('success', t('mapping.copying', { n: reply.data.total_push }))
    onClose()
  }
  return (
    <SidePanel
      opened
      onClose={onClose}
      width={480}
      title={t('mapping.copy_title', { n: rows.length })}
      description={t('mapping.copy_text')}
      primary={{
        label: t('mapping.copy_do'),
        onClick: () => void start(),
        loading: copy.pending,
        disabled: store_id === null,
      }}
      secondary={{ label: t('actions.cancel'), onClick: onClose }}
    >
      <div className={classes.stack}>
        {others.length === 0 ? <p className={classes.warn}>{t('mapping.no_other_store')}</p> : null}
        <Select
          label={t('mapping.to_store')}
          placeholder={t('mapping.choose')}
          data={others.map(({ id, store_name, domain }) => ({ value: id, label: store_name || domain }))}
          value={store_id}
          onChange={setStore}
        />
      </div>
    </SidePanel>
  )
}
