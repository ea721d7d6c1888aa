import { personalCalls } from '@omni/contracts/personal.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { getDiscoverTools, updateDiscoverTools } from './discover-tools.ts'
import { listPersonalizedProducts, listPickupLeftOff } from './personal-products.ts'

/** The sourcing widgets of the home screen. */
export const personal: Feature = {
  calls: serve(personalCalls, { listPersonalizedProducts, listPickupLeftOff, getDiscoverTools, updateDiscoverTools }),
  jobs: [],
  on: {},
}
