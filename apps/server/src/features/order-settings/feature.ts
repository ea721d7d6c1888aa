import { orderSettingsCalls } from '@omni/contracts/order-settings.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { getAllOrderSettings, updateAllOrderSettings } from './all-order-settings.ts'
import { confirmZopiFulfilment, getZopiFulfilment, interactZopiFulfilment, viewZopiFulfilment } from './house-option.ts'
import { getOrderSettings } from './get-order-settings.ts'
import { getShippingCarriers } from './get-shipping-carriers.ts'
import { getShippingCountries } from './get-shipping-countries.ts'
import { getShippingWarehouses } from './get-shipping-warehouses.ts'
import { updateOrderSettings } from './update-order-settings.ts'

/** How orders are placed at each supplier. Placing reads it by `readOrderSettings` and `readFulfilmentOption`. */
export const orderSettings: Feature = {
  calls: serve(orderSettingsCalls, {
    getOrderSettings,
    updateOrderSettings,
    getAllOrderSettings,
    updateAllOrderSettings,
    getShippingCountries,
    getShippingCarriers,
    getShippingWarehouses,
    getZopiFulfilment,
    viewZopiFulfilment,
    interactZopiFulfilment,
    confirmZopiFulfilment,
  }),
}
