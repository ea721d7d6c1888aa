import { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { getInternalAutomation } from './get-internal-automation.ts'
import * as settingSections from './setting-sections.ts'
import { updateAllProductSettings } from './update-all-product-settings.ts'
import { updateChannelSettings } from './update-channel-settings.ts'
import { updateSellingPrice } from './update-selling-price.ts'

/** Product settings: split, listing defaults, selling price, monitoring, automation (sourcing spec §7). */
export const productSettings: Feature = {
  calls: serve(productSettingsCalls, {
    ...settingSections,
    getInternalAutomation,
    updateAllProductSettings,
    updateChannelSettings,
    updateSellingPrice,
  }),
}
