import { SegmentedControl, Select, Switch } from '@mantine/core'
import { catalogCalls, type ProductCard } from '@omni/contracts/catalog.calls.ts'
import { CODES } from '@omni/contracts/codes.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import { DEFAULT_SPLIT } from '@omni/domain/import-list/split.ts'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { useState } from 'react'
import { useCurrentStore } from '../../platform/account.ts'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { messageOf } from '../../platform/reactions.ts'
import { toast } from '../../platform/toasts.tsx'
import { markCards } from '../../product-cards/card-answers.ts'
import { showPushUpgrade } from '../../product-cards/import-product.ts'
import classes from './push.module.css'

export type PushedCard = Pick<ProductCard, 'id' | 'source' | 'source_product_id' | 'total_variants'>

const WIDTH = 480
const REFRESH = [
  importListCalls.listImportList,
  importListCalls.getProductCounts,
  jobTrackerCalls.listJobs,
  listingCalls.listMapped,
  catalogCalls.listFavourites,
] as const

interface PushSourceProps {
  products: readonly PushedCard[]
  /** Favourites are named by their numbers in the catalogue. */
  favourites: boolean
  onClose: () => void
}

/** Supplier products that are not imported yet: imported, split where they are too large, and pushed by one click. */
export function PushSource({ products, favourites, onClose }: PushSourceProps) {
  const t = useT()
  const { stores, current } = useCurrentStore()
  const settings = useCall(productSettingsCalls.getProductSettings, {}, { quiet: true }).data
  const split = settings?.auto_split_variant_options ?? DEFAULT_SPLIT
  const [store_id, setStore] = useState<string | null>(null)
  const [live, setLive] = useState<'active' | 'draft' | null>(null)
  const [splits, setSplits] = useState<boolean | null>(null)
  const source = useAct(listingCalls.pushSource, { refresh: REFRESH, quiet: true })
  const liked = useAct(listingCalls.pushFavourite, { refresh: REFRESH, quiet: true })
  const to = store_id ?? current?.id ?? stores[0]?.id ?? null
  const listings = settings?.product_listings
  const is_publish = (live ?? (listings?.is_publish === false ? 'draft' : 'active')) === 'active'
  const isSplit = splits ?? split.enabled
  const { enabled: _, ...variant_options } = split
  const isLarge = products.some(({ total_variants }) => total_variants > split.threshold)
  const start = async () => {
    if (!to) return
    const input = {
      store_id: to,
      product_listings: { is_publish, allow_sell_out_of_stock: listings?.allow_sell_out_of_stock ?? false },
      ...(isSplit ? { variant_options } : {}),
    }
    const reply = favourites
      ? await liked.run({ ...input, es_product_ids: products.map(({ id }) => id) })
      : await source.run({
          ...input,
          products: products.map((product) => ({
            source: product.source,
            source_product_id: product.source_product_id,
          })),
        })
    if (!reply.success || !reply.data) {
      toast('error', messageOf(reply) || t('push.failed'))
      if (reply.status === CODES.quota_expired.status) showPushUpgrade(reply)
      return
    }
    const { failed, total_push } = reply.data
    markCards(
      products.filter((product) => !(`${product.source}:${product.source_product_id}` in failed)),
      { imported: true },
    )
    if (total_push > 0) toast('success', t('push.started', { count: total_push }))
    const [problem] = Object.values(failed)
    if (problem) toast('error', problem)
    onClose()
  }
  return (
    <SidePanel
      opened
      onClose={onClose}
      width={WIDTH}
      title={t('push.title', { count: products.length })}
      description={t('push.source_text')}
      primary={{
        label: t('push.push_count', { count: products.length }),
        onClick: () => void start(),
        loading: source.pending || liked.pending,
        disabled: to === null || products.length === 0,
      }}
      secondary={{ label: t('actions.cancel'), onClick: onClose }}
    >
      <div className={classes.side}>
        <Select
          label={t('listings.store')}
          allowDeselect={false}
          data={stores.map(({ id, store_name, domain }) => ({ value: id, label: store_name || domain }))}
          value={to}
          onChange={setStore}
        />
        <SegmentedControl
          fullWidth
          aria-label={t('push.go_live_as')}
          value={is_publish ? 'active' : 'draft'}
          data={[
            { value: 'active', label: t('push.active') },
            { value: 'draft', label: t('product_center.status_draft') },
          ]}
          onChange={(value) => setLive(value === 'active' ? 'active' : 'draft')}
        />
        {isLarge ? (
          <Switch
            label={t('push.split_large', { most: split.threshold })}
            checked={isSplit}
            onChange={(event) => setSplits(event.currentTarget.checked)}
          />
        ) : null}
      </div>
    </SidePanel>
  )
}
