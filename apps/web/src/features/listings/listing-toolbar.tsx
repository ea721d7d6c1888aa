import { Button, Select } from '@mantine/core'
import type { Out } from '@omni/contracts/kernel.ts'
import type { storeCalls } from '@omni/contracts/stores.calls.ts'
import { LISTING_STATES } from '@omni/domain/channels/listing.ts'
import { Chip } from '@omni/ui/chip.tsx'
import { useT } from '../../platform/i18n.ts'
import { SearchField } from '../../platform/search-field.tsx'
import type { UrlChanges } from '../../platform/url-state.ts'
import { STATES } from './listing-state.ts'
import classes from './listings.module.css'
import type { ListingFilters } from './use-listings.ts'

interface ListingToolbarProps {
  filters: ListingFilters
  stores: Out<typeof storeCalls.listStore>['items']
  onChange: (to: UrlChanges) => void
  /** To look for a product that a listing could be made of. */
  onFind: () => void
}

/** Search and filters of the list; all of them live in the address. */
export function ListingToolbar({ filters, stores, onChange, onFind }: ListingToolbarProps) {
  const t = useT()
  return (
    <>
      <SearchField
        className={classes.search}
        label={t('listings.search')}
        value={filters.text}
        onChange={(text) => onChange({ text })}
      />
      <Select
        className={classes.filter ?? ''}
        aria-label={t('listings.store')}
        placeholder={t('listings.all_stores')}
        clearable
        data={stores.map(({ id, store_name, domain }) => ({ value: id, label: store_name || domain }))}
        value={filters.store_id}
        onChange={(store_id) => onChange({ store_id: store_id ?? undefined })}
      />
      {filters.tab === 'mapped' ? (
        <>
          <Select
            className={classes.filter ?? ''}
            aria-label={t('listings.state')}
            placeholder={t('listings.all_states')}
            clearable
            data={LISTING_STATES.map((state) => ({ value: state, label: t(STATES[state].text) }))}
            value={filters.state}
            onChange={(state) => onChange({ state: state ?? undefined })}
          />
          <Chip
            active={filters.attention}
            onClick={() => onChange({ attention: filters.attention ? undefined : 'true' })}
          >
            {t('listings.attention')}
          </Chip>
        </>
      ) : (
        <Button variant="default" onClick={onFind}>
          {t('mapping.find')}
        </Button>
      )}
    </>
  )
}
