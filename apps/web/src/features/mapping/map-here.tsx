import { Button } from '@mantine/core'
import type { ProductCard } from '@omni/contracts/catalog.calls.ts'
import { CODES } from '@omni/contracts/codes.ts'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import { useCallback, useMemo, useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { loadWorkTexts, useT } from '../../platform/i18n.ts'
import { go } from '../../platform/navigation.ts'
import { useCall } from '../../platform/query.ts'
import { messageOf } from '../../platform/reactions.ts'
import { trackProduct } from '../../platform/track.ts'
import { toast } from '../../platform/toasts.tsx'
import { useUrlState } from '../../platform/url-state.ts'
import type { CardExtras } from '../../product-cards/product-grid.tsx'
import { keyOf } from '../../product-cards/detail-address.ts'

/** The listing that a supplier is looked for, in the address of the search. */
export const MAP_PARAM = 'map'
const LISTINGS_PAGE = '/app/list'

/**
 * Find product in its map or replace mode (sourcing spec §4): every card's button takes that product as the supplier of
 * one listing. Null: an ordinary search.
 */
export function useMapHere() {
  const t = useT()
  const [url] = useUrlState()
  const id = url[MAP_PARAM] ?? ''
  const product = useCall(mappingCalls.getPlatformProduct, { id }, { quiet: true, enabled: id !== '' })
  const refresh = [listingCalls.listMapped, listingCalls.listUnmapped, mappingCalls.getMapping]
  const { run: map } = useAct(mappingCalls.mapListingGroup, { refresh, quiet: true })
  const { run: replace } = useAct(mappingCalls.replaceListingSupplier, { refresh, quiet: true })
  const [busy, setBusy] = useState<string | null>(null)
  const isReplacing = product.data?.product_id != null
  const name = product.data?.title ?? ''
  const take = useCallback(
    async (card: ProductCard) => {
      const { source, source_product_id } = card
      setBusy(keyOf(card))
      const reply = await (isReplacing ? replace : map)({ id, source, source_product_id })
      setBusy(null)
      trackProduct('map', card, { status: reply.success ? 1 : 0 })
      // Sourcing spec §8: product not found on mapping.
      if (reply.status === CODES.not_found.status) return toast('error', t('DataNotFound'))
      if (!reply.success) return toast('error', messageOf(reply) || t('DataNotFound'))
      await loadWorkTexts()
      toast('success', t('mapping.mapped_toast', { name }))
      go(LISTINGS_PAGE)
    },
    [id, isReplacing, map, replace, name, t],
  )
  const extras = useCallback(
    (card: ProductCard): CardExtras => ({
      action: (
        <Button
          size="xs"
          data-card-import
          loading={busy === keyOf(card)}
          disabled={busy !== null && busy !== keyOf(card)}
          aria-label={t(isReplacing ? 'find.replace_named' : 'find.map_named', { name: card.name })}
          onClick={() => void take(card)}
        >
          {t(isReplacing ? 'find.replace' : 'find.map')}
        </Button>
      ),
    }),
    [busy, isReplacing, take, t],
  )
  return useMemo(() => {
    if (id === '') return null
    const missing = product.isError
    const notice = (
      <p role={missing ? 'alert' : 'status'}>
        {missing ? t('DataNotFound') : t('find.map_for', { name })}{' '}
        <AppLink href={LISTINGS_PAGE}>{t('actions.cancel')}</AppLink>
      </p>
    )
    return { notice, extras: product.data ? extras : undefined }
  }, [id, name, product.isError, product.data, extras, t])
}
