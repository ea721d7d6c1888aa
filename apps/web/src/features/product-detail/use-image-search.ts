import { imageSearchCalls } from '@omni/contracts/image-search.calls.ts'
import type { CallInput, Out } from '@omni/contracts/kernel.ts'
import { useQuery } from '@tanstack/react-query'
import { readCall } from '../../platform/query.ts'
import { useWorkplaceId } from '../../platform/session.ts'

const FRESH_MS = 10 * 60_000
const PREPARING_MS = 10_000 // how often a search that is not ready is asked again

export interface ImageQuestion {
  /** Names the picture: a file itself cannot be part of a key. */
  id: string
  input: Omit<CallInput<typeof imageSearchCalls.findSuppliers>, 'ship_to'>
}

type Found = Out<typeof imageSearchCalls.findSuppliers>

/** Products like a picture: an uploaded one, one by its address, or a product's own (sourcing spec §2). */
export function useImageSearch(question: ImageQuestion | null, ship_to: string) {
  const workplace = useWorkplaceId()
  return useQuery<Found>({
    queryKey: [imageSearchCalls.findSuppliers.name, question?.id ?? '', ship_to, workplace],
    queryFn: ({ signal }) => readCall(imageSearchCalls.findSuppliers, { ...question?.input, ship_to }, { signal }),
    enabled: question !== null,
    staleTime: FRESH_MS,
    retry: false,
    refetchInterval: (search) => (search.state.data?.state === 'preparing' ? PREPARING_MS : false),
  })
}
