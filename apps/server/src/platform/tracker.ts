import { openVendor } from '@omni/connectors/open-vendor.ts'
import { seventeenTrack, verifyMessage } from '@omni/connectors/tracking/seventeen-track/index.ts'
import type { Tracker } from '@omni/connectors/tracking/tracker.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { Config } from './config.ts'
import type { Db } from './db.ts'
import { createPace, OPERATOR } from './vendor-pace.ts'

/** The operator's account at the tracker. Undefined: none is set up, and parcels stay as suppliers tell them. */
export function createTracker(config: Config, db: Db, now: () => Date): Tracker | undefined {
  const { SEVENTEEN_TRACK_URL: base_url, SEVENTEEN_TRACK_KEY: key } = config
  if (key === '') return undefined
  const { id, limits, tracking } = seventeenTrack
  const connected = {
    credentials: { key },
    account_id: OPERATOR,
    account_name: OPERATOR,
    expires_at: null,
    refresh_expires_at: null,
  }
  const tokens = {
    read: async () => ({ connected, version: 1 }),
    // A key has no end of its own: one that is refused has to be set anew.
    renew: async () => {
      throw new VendorError(id, 'auth_expired', 'the key is refused')
    },
  }
  const vendor = openVendor(seventeenTrack, { app: { base_url }, tokens, now, ...createPace(db)(id, OPERATOR, limits) })
  return { ...vendor.bind(tracking), verify: (raw, header) => verifyMessage(raw, header('sign'), key) }
}
