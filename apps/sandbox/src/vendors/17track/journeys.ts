/** Where parcels go. A number's journey is made once, from the number itself, unless the control room planned another. */
import { seededRandom } from '../../frame/random.ts'
import type { Journey, Step, TrackWorld } from './tables.ts'

const HOUR_MS = 3_600_000
type Plan = readonly [hours: number, sub_status: string, description: string, where: 'from' | 'hub' | 'to'][]

const START: Plan = [
  [0, 'InfoReceived', 'Shipment information received', 'from'],
  [7, 'InTransit_PickedUp', 'Picked up by the carrier', 'from'],
  [22, 'InTransit_Departure', 'Departed from the export hub', 'from'],
]
const ARRIVAL: Plan = [
  [74, 'InTransit_CustomsProcessing', 'Held for customs clearance', 'hub'],
  [81, 'InTransit_CustomsReleased', 'Released by customs', 'hub'],
  [98, 'InTransit_Arrival', 'Arrived at the local depot', 'to'],
]

const JOURNEYS = {
  delivered: [
    ...START,
    ...ARRIVAL,
    [121, 'OutForDelivery_Other', 'Out for delivery', 'to'],
    [126, 'Delivered_Other', 'Delivered, left at the front door', 'to'],
  ],
  pickup: [...START, ...ARRIVAL, [119, 'AvailableForPickup_Other', 'Ready for collection at the parcel shop', 'to']],
  customs: [...START, [74, 'InTransit_CustomsRequiringInformation', 'Held at customs, papers missing', 'hub']],
  failed: [
    ...START,
    ...ARRIVAL,
    [121, 'OutForDelivery_Other', 'Out for delivery', 'to'],
    [127, 'DeliveryFailure_InvalidAddress', 'Delivery failed, the address is incomplete', 'to'],
  ],
  returned: [
    ...START,
    ...ARRIVAL,
    [121, 'DeliveryFailure_Rejected', 'The recipient refused the parcel', 'to'],
    [140, 'Exception_Returning', 'On its way back to the sender', 'hub'],
    [300, 'Exception_Returned', 'Returned to the sender', 'from'],
  ],
  lost: [...START, [74, 'Exception_Lost', 'The parcel is lost', 'hub']],
  damaged: [...START, [90, 'Exception_Damage', 'The parcel was damaged on its way', 'hub']],
  silent: START,
  not_found: [],
} as const satisfies Record<string, Plan>
export type JourneyKind = keyof typeof JOURNEYS
export const JOURNEY_KINDS = Object.keys(JOURNEYS) as JourneyKind[] // the keys of the record above

const FROM = { city: 'Shenzhen', country: 'CN' }
const HUBS = [
  { city: 'Los Angeles', country: 'US' },
  { city: 'Liege', country: 'BE' },
]
const HOMES = [
  { city: 'Dallas', country: 'US' },
  { city: 'Hamburg', country: 'DE' },
  { city: 'Lyon', country: 'FR' },
  { city: 'Chicago', country: 'US' },
]

export interface Planned {
  kind: JourneyKind
  starts_at: Date
  /** Another parcel had the number, so many days before. */
  used_before_days?: number
  local_number?: string | null
}

const USUAL: readonly JourneyKind[] = [
  'delivered',
  'delivered',
  'delivered',
  'delivered',
  'pickup',
  'customs',
  'failed',
  'silent',
]
const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)] as T // inside the list

/** Puts a number's journey into the carriers' books, in the place of what was there. */
export async function planJourney(world: TrackWorld, number: string, planned: Planned): Promise<Journey> {
  const random = seededRandom(number)
  const home = pick(HOMES, random)
  const places = { from: FROM, hub: pick(HUBS, random), to: home }
  const walk = (kind: JourneyKind, from: Date): Step[] =>
    JOURNEYS[kind].map(([hours, sub_status, description, where]) => ({
      at: new Date(from.getTime() + hours * HOUR_MS).toISOString(),
      sub_status,
      description,
      ...places[where],
    }))
  const before = planned.used_before_days
    ? walk('delivered', new Date(planned.starts_at.getTime() - planned.used_before_days * 24 * HOUR_MS))
    : []
  const row = {
    number,
    kind: planned.kind,
    steps: JSON.stringify([...before, ...walk(planned.kind, planned.starts_at)]),
    to_city: home.city,
    to_country: home.country,
    local_number: planned.local_number ?? null,
  }
  return world.db
    .insertInto('journeys')
    .values(row)
    .onConflict((conflict) => conflict.column('number').doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function journeyOf(world: TrackWorld, number: string): Promise<Journey> {
  const known = await world.db.selectFrom('journeys').selectAll().where('number', '=', number).executeTakeFirst()
  if (known) return known
  const kind = pick(USUAL, seededRandom(`kind ${number}`))
  return planJourney(world, number, { kind, starts_at: new Date(world.now().getTime() - HOUR_MS) })
}

interface Carrier {
  key: number
  name: string
  country: string
  homepage: string
}
const CARRIERS: readonly (Carrier & { shape: RegExp | null })[] = [
  { key: 3011, name: 'China Post', country: 'CN', homepage: 'http://www.ems.com.cn', shape: /^[A-Z]{2}\d{9}CN$/ },
  { key: 100002, name: 'UPS', country: 'US', homepage: 'https://www.ups.com', shape: /^1Z/ },
  { key: 21051, name: 'USPS', country: 'US', homepage: 'https://www.usps.com', shape: /^9[2-5]\d{18,}$/ },
  { key: 100003, name: 'FedEx', country: 'US', homepage: 'https://www.fedex.com', shape: /^\d{12}$/ },
  { key: 100001, name: 'DHL Express', country: 'DE', homepage: 'https://www.dhl.com', shape: /^\d{10}$/ },
  { key: 11031, name: 'Royal Mail', country: 'GB', homepage: 'https://www.royalmail.com', shape: /^[A-Z]{2}\d{9}GB$/ },
  { key: 900001, name: 'Parcelway', country: 'CN', homepage: 'https://parcelway.test', shape: null },
]
export const carrierByKey = (key: number) => CARRIERS.find((one) => one.key === key)

/** Numbers that begin with XX say nothing about who carries them. */
export function detectCarrier(number: string): Carrier | undefined {
  if (number.startsWith('XX')) return undefined
  return CARRIERS.find(({ shape }) => shape === null || shape.test(number))
}
