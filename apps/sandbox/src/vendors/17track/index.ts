/**
 * 17TRACK's Tracking API below `/17track/track/v2.4`, and the carriers behind it. Written after wksw/17track-golang-sdk
 * (`models/v2`: names and types of every field), a recorded message in the test data of a Portuguese post integration (which
 * parts are null, `providers_hash`, `latest_sync_status`), and a report on the v2.2 documents (limits, envelope, error codes,
 * `origin`, one look 5 minutes after registering, stop after 15 or 30 days). Its header name `sign` is from notes.
 * Not as there: messages that are not taken are tried again after the frame's times, not after 10, 30 and 60 minutes; one
 * account; carriers other than the six that are named are all "Parcelway". Numbers that begin with XX belong to no carrier.
 */
import { defineVendor } from '../../frame/define-vendor.ts'
import { answerRefusals } from '../../frame/refusal.ts'
import { apiRoutes, failed } from './api-routes.ts'
import { booksRoute, control } from './control.ts'
import { sendDue } from './push.ts'
import { TRACK_TABLES, type TrackTables } from './tables.ts'

export const seventeenTrack = defineVendor<TrackTables>({
  id: '17track',
  name: '17TRACK',
  kind: 'tracking',
  badge: { glyph: '17', colour: '#2B5CC4' },
  endpoints: [
    'register',
    'gettrackinfo',
    'stoptrack',
    'changecarrier',
    'getquota',
    'TRACKING_UPDATED',
    'TRACKING_STOPPED',
  ],
  tables: TRACK_TABLES,
  sendsCallbacks: true,
  routes(app, world) {
    answerRefusals(app, (message, status) => failed(status, status < 500 ? -18010013 : -18010003, message))
    apiRoutes(app, world)
  },
  controlRoutes: booksRoute,
  tick: sendDue,
  control,
  notFound: () => failed(404, -18010013, 'Not found.'),
  expiredToken: () => failed(401, -18010002, 'Invalid security key.'),
  rateLimited: () => failed(429, 429, 'Too many requests.'),
  serverError: (_request, status) => failed(status, -18010003, 'Internal service error, please retry later.'),
})
