import { Button, Checkbox, Select } from '@mantine/core'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import { Card } from '@omni/ui/card.tsx'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import { useState } from 'react'
import { useCurrentStore } from '../../platform/account.ts'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { toast } from '../../platform/toasts.tsx'
import { SettingsFrame } from '../../shell/settings-frame.tsx'
import classes from './mapping.module.css'

/** The most one call copies. */
const AT_ONCE = 100

/** /app/setting/integration/product-copy — what is listed in one store is listed in another, with its suppliers. */
export function ProductCopyPage() {
  const t = useT()
  const { stores, current } = useCurrentStore()
  const [chosenFrom, setFrom] = useState<string | null>(null)
  const [to, setTo] = useState<string | null>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const from = chosenFrom ?? current?.id ?? stores[0]?.id ?? null
  const list = useCall(
    listingCalls.listMapped,
    { store_id: from ?? '', page_size: AT_ONCE },
    { quiet: true, enabled: from !== null },
  )
  const copy = useAct(mappingCalls.copyToStore, { refresh: [listingCalls.listMapped] })
  const items = (list.data?.items ?? []).filter(({ product_id, state }) => product_id !== null && state !== 'gone')
  const chosen = items.filter(({ listing_id }) => !left.has(listing_id))
  const options = (but: string | null) =>
    stores
      .filter(({ id }) => id !== but)
      .map(({ id, store_name, domain }) => ({ value: id, label: store_name || domain }))
  const tick = (listing_id: string, on: boolean) => {
    const next = new Set(left)
    if (on) next.delete(listing_id)
    else next.add(listing_id)
    setLeft(next)
  }
  const start = async () => {
    if (!to || to === from) return
    const reply = await copy.run({ listing_ids: chosen.map(({ listing_id }) => listing_id), store_id: to })
    if (reply.data) toast('success', t('mapping.copying', { n: reply.data.total_push }))
  }
  return (
    <SettingsFrame title={t('integrations.product_copy')} description={t('integrations.product_copy_text')}>
      <Card
        title={t('integrations.stores')}
        footer={
          <Button
            loading={copy.pending}
            disabled={to === null || to === from || chosen.length === 0}
            onClick={() => void start()}
          >
            {t('mapping.copy_title', { n: chosen.length })}
          </Button>
        }
      >
        <div className={classes.stack}>
          {stores.length < 2 ? <p className={classes.warn}>{t('mapping.no_other_store')}</p> : null}
          <Select
            label={t('integrations.from_store')}
            allowDeselect={false}
            data={options(null)}
            value={from}
            onChange={(id) => {
              setFrom(id)
              setLeft(new Set())
            }}
          />
          <Select
            label={t('mapping.to_store')}
            placeholder={t('mapping.choose')}
            data={options(from)}
            value={to === from ? null : to}
            onChange={setTo}
          />
          {list.isFetching && !list.data ? <RowsSkeleton rows={4} /> : null}
          {list.isError ? <ReadFailed reading={list} title="listings.failed" /> : null}
          {list.data && items.length === 0 ? <EmptyState compact title={t('listings.empty')} /> : null}
          {items.map(({ listing_id, title, image }) => (
            <div key={listing_id} className={classes.head}>
              <LazyImage src={image} alt="" size={40} />
              <Checkbox
                label={<span dir="auto">{title}</span>}
                checked={!left.has(listing_id)}
                onChange={(event) => tick(listing_id, event.currentTarget.checked)}
              />
            </div>
          ))}
        </div>
      </Card>
    </SettingsFrame>
  )
}
