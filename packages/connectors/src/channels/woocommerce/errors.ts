import { z } from 'zod'
import type { Explanation } from '../../http.ts'
import type { VendorErrorKind } from '../../vendor-error.ts'

const WpError = z.object({ code: z.string(), message: z.string().catch('') })

/** Answered before anything is saved (the REST controllers' own checks). */
const NOTHING_DONE: Record<string, VendorErrorKind> = {
  woocommerce_rest_authentication_error: 'auth_expired',
  woocommerce_rest_authentication_missing_parameter: 'auth_expired',
  woocommerce_rest_product_invalid_id: 'not_found',
  woocommerce_rest_invalid_product_id: 'not_found',
  woocommerce_rest_product_variation_invalid_id: 'not_found',
  woocommerce_rest_product_variation_invalid_parent: 'not_found',
  woocommerce_rest_shop_webhook_invalid_id: 'not_found',
  woocommerce_rest_shop_order_invalid_id: 'not_found',
  woocommerce_rest_order_invalid_id: 'not_found',
  woocommerce_rest_already_trashed: 'not_found',
  woocommerce_rest_cannot_view: 'invalid',
  woocommerce_rest_cannot_create: 'invalid',
  woocommerce_rest_cannot_edit: 'invalid',
  woocommerce_rest_cannot_batch: 'invalid',
  woocommerce_rest_user_cannot_delete_product: 'invalid',
  woocommerce_rest_request_entity_too_large: 'invalid',
  woocommerce_product_image_upload_error: 'invalid',
  woocommerce_variation_image_upload_error: 'invalid',
  woocommerce_product_invalid_image_id: 'invalid',
  woocommerce_variation_invalid_image_id: 'invalid',
  product_invalid_global_unique_id: 'invalid',
  rest_invalid_param: 'invalid',
  rest_missing_callback_param: 'invalid',
  rest_no_route: 'not_found',
  rest_forbidden: 'invalid',
  // A create with it is looked up before it is believed: the first of two equal requests may have made the product.
  product_invalid_sku: 'invalid',
}

/** Of one item of a batch, or of a whole reply. */
export const kindOfCode = (code: string): VendorErrorKind => NOTHING_DONE[code] ?? 'unknown'
export const isNothingDone = (code: string): boolean => code in NOTHING_DONE

/** Its words are kept. Whether the payment's plugin acted all the same is not known to core either. */
const REFUND_REFUSED = 'woocommerce_rest_cannot_create_order_refund'

/** The site itself asks for a password, before WordPress is reached. */
const SITE_PASSWORD: Explanation = { kind: 'invalid', code: 'site_password', message: 'the site asks for a password' }

export function explainWoo(status: number, body: unknown): Explanation | undefined {
  if (status < 400) return undefined
  const { data } = WpError.safeParse(body)
  if (!data) return status === 401 ? SITE_PASSWORD : undefined
  const { code, message } = data
  if (code === REFUND_REFUSED) return { kind: 'invalid', code, message }
  if (status === 429 || status >= 500) return undefined
  // Nobody is signed in with 401; with 403 somebody is, who may not do this.
  const kind = status === 401 ? 'auth_expired' : kindOfCode(code)
  if (isNothingDone(code) || code.startsWith('woocommerce_rest_cannot_'))
    return { kind, code, message: `${code}: ${message}`, nothing_done: true }
  return { kind, code, message: `${code}: ${message}` }
}
