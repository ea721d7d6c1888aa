import { Select, TextInput } from '@mantine/core'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import type { Listing } from './store-product.ts'
import classes from './mapping.module.css'

/** A product that was just added in a store, by its address or number there: read at once instead of later. */
export function FindInStore({ onClose, onFound }: { onClose: () => void; onFound: (row: Listing) => void }) {
  const t = useT()
  const stores = (useCall(storeCalls.listStore, {}, { quiet: true }).data?.items ?? []).filter(
    ({ status }) => status === 'active',
  )
  const [chosen, setChosen] = useState<string | null>(null)
  const store_id = chosen ?? stores[0]?.id ?? null
  const [product, setProduct] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const read = useAct(mappingCalls.readStoreProduct, {
    refresh: [listingCalls.listUnmapped, listingCalls.listMapped],
    quiet: true,
  })
  const start = async () => {
    if (!store_id) return
    const reply = await read.run({ store_id, product: product.trim() })
    if (!reply.data) return setProblem(reply.errors?.['product']?.[0] ?? reply.message)
    onFound(reply.data)
  }
  return (
    <SidePanel
      opened
      onClose={onClose}
      width={480}
      title={t('mapping.find_title')}
      description={t('mapping.find_text')}
      primary={{
        label: t('mapping.find_do'),
        onClick: () => void start(),
        loading: read.pending,
        disabled: product.trim() === '' || store_id === null,
      }}
      secondary={{ label: t('actions.cancel'), onClick: onClose }}
    >
      <div className={classes.stack}>
        <Select
          label={t('listings.store')}
          data={stores.map(({ id, store_name, domain }) => ({ value: id, label: store_name || domain }))}
          value={store_id}
          allowDeselect={false}
          onChange={setChosen}
        />
        <TextInput
          label={t('mapping.find_field')}
          value={product}
          error={problem}
          dir="ltr"
          maxLength={500}
          onChange={(event) => {
            setProduct(event.currentTarget.value)
            setProblem(null)
          }}
        />
      </div>
    </SidePanel>
  )
}
