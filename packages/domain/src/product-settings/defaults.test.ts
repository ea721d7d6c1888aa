import { expect, test } from 'vitest'
import { splitCount } from '../import-list/split.ts'
import { checkSellingPrice } from '../pricing/price-rule.ts'
import { DEFAULT_PRODUCT_SETTINGS } from './defaults.ts'

test("the defaults are the specification's, and nothing happens to a shop by itself", () => {
  const {
    auto_split_variant_options,
    channels,
    automation_product,
    selling_price,
    automation_writting,
    automation_optimize_image,
  } = DEFAULT_PRODUCT_SETTINGS
  expect(auto_split_variant_options).toMatchObject({
    enabled: false,
    threshold: 100,
    max_variants_per_product: 100,
    max_create_products: 100,
  })
  expect(splitCount(100, auto_split_variant_options)).toBe(1)
  expect(channels.map(({ channel }) => channel)).toEqual(['shopify', 'woocommerce', 'tiktok', 'facebook', 'google'])
  for (const { is_publish, allow_sell_out_of_stock, sync_order } of channels)
    expect([is_publish, allow_sell_out_of_stock, sync_order]).toEqual([true, false, true])
  expect(checkSellingPrice(selling_price, {})).toEqual([])
  expect(automation_product).toMatchObject({
    is_enable: true,
    time_schedule: 'all_day',
    condition: { apply_all_products: true },
  })
  expect(automation_product.actions.pushed_connected_channels.store_ids).toEqual([])
  expect([automation_writting.enabled, automation_optimize_image.enabled]).toEqual([false, false])
})
