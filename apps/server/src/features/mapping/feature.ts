import { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { applyCompetitorPrice } from './apply-competitor-price.ts'
import { compareProduct } from './compare-product.ts'
import { copyToStore } from './copy-to-store.ts'
import { createFromUnmapped, duplicateUnmapped, splitUnmapped } from './map-unmapped.ts'
import { fetchStoresSelling } from './fetch-stores-selling.ts'
import { getMapping } from './get-mapping.ts'
import { getPlatformProduct } from './get-platform-product.ts'
import { hideUnmapped } from './hide-unmapped.ts'
import { listSuggestions } from './list-suggestions.ts'
import { mapGroup } from './map-group.ts'
import { mapListingGroup } from './map-listing-group.ts'
import { mapListingVariant } from './map-listing-variant.ts'
import { mapWork } from './map-run.ts'
import { mapVariant } from './map-variant.ts'
import { readStoreProduct } from './read-store-product.ts'
import { replaceListingSupplier } from './replace-listing-supplier.ts'
import { replaceSupplier } from './replace-supplier.ts'
import { setAutoUpdate } from './set-auto-update.ts'
import { splitOneUnmapped } from './split-one-unmapped.ts'
import { unmapListings } from './unmap-listings.ts'
import { updateListings } from './update-listings.ts'

/** What a listing is bought as: store products get suppliers, and variants their parts. */
export const mapping: Feature = {
  calls: serve(mappingCalls, {
    getMapping,
    mapVariant,
    mapGroup,
    replaceSupplier,
    getPlatformProduct,
    listSuggestions,
    mapListingVariant,
    mapListingGroup,
    replaceListingSupplier,
    createFromUnmapped,
    duplicateUnmapped,
    splitUnmapped,
    splitOneUnmapped,
    hideUnmapped,
    unmapListings,
    setAutoUpdate,
    updateListings,
    readStoreProduct,
    copyToStore,
    fetchStoresSelling,
    compareProduct,
    applyCompetitorPrice,
  }),
  runs: [mapWork],
}
