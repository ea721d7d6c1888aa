import { expect, test } from 'vitest'
import { readCameBack } from './came-back.ts'
import { alreadyThere, shopAddress } from './shop-address.ts'

test.each([
  ['shopify', 'Northwind', 'northwind.myshopify.com'],
  ['shopify', ' https://northwind.myshopify.com/admin ', 'northwind.myshopify.com'],
  ['shopify', 'shop.northwind.example', null],
  ['shopify', '', null],
  ['woocommerce', ' http://northwind.example/shop ', 'http://northwind.example/shop'],
  ['woocommerce', '   ', null],
] as const)('the address of a %s store typed as %j is %j', (platform, typed, address) => {
  expect(shopAddress(platform, typed)).toBe(address)
})

test('a connected store is known however its address is written; a disconnected one may come back', () => {
  const store = { platform: 'woocommerce', platform_domain: 'https://northwind.example/shop', domain: '' } as const
  const active = [{ ...store, status: 'active' }]
  expect(alreadyThere(active, 'woocommerce', 'Northwind.example/shop/')).toBe(true)
  expect(alreadyThere(active, 'woocommerce', 'northwind.example')).toBe(false)
  expect(alreadyThere(active, 'shopify', 'northwind.example/shop')).toBe(false)
  expect(alreadyThere([{ ...store, status: 'disconnected' }], 'woocommerce', 'northwind.example/shop')).toBe(false)
})

test('what came back names its platform, is handed on whole, and a refusal is seen', () => {
  const shopify = '?code=c&hmac=h&shop=a.myshopify.com&state=s&timestamp=1&host=x%3D'
  expect(readCameBack(shopify)).toEqual({
    platform: 'shopify',
    refused: false,
    query: { code: 'c', hmac: 'h', shop: 'a.myshopify.com', state: 's', timestamp: '1', host: 'x=' },
  })
  expect(readCameBack('?platform=woocommerce&success=1&user_id=7').platform).toBe('woocommerce')
  expect(readCameBack('?platform=woocommerce&success=0').refused).toBe(true)
  expect(readCameBack('?platform=google&error=access_denied').refused).toBe(true)
  expect(readCameBack('?platform=tiktok&code=null&error=auth_denied').refused).toBe(true)
  expect(readCameBack('?platform=etsy&code=1').platform).toBeNull()
  expect(readCameBack('?shop=a.myshopify.com').platform).toBeNull()
})
