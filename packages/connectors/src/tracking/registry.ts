/** The one that follows parcels for this installation. */
import { seventeenTrack } from './seventeen-track/index.ts'

export const tracker = seventeenTrack
