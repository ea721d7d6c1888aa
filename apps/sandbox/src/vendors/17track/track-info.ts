import { carrierByKey } from './journeys.ts'
import type { Journey, Row, Step } from './tables.ts'

const DAY_MS = 86_400_000
const STAGES = [
  'InfoReceived',
  'PickedUp',
  'Departure',
  'Arrival',
  'AvailableForPickup',
  'OutForDelivery',
  'Delivered',
  'Returning',
  'Returned',
] as const
const stageOf = (sub_status: string) =>
  STAGES.find((stage) => sub_status === stage || sub_status.endsWith(`_${stage}`) || sub_status.startsWith(`${stage}_`))
const statusOf = (sub_status: string) => sub_status.split('_')[0] ?? ''
const EXPIRED_AFTER_DAYS = 30

const address = (country: string | null, city: string | null) => ({
  country,
  state: null,
  city,
  street: null,
  postal_code: null,
  coordinates: { longitude: null, latitude: null },
})
const iso = (at: string) => `${at.slice(0, 19)}Z`

const eventView = (step: Step) => ({
  time_iso: `${new Date(Date.parse(step.at) + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`,
  time_utc: iso(step.at),
  time_raw: { date: step.at.slice(0, 10), time: step.at.slice(11, 19), timezone: null },
  description: step.description,
  description_translation: null,
  location: `${step.city}, ${step.country}`,
  stage: stageOf(step.sub_status) ?? null,
  sub_status: step.sub_status,
  address: address(step.country, step.city),
})

/** What 17TRACK knows when so many steps of the journey are behind the parcel. */
export function trackInfo(row: Row, journey: Journey, steps: readonly Step[], now: Date) {
  const last = steps.at(-1)
  const [first] = steps
  const isOld =
    last !== undefined &&
    now.getTime() - Date.parse(last.at) > EXPIRED_AFTER_DAYS * DAY_MS &&
    !/^(Delivered|Exception)/.test(last.sub_status)
  const sub_status = isOld ? 'Expired_Other' : (last?.sub_status ?? 'NotFound_Other')
  const carrier = carrierByKey(row.carrier)
  const transit = first && last ? Math.floor((Date.parse(last.at) - Date.parse(first.at)) / DAY_MS) : null
  const arrives = first && !/^(Delivered|Exception)/.test(sub_status) ? Date.parse(first.at) + 6 * DAY_MS : null
  const day = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`
  return {
    shipping_info: {
      shipper_address: address('CN', null),
      recipient_address: address(journey.to_country, journey.to_city),
    },
    latest_status: { status: statusOf(sub_status), sub_status, sub_status_descr: null },
    latest_event: last ? eventView(last) : null,
    time_metrics: {
      days_after_order: row.order_time ? Math.floor((now.getTime() - Date.parse(row.order_time)) / DAY_MS) : null,
      days_of_transit: transit,
      days_of_transit_done: sub_status.startsWith('Delivered') ? transit : 0,
      days_after_last_update: last ? Math.floor((now.getTime() - Date.parse(last.at)) / DAY_MS) : null,
      estimated_delivery_date:
        arrives === null
          ? { source: null, from: null, to: null }
          : { source: 'Official', from: day(arrives), to: day(arrives + DAY_MS) },
    },
    milestone: STAGES.map((key_stage) => {
      const reached = steps.find((step) => stageOf(step.sub_status) === key_stage)
      const view = reached ? eventView(reached) : null
      return { key_stage, time_iso: view?.time_iso ?? null, time_utc: view?.time_utc ?? null }
    }),
    misc_info: {
      risk_factor: 0,
      service_type: null,
      weight_raw: null,
      weight_kg: null,
      pieces: null,
      dimensions: null,
      customer_number: null,
      reference_number: null,
      local_number: steps.length > 3 ? journey.local_number : null,
      local_provider: null,
      local_key: 0,
    },
    tracking: {
      providers_hash: row.carrier,
      providers: [
        {
          provider: {
            key: row.carrier,
            name: carrier?.name ?? '',
            alias: carrier?.name ?? '',
            tel: null,
            homepage: carrier?.homepage ?? '',
            country: carrier?.country ?? '',
          },
          service_type: null,
          latest_sync_status: 'Success',
          latest_sync_time: day(now.getTime()),
          events_hash: steps.length,
          // Newest first, as carriers list them.
          events: steps.map(eventView).reverse(),
        },
      ],
    },
  }
}

export const stepsUntil = ({ steps }: Journey, now: Date): Step[] =>
  steps.filter(({ at }) => Date.parse(at) <= now.getTime())
