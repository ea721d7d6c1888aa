import { CHANNEL_IDS, SOURCE_IDS, SUPPLIER_FACTS } from '@omni/domain/vendors/manifest.ts'

type Source = (typeof SOURCE_IDS)[number]
type Listed = { [S in Source]: (typeof SUPPLIER_FACTS)[S]['is_listed'] extends true ? S : never }[Source]
/** What the public pages name. Foundation spec §1. */
export type ListedVendor = Listed | (typeof CHANNEL_IDS)[number]

export const SUPPLIERS = SOURCE_IDS.filter((id): id is Listed => SUPPLIER_FACTS[id].is_listed)
export const CHANNELS = CHANNEL_IDS
