import { personalCalls } from '@omni/contracts/personal.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { listPersonalizedProducts } from './list-personalized-products.ts'
import { listPickupLeftOff } from './list-pickup-left-off.ts'
import { getDiscoverTools, updateDiscoverTools } from './discover-tools.ts'

/** The sourcing widgets of the home screen. */
export const personal: Feature = {
  calls: serve(personalCalls, { listPersonalizedProducts, listPickupLeftOff, getDiscoverTools, updateDiscoverTools }),
}
