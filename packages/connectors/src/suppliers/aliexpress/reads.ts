import type { z } from 'zod'
import { VendorError, type VendorErrorKind } from '../../vendor-error.ts'
import type { VendorCall } from '../../vendor.ts'
import type { SupplierProduct } from '../supplier.ts'
import { type App, askBusiness } from './client.ts'
import { toProduct } from './map.ts'
import { type DeliveryOption, FreightReply, ProductReply } from './schemas.ts'

export const LANGUAGE = 'en_US'
export const CURRENCY = 'USD' // prices are kept in it; sellers see their own through our rates

export type Call = VendorCall<App, { access_token: string; refresh_token: string }>

/** What freight says of a parcel that cannot go there: by its number, or by its word under another number. */
const NOT_DELIVERABLE = /^50[15]\b|DELIVERY_NOT_AVAILABLE|DELIVERY_INFO_EMPTY/
const GONE_STATUS = /^offline/i

function refusedFreight(code = '', message = ''): VendorError {
  const words = `${code} ${message}`.trim()
  if (/NOT_EXIST/.test(message)) return new VendorError('aliexpress', 'not_found', words)
  return new VendorError('aliexpress', NOT_DELIVERABLE.test(words) ? 'cannot_ship' : 'invalid', words)
}

/** Not sold there is not gone: other countries may have it. */
function missingKind(code: string | undefined, message = ''): VendorErrorKind {
  if (code === '602' || /not allowed to this country/i.test(message)) return 'cannot_ship'
  return code === '404' || /system error/i.test(message) ? 'unavailable' : 'not_found'
}

export async function getProduct(
  call: Call,
  { product_id, ship_to }: { product_id: string; ship_to: string },
): Promise<SupplierProduct> {
  const { result, rsp_code, rsp_msg } = await askBusiness(
    call,
    'aliexpress.ds.product.get',
    {
      product_id,
      ship_to_country: ship_to,
      target_currency: CURRENCY,
      target_language: LANGUAGE,
      // A cost must not hang on what this one buyer is offered today.
      remove_personal_benefit: 'true',
    },
    ProductReply,
  )
  if (!result) throw new VendorError('aliexpress', missingKind(rsp_code, rsp_msg), rsp_msg ?? 'no such product')
  const offline = GONE_STATUS.test(result.ae_item_base_info_dto.product_status_type ?? '')
  if (offline || result.ae_item_sku_info_dtos.length === 0)
    throw new VendorError('aliexpress', 'not_found', 'taken down')
  return toProduct(result, ship_to)
}

/** What can carry it; VendorError where the platform refuses. */
export async function deliveryOptions(
  call: Call,
  input: { product_id: string; sku_id: string; quantity: number; country_code: string },
): Promise<z.output<typeof DeliveryOption>[]> {
  const request = {
    quantity: String(input.quantity),
    shipToCountry: input.country_code,
    productId: input.product_id,
    selectedSkuId: input.sku_id,
    language: LANGUAGE,
    locale: LANGUAGE,
    currency: CURRENCY,
  }
  const { result } = await askBusiness(
    call,
    'aliexpress.ds.freight.query',
    { queryDeliveryReq: JSON.stringify(request) },
    FreightReply,
  )
  if (result.success === false) throw refusedFreight(result.code, result.msg)
  return result.delivery_options
}
