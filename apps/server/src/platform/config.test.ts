import { woocommerce } from '@omni/connectors/channels/woocommerce/index.ts'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const env = { DATABASE_URL: 'postgres://db', SECRETS_KEYS: 'k1:x' }

test('stores of the operator’s own network are named by their addresses, and nothing else is a name', () => {
  const { vendor_env } = readConfig({ ...env, PRIVATE_STORES: 'http://10.0.0.5:8080/shop, https://shop.lan' })
  const app = woocommerce.app.parse(woocommerce.setup(vendor_env).app)
  expect(app.private_origins).toEqual(['http://10.0.0.5:8080', 'https://shop.lan'])
  expect(woocommerce.storeAddress('10.0.0.5:8080/shop', app)).toBe('http://10.0.0.5:8080/shop')
  expect(woocommerce.storeAddress('http://10.0.0.6:8080/shop', app)).toBeNull()
  expect(woocommerce.app.parse(woocommerce.setup(readConfig(env).vendor_env).app).private_origins).toEqual([])
  for (const PRIVATE_STORES of ['10.0.0.5', 'ftp://shop.lan', 'http://a.lan,'])
    expect(() => readConfig({ ...env, PRIVATE_STORES })).toThrow('PRIVATE_STORES')
})
