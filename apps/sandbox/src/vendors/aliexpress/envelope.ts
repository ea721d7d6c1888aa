import type { VendorReply } from '../../frame/define-vendor.ts'
import { Refusal } from '../../frame/refusal.ts'
import { requestId } from '../open-platform/request.ts'

const SENTENCES = {
  MissingParameter: 'The input parameter that is mandatory for processing this request is not supplied',
  InvalidParameter: 'The specified parameter is not valid',
  InvalidAppKey: 'The specified App Key is invalid',
  InvalidApiPath: 'The specified API path does not exist',
  IncompleteSignature: 'The request signature does not conform to platform standards',
  IllegalAccessToken: 'The specified access token is invalid or expired',
  IllegalRefreshToken: 'The specified refresh token is invalid or expired',
  InvalidCode: 'Invalid authorization code',
  ApiCallLimit: 'This ban will last 1 more seconds',
  ServiceUnavailable: 'Remote service unavailable',
} as const
export type AeCode = keyof typeof SENTENCES

const typeOf = (code: AeCode) => (code === 'ServiceUnavailable' ? 'SYSTEM' : 'ISV')

/** Both are answered with HTTP 200. System calls and the throttle use the flat shape. */
export const flat = (code: AeCode, message: string = SENTENCES[code]): VendorReply => ({
  status: 200,
  body: { type: typeOf(code), code, message, request_id: requestId() },
})
export const wrapped = (code: AeCode, msg: string = SENTENCES[code]): VendorReply => ({
  status: 200,
  body: { error_response: { type: typeOf(code), code, msg, request_id: requestId() } },
})

export const refuseFlat = (code: AeCode, message?: string) => new Refusal(flat(code, message))
export const refuse = (code: AeCode, message?: string) => new Refusal(wrapped(code, message))

/** What a list is wrapped in when the caller does not ask for the simplified form. */
const WRAPPERS: Readonly<Record<string, string>> = {
  products: 'selection_search_product',
  image_products: 'traffic_image_product_d_t_o',
  ae_item_sku_info_dtos: 'ae_item_sku_info_d_t_o',
  ae_sku_property_dtos: 'ae_sku_property_d_t_o',
  ae_item_properties: 'ae_item_property',
  ae_video_dtos: 'ae_video_d_t_o',
  delivery_options: 'delivery_option_d_t_o',
  categories: 'category',
}

function wrapLists(value: unknown, method: string): unknown {
  if (Array.isArray(value)) return value.map((item) => wrapLists(item, method))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const inner = wrapLists(item, method)
      const name = WRAPPERS[key === 'products' && method.includes('image') ? 'image_products' : key]
      if (!Array.isArray(inner) || !name) return [key, inner]
      // A list of one is that one.
      return [key, { [name]: inner.length === 1 ? inner[0] : inner }]
    }),
  )
}

/** Simplified: lists are lists and the root is gone. Otherwise `{ aliexpress_ds_…_response: { … } }`. */
export function answer(method: string, simplify: boolean, body: Record<string, unknown>): Record<string, unknown> {
  const all = { ...body, request_id: requestId() }
  return simplify ? all : { [`${method.replaceAll('.', '_')}_response`]: wrapLists(all, method) }
}
