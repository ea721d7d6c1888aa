import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'

export type Listing = Out<typeof listingCalls.listMapped>['items'][number]
