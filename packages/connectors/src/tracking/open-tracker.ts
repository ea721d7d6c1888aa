import type { BoundGroup } from '../open-vendor.ts'
import type { tracker } from './registry.ts'
import type { TrackerMessage } from './tracker.ts'

export interface Tracker extends BoundGroup<typeof tracker.tracking> {
  /** Null: it is not from the tracker. */
  verify(raw: Buffer, header: (name: string) => string | undefined): TrackerMessage | null
}
