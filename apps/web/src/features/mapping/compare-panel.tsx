import { Button } from '@mantine/core'
import { editorCalls } from '@omni/contracts/editor.calls.ts'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { ConfirmDialog } from '@omni/ui/confirm-dialog.tsx'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useMoney } from '../../platform/display.ts'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { toast } from '../../platform/toasts.tsx'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import classes from './mapping.module.css'

type Offer = Out<typeof mappingCalls.compareProduct>['items'][number]

interface ComparePanelProps {
  product_id: string
  title: string
  onClose: () => void
}

/** What others take for the same good, each with its source and age; one of the prices can be taken over. */
export function ComparePanel({ product_id, title, onClose }: ComparePanelProps) {
  const t = useT()
  const format = useFormat()
  const money = useMoney()
  const offers = useCall(mappingCalls.compareProduct, { id: product_id }, { quiet: true })
  const look = useAct(mappingCalls.fetchStoresSelling, { refresh: [mappingCalls.compareProduct] })
  const apply = useAct(mappingCalls.applyCompetitorPrice, {
    refresh: [mappingCalls.compareProduct, editorCalls.getProduct, listingCalls.listMapped],
    quiet: true,
  })
  const [asked, setAsked] = useState<{ offer: Offer; why: string } | null>(null)
  const take = async (offer: Offer, below_floor: boolean) => {
    const { price, currency } = offer
    const reply = await apply.run({ id: product_id, price, currency, below_floor })
    if (!reply.success) return setAsked({ offer, why: reply.message })
    setAsked(null)
    toast('success', t('mapping.price_taken'))
  }
  const { data } = offers
  return (
    <SidePanel
      opened
      onClose={onClose}
      width={720}
      title={t('mapping.compare_title', { name: title })}
      description={data ? t('mapping.compare_own', { price: money(data.price_min, data.currency).text }) : ''}
      secondary={{
        label: t('mapping.look_again'),
        onClick: () => void look.run({ id: product_id }),
        loading: look.pending,
      }}
    >
      {offers.isPending ? <RowsSkeleton rows={4} /> : null}
      {offers.isError ? <ReadFailed reading={offers} title="mapping.compare_failed" /> : null}
      {data?.items.length === 0 ? (
        <EmptyState title={t('mapping.compare_empty')} text={t('mapping.compare_empty_text')} />
      ) : null}
      {data && data.items.length > 0 ? (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('mapping.seller')}</th>
              <th scope="col" className={classes.number}>
                {t('product_center.price')}
              </th>
              <th scope="col">{t('mapping.age')}</th>
              <th scope="col">{t('table.actions')}</th>
            </tr>
          </thead>
          <tbody>
            {data.items.map((offer, at) => (
              // Offers have no names of their own and never move while they are shown.
              // eslint-disable-next-line react/no-array-index-key
              <tr key={at}>
                <th scope="row" dir="auto">
                  {offer.store_name || VENDOR_NAMES[offer.source]}
                  <span className={classes.facts}>
                    {t(offer.from === 'store' ? 'mapping.own_store' : 'mapping.at_supplier', {
                      name: VENDOR_NAMES[offer.source],
                    })}
                  </span>
                </th>
                <td className={classes.number}>{money(offer.price, offer.currency).text}</td>
                <td>{offer.seen_at ? format.ago(offer.seen_at) : '—'}</td>
                <td>
                  <Button
                    size="xs"
                    variant="default"
                    disabled={offer.own_price === null || offer.own_price === data.price_min}
                    loading={apply.pending}
                    onClick={() => void take(offer, false)}
                  >
                    {t('mapping.take_price')}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {asked ? (
        <ConfirmDialog
          opened
          onClose={() => setAsked(null)}
          title={t('mapping.take_price')}
          text={asked.why}
          confirm={t('mapping.take_anyway')}
          loading={apply.pending}
          onConfirm={() => void take(asked.offer, true)}
        />
      ) : null}
    </SidePanel>
  )
}
