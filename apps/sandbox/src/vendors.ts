import type { Vendor } from './frame/define-vendor.ts'
import { seventeenTrack } from './vendors/17track/index.ts'
import { alibaba } from './vendors/alibaba/index.ts'
import { aliexpress } from './vendors/aliexpress/index.ts'
import { amazon } from './vendors/amazon/index.ts'
import { archive } from './vendors/archive/index.ts'
import { blind } from './vendors/blind/index.ts'
import { cj } from './vendors/cj/index.ts'
import { depot } from './vendors/depot/index.ts'
import { ebay } from './vendors/ebay/index.ts'
import { facebook } from './vendors/facebook/index.ts'
import { googleMerchant } from './vendors/google-merchant/index.ts'
import { identity } from './vendors/identity/index.ts'
import { mailbox } from './vendors/mailbox/index.ts'
import { paddle } from './vendors/paddle/index.ts'
import { paypal } from './vendors/paypal/index.ts'
import { pictures } from './vendors/pictures/index.ts'
import { rates } from './vendors/rates/index.ts'
import { shopify } from './vendors/shopify/index.ts'
import { stripe } from './vendors/stripe/index.ts'
import { temu } from './vendors/temu/index.ts'
import { tiktok } from './vendors/tiktok/index.ts'
import { woocommerce } from './vendors/woocommerce/index.ts'
import { zopi } from './vendors/zopi/index.ts'

/** Everyone who lives in the sandbox. A new vendor is a folder and a line here. */
export const vendors: readonly Vendor[] = [
  mailbox,
  identity,
  rates,
  aliexpress,
  cj,
  ebay,
  amazon,
  zopi,
  temu,
  alibaba,
  archive,
  pictures,
  depot,
  blind,
  shopify,
  woocommerce,
  tiktok,
  facebook,
  googleMerchant,
  stripe,
  paypal,
  seventeenTrack,
  paddle,
]
