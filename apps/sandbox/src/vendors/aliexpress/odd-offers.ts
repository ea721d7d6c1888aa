import type { Offer } from '../../catalogue/shapes.ts'

/** Taken down by its seller: still found by a search, for a while. */
export const isOffline = ({ index }: Offer): boolean => index % 211 === 117

/** Where selling it is against the law; anywhere else it is sold as usual. */
const FORBIDDEN_IN = ['US', 'AU']
export const isForbidden = ({ index }: Offer, shipTo: string): boolean =>
  index % 151 === 101 && FORBIDDEN_IN.includes(shipTo)
