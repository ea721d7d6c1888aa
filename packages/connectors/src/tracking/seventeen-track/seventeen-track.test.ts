import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { carrierKey } from './carriers.ts'
import { seventeenTrack } from './index.ts'

const KEY = 'my-key'
const verifyMessage = (raw: Buffer, sign: string | undefined, key: string) =>
  seventeenTrack.verify(raw, () => sign, { key })
const signed = (body: string) => createHash('sha256').update(`${body}/${KEY}`).digest('hex')
const handle = (message: unknown) => {
  const body = JSON.stringify(message)
  return verifyMessage(Buffer.from(body), signed(body), KEY)
}

/** In the form of a recorded message: most parts are null. */
const update = (change: object) => ({
  event: 'TRACKING_UPDATED',
  data: {
    number: 'YT1',
    carrier: 3011,
    tag: null,
    track_info: {
      latest_status: { status: 'InTransit', sub_status: 'InTransit_Other', sub_status_descr: null },
      latest_event: null,
      time_metrics: { estimated_delivery_date: { source: null, from: null, to: null } },
      milestone: [{ key_stage: 'Delivered', time_iso: null, time_utc: null }],
      misc_info: { local_number: null },
      tracking: {
        providers: [
          {
            provider: { key: 3011, name: 'China Post' },
            latest_sync_time: '2026-05-02T18:34:00Z',
            events: [
              {
                time_iso: '2026-05-02T14:34:00-04:00',
                time_utc: null,
                description: 'Scanned',
                location: null,
                stage: null,
                sub_status: 'InTransit_Arrival',
                address: { country: 'US', city: 'Memphis' },
              },
              { time_iso: null, time_utc: null, description: 'No time', location: '', stage: '' },
            ],
          },
        ],
      },
      ...change,
    },
  },
})

test('a message is read; what is missing is not told', () => {
  expect(handle(update({}))).toEqual({
    event: 'updated',
    parcel: {
      number: 'YT1',
      carrier_key: 3011,
      carrier: 'China Post',
      local_number: null,
      report: {
        status: 'in_transit',
        sub_status: 'InTransit_Other',
        events: [
          { at: Date.UTC(2026, 4, 2, 18, 34), text: 'Scanned', place: 'Memphis, US', stage: 'InTransit_Arrival' },
        ],
        synced_at: Date.UTC(2026, 4, 2, 18, 34),
        expected: null,
        delivered_at: null,
      },
    },
  })
  expect(handle(update({ misc_info: { local_number: '9400' } }))).toMatchObject({ parcel: { local_number: '9400' } })
  expect(handle({ event: 'TRACKING_STOPPED', data: { number: 'YT1' } })).toEqual({ event: 'stopped', number: 'YT1' })
})

test('what we do not know is not believed', () => {
  expect(handle(update({ latest_status: { status: 'Teleported', sub_status: '' } }))).toEqual({ event: 'other' })
  expect(handle({ event: 'SOMETHING', data: { number: 'YT1' } })).toEqual({ event: 'other' })
  expect(handle([])).toEqual({ event: 'other' })
  const body = JSON.stringify(update({}))
  for (const sign of [undefined, '', 'xyz', signed(`${body} `), signed(body).slice(1)])
    expect(verifyMessage(Buffer.from(body), sign, KEY)).toBeNull()
  expect(verifyMessage(Buffer.from(body), createHash('sha256').update(`${body}/`).digest('hex'), '')).toBeNull()
})

test('carriers by the words of suppliers', () => {
  expect([carrierKey('DHL Express'), carrierKey('usps'), carrierKey('China Post'), carrierKey('CJPacket')]).toEqual([
    100001,
    21051,
    3011,
    null,
  ])
})
