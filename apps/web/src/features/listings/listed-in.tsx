import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { STATES } from './listing-state.ts'
import classes from './listings.module.css'

const MOST_SHOWN = 20

/** Where a product is listed, store by store; nothing while it is listed nowhere. */
export function ListedIn({ product_id }: { product_id: string }) {
  const t = useT()
  const listings = useCall(listingCalls.listMapped, { product_id, page_size: MOST_SHOWN }, { quiet: true })
  const rows = listings.data?.items ?? []
  if (rows.length === 0) return null
  return (
    <ul className={classes.listedIn} aria-label={t('listings.listed_in')}>
      {rows.map((row) => (
        <li key={row.listing_id} className={classes.store}>
          <VendorBadge vendor={row.platform} label={VENDOR_NAMES[row.platform]} size={16} />
          {row.url ? (
            <a href={row.url} target="_blank" rel="noreferrer" dir="auto">
              {row.store_name}
            </a>
          ) : (
            <span dir="auto">{row.store_name}</span>
          )}
          <StatusDot tone={STATES[row.state].tone}>{t(STATES[row.state].text)}</StatusDot>
        </li>
      ))}
    </ul>
  )
}
