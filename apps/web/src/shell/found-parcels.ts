import { trackingCalls } from '@omni/contracts/tracking.calls.ts'
import { IconPackage } from '@tabler/icons-react'
import { go } from '../platform/navigation.ts'
import { useCall } from '../platform/query.ts'
import { useSettled } from '../platform/settled.ts'
import type { Command } from './commands.ts'

const TYPING_MS = 200
const SHOWN = 5
/** Letters and digits as tracking numbers have them, with the gaps that carriers print. */
const LIKE_A_NUMBER = /^(?=.*\d)[a-z0-9][a-z0-9 -]{4,49}$/i

/** Parcels whose tracking number begins with what is typed. */
export function useFoundParcels(typed: string): Command[] {
  const settled = useSettled(typed.trim(), TYPING_MS)
  const isNumber = LIKE_A_NUMBER.test(settled)
  const { data } = useCall(
    trackingCalls.listParcels,
    { keyword: settled, page_size: SHOWN },
    { enabled: isNumber, quiet: true },
  )
  if (!isNumber || settled !== typed.trim()) return []
  return (data?.items ?? []).map(({ parcel_id, order_id, order_number, tracking_number, carrier }) => ({
    id: `parcel-${parcel_id}`,
    group: 'parcels',
    title: tracking_number,
    hint: [order_number, carrier].filter(Boolean).join(' · '),
    icon: IconPackage,
    href: `/app/orders/shipment?parcel=${parcel_id}&of=${order_id}`,
    run: () => go(`/app/orders/shipment?parcel=${parcel_id}&of=${order_id}`),
  }))
}
