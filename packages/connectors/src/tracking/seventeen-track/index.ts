/**
 * 17TRACK Tracking API v2.4. There is no published schema. What was seen where (November 2026):
 * - header `17token`, POST with a JSON list, up to 40 numbers, 3 requests a second, HTTP 429 and 401: pocharlies-org/mcp-17track
 *   and a parcel bot's client for v2.4 (which also sends `[]` to getquota).
 * - register answers `accepted[]` and `rejected[{number, error {code, message}}]`; -18019901 is "already registered", -18019907
 *   and -18019908 are the day's and the account's quota, -18019902, 03, 09 and 10 as mapped in map.ts: the same bot, a shop's
 *   v2.4 service, and the table of error codes of the command line tool `track17`.
 * - a carrier that was given wrong is corrected, and the reply names the one that is used; right after registering nothing is
 *   known for minutes: stavrobot/plugin-17track, which measured six.
 * - `track_info`: its parts are read as a shop's v2.4 service and a typed Python client (EstimatedDeliveryDate with
 *   `from`/`to`, `sub_status_descr`) have them. `stage` or `sub_status` of an event holds the sub-status, by version.
 * - changecarrier takes `carrier_old`, `carrier_new`, five times at most: a NestJS service's tests and usefulapi's tool list.
 * - messages: header `sign`, SHA256 over the raw body, "/" and the key, hex: an AWB tracker's hook and a German shop's notes.
 *   `TRACKING_STOPPED` brings no `track_info` (from notes).
 *
 * Registering a number twice answers "already registered" and costs nothing: so a lost reply is answered by sending again.
 * Codes of whole calls that change nothing (`NOTHING_DONE`): two lists agree, the shop's service and `track17`.
 */
import { z } from 'zod'
import { type Explanation, parseReply, read, write } from '../../http.ts'
import { parseVendorJson } from '../../vendor-json.ts'
import { defineVendor, type VendorCall, type Write, type WriteCall } from '../../vendor.ts'
import { mapDone } from '../../write-outcome.ts'
import type { Answers, FollowedNumber, TrackedParcel, TrackerMessage, TrackerQuota } from '../tracker.ts'
import { carrierKey } from './carriers.ts'
import { toAnswers, toParcel } from './map.ts'
import { Accepted, answers, Message, Quota, Refused, Tracked, TrackInfo } from './schemas.ts'
import { isSigned } from './signature.ts'

const ID = '17track'

const App = z.object({ base_url: z.string() })
const Credentials = z.object({ key: z.string() })
type AppOf = z.output<typeof App>
type Key = z.output<typeof Credentials>
type Call = VendorCall<AppOf, Key>

const AUTH = [-18010001, -18010002, -18010004, -18010005]
const INVALID = [-18010010, -18010011, -18010012, -18010013, -18010014, -18010015]

function explain(status: number, body: unknown): Explanation | undefined {
  const said = Refused.safeParse(body).data
  const code = said?.data?.errors?.[0]?.code ?? said?.code ?? 0
  const message = said?.data?.errors?.[0]?.message || `HTTP ${status}, code ${code}`
  if (status === 429) return { kind: 'rate_limited', message, retry_after_s: 1, code: '429', nothing_done: true }
  if (AUTH.includes(code) || status === 401)
    return { kind: 'auth_expired', message, code: String(code), nothing_done: true }
  if (INVALID.includes(code)) return { kind: 'invalid', message, code: String(code), nothing_done: true }
  if (code !== 0) return { kind: code === -18010003 ? 'unavailable' : 'unknown', message, code: String(code) }
  return undefined
}

const request = ({ app, credentials, limits }: Call, operation: string, body: unknown) => ({
  vendor: ID,
  url: `${app.base_url.replace(/\/$/, '')}/track/v2.4/${operation}`,
  method: 'POST' as const,
  headers: { '17token': credentials.key, 'content-type': 'application/json' },
  body: JSON.stringify(body),
  limits,
  explain,
})

const asked = ({ number, carrier_key }: FollowedNumber) => ({
  number,
  ...(carrier_key !== null && { carrier: carrier_key }),
})

const followed = ({ number, carrier }: z.output<typeof Accepted>): FollowedNumber => ({
  number,
  carrier_key: carrier ?? null,
})

const change = <Q>(operation: string, body: (input: Q) => unknown): Write<AppOf, Key, Q, Answers<FollowedNumber>> => ({
  async send(call: WriteCall<AppOf, Key>, input: Q) {
    const sent = await write({ ...request(call, operation, body(input)), send_by: call.send_by }, answers(Accepted))
    return mapDone(sent, ({ data }) => toAnswers(data, followed))
  },
})

export interface CarrierChange {
  number: string
  from: number | null
  to: number
}

const listed = (numbers: readonly FollowedNumber[]) => numbers.map(asked)

export const seventeenTrack = {
  ...defineVendor({
    id: ID,
    name: '17TRACK',
    proved: { parcels: ['clients'] },
    app: App,
    credentials: Credentials,
    // One key for all sellers: the limits are the installation's.
    limits: { per_second: 3, of: 'app' },
    settings: {
      SEVENTEEN_TRACK_URL: { default: 'https://api.17track.net', sandbox: '{sandbox}/17track' },
      SEVENTEEN_TRACK_KEY: { sandbox: 'sandbox-17track-key' },
    },
    deploy: [
      {
        variables: ['SEVENTEEN_TRACK_KEY'],
        meaning:
          '17TRACK: follows parcels. Its console names `PUBLIC_URL/hooks/17track` as the webhook, version 2.4. `SEVENTEEN_TRACK_URL` leads to a sandbox if need be',
        without: 'off: parcels are shown as suppliers tell them',
      },
    ],
    needs: 'SEVENTEEN_TRACK_KEY',
    setup: ({ SEVENTEEN_TRACK_URL = '', SEVENTEEN_TRACK_KEY = '' }) => ({
      app: { base_url: SEVENTEEN_TRACK_URL },
      ...(SEVENTEEN_TRACK_KEY && { start: { credentials: { key: SEVENTEEN_TRACK_KEY } } }),
    }),
  }),
  /** Numbers in one call. */
  most_numbers: 40,
  carrierKey,
  verify: verifyMessage,
  tracking: {
    /** One of the account's quota for each number that is accepted. */
    register: change('register', (numbers: readonly (FollowedNumber & { order_time?: string })[]) =>
      numbers.map((one) => ({
        ...asked(one),
        auto_detection: true,
        ...(one.order_time !== undefined && { order_time: one.order_time }),
      })),
    ),
    stop: change('stoptrack', listed),
    changeCarrier: change('changecarrier', (changes: readonly CarrierChange[]) =>
      changes.map(({ number, from, to }) => ({ number, ...(from !== null && { carrier_old: from }), carrier_new: to })),
    ),
    /** Costs nothing for numbers that are registered. `nothing_yet`: the tracker has not looked. */
    async read(call: Call, numbers: readonly FollowedNumber[]): Promise<Answers<TrackedParcel>> {
      const reply = await read(request(call, 'gettrackinfo', listed(numbers)), answers(z.unknown()))
      const answered = toAnswers(reply.data, (one) => parseReply(ID, Tracked, one))
      const parcels = answered.accepted.map((one) => ({ number: one.number, parcel: toParcel(one) }))
      return {
        accepted: parcels.flatMap(({ parcel }) => parcel ?? []),
        refused: [
          ...answered.refused,
          ...parcels
            .filter(({ parcel }) => parcel === null)
            .map(({ number }) => ({ number, reason: 'nothing_yet' as const, message: '' })),
        ],
      }
    },
    async quota(call: Call, _: null): Promise<TrackerQuota> {
      const { data } = await read(request(call, 'getquota', []), Quota)
      const { quota_remain, max_track_daily, today_used } = data
      return {
        left: Math.max(0, quota_remain),
        left_today: max_track_daily ? Math.max(0, max_track_daily - (today_used ?? 0)) : null,
      }
    },
  },
}

/** What the tracker sent to our address; null: it is not signed with our key. */
function verifyMessage(raw: Buffer, header: (name: string) => string | undefined, { key }: Key): TrackerMessage | null {
  if (!isSigned(raw, header('sign'), key)) return null
  const message = Message.safeParse(parseVendorJson(raw.toString('utf8'))).data
  if (!message) return { event: 'other' }
  const { event, data } = message
  if (event === 'TRACKING_STOPPED') return { event: 'stopped', number: data.number }
  const track_info = TrackInfo.safeParse(data.track_info).data
  if (event !== 'TRACKING_UPDATED' || !track_info) return { event: 'other' }
  const parcel = toParcel({ number: data.number, carrier: data.carrier ?? 0, track_info })
  return parcel ? { event: 'updated', parcel } : { event: 'other' }
}
