/** Where a parcel stands (orders spec §4, shipment). `pending`: nobody follows it yet. `alert`: it cannot be followed as it is. */
export const PARCEL_STATUSES = [
  'pending',
  'not_found',
  'info_received',
  'in_transit',
  'available_for_pickup',
  'out_for_delivery',
  'delivery_failure',
  'delivered',
  'expired',
  'exception',
  'alert',
] as const
export type ParcelStatus = (typeof PARCEL_STATUSES)[number]

export const isParcelStatus = (text: string): text is ParcelStatus =>
  (PARCEL_STATUSES as readonly string[]).includes(text)

/** Under way: a carrier should be telling something. */
export const MOVING: readonly ParcelStatus[] = [
  'not_found',
  'info_received',
  'in_transit',
  'available_for_pickup',
  'out_for_delivery',
]

export const isReturn = (sub_status: string): boolean => /^Exception_Return(ing|ed)$/.test(sub_status)
export const isCustoms = (sub_status: string): boolean =>
  /^InTransit_Customs(Processing|RequiringInformation)$/.test(sub_status)
