import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { Button, Select, Skeleton } from '@mantine/core'
import type { Out } from '@omni/contracts/kernel.ts'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { type ListingDetails, missingDetails } from '@omni/domain/channels/listing-details.ts'
import { CHANNEL_FACTS } from '@omni/domain/vendors/manifest.ts'
import { Card } from '@omni/ui/card.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { useSettled } from '../../platform/settled.ts'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { MarketFields } from './market-fields.tsx'
import classes from './listings.module.css'

/** A tree has thousands of categories: of those that are typed for, the first. */
const MOST_SHOWN = 50
const ASK_AFTER_MS = 300

type Store = Out<typeof storeCalls.listStore>['items'][number]

/** What marketplaces ask for about a product, store by store; nothing where the seller has none of them. */
export function MarketDetails({ product_id }: { product_id: string }) {
  const t = useT()
  const stores = useCall(storeCalls.listStore, {}, { quiet: true }).data?.items ?? []
  const markets = stores.filter(({ platform, status }) => status === 'active' && CHANNEL_FACTS[platform].requirements)
  if (markets.length === 0) return null
  return (
    <Card id="editor-marketplace" title={t('market.title')} description={t('market.text')}>
      {markets.map((store) => (
        <StoreDetails key={store.id} store={store} product_id={product_id} />
      ))}
    </Card>
  )
}

function StoreDetails({ store, product_id }: { store: Store; product_id: string }) {
  const t = useT()
  const [category_id, setCategory] = useState<string>()
  const [edited, setEdited] = useState<ListingDetails | null>(null)
  const [typed, setTyped] = useState('')
  const brand = useSettled(typed, ASK_AFTER_MS)
  const request = { store_id: store.id, product_id, brand, ...(category_id !== undefined && { category_id }) }
  const reading = useCall(listingCalls.getListingDetails, request, { quiet: true, keep: true })
  // Thousands: they are read once somebody looks for another one.
  const [choosing, setChoosing] = useState(false)
  const categories = useCall(
    listingCalls.listMarketCategories,
    { store_id: store.id },
    { quiet: true, enabled: choosing },
  )
  const saving = useAct(listingCalls.saveListingDetails, { refresh: [listingCalls.getListingDetails] })
  if (reading.isPending) return <Skeleton height={120} />
  if (!reading.data) return <ReadFailed reading={reading} title="market.failed" />
  const { asks, choices, is_saved } = reading.data
  const details = edited ?? reading.data.details
  const missing = asks ? missingDetails(asks, details).length : 0
  const known = categories.data?.items ?? (details.category ? [details.category] : [])
  const choose = (id: string) => {
    setCategory(id)
    setEdited(null)
  }
  const save = async () => {
    const reply = await saving.run({ store_id: store.id, product_id, details })
    if (!reply.success) return
    setEdited(null)
    setCategory(undefined)
  }
  return (
    <section className={classes.market} aria-label={store.store_name}>
      <h3 className={classes.marketName}>
        <VendorBadge vendor={store.platform} label={VENDOR_NAMES[store.platform]} size={16} />
        <span dir="auto">{store.store_name}</span>
      </h3>
      <Select
        label={t('market.category')}
        description={is_saved ? undefined : t('market.suggested')}
        placeholder={t('market.no_category')}
        searchable
        limit={MOST_SHOWN}
        value={details.category?.id ?? null}
        data={known.map(({ id, name }) => ({ value: id, label: name || id }))}
        allowDeselect={false}
        onDropdownOpen={() => setChoosing(true)}
        onChange={(id) => id !== null && choose(id)}
      />
      {asks ? (
        <MarketFields
          asks={asks}
          choices={choices}
          details={details}
          onChange={(change) => setEdited({ ...details, ...change })}
          onBrand={setTyped}
        />
      ) : null}
      <div className={classes.marketFoot}>
        <output className={classes.marketNote}>
          {missing > 0 ? t('market.missing', { count: missing }) : t('market.complete')}
        </output>
        <Button
          size="xs"
          loading={saving.pending}
          disabled={!details.category || (is_saved && edited === null && category_id === undefined)}
          onClick={() => void save()}
        >
          {t('market.save')}
        </Button>
      </div>
    </section>
  )
}
