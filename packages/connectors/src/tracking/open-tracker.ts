import type { BoundGroup } from '../open-vendor.ts'
import type { seventeenTrack } from './seventeen-track/index.ts'
import type { TrackerMessage } from './tracker.ts'

export interface Tracker extends BoundGroup<typeof seventeenTrack.tracking> {
  /** Null: it is not from the tracker. */
  verify(raw: Buffer, header: (name: string) => string | undefined): TrackerMessage | null
}
