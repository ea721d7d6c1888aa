import { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import * as operations from './operations.ts'

/** Product settings: split, listing defaults, selling price, monitoring, automation (sourcing spec §7). */
export const productSettings: Feature = { calls: serve(productSettingsCalls, operations), jobs: [], on: {} }
