import { expect, test } from 'vitest'
import { imageMarketplaceOf, marketplaceOf, placeHeaders } from './places.ts'

const places = { marketplace_id: 'EBAY_US', zips: 'DE:10115, se:11120' }

test('a country has its own marketplace, or the one that is set up', () => {
  expect(['US', 'DE', 'GB', 'JP', 'BR'].map((country) => marketplaceOf(country, places))).toEqual([
    'EBAY_US',
    'EBAY_DE',
    'EBAY_GB',
    'EBAY_US',
    'EBAY_US',
  ])
  expect(['AU', 'FR', 'JP'].map((country) => imageMarketplaceOf(country, places))).toEqual([
    'EBAY_AU',
    'EBAY_US',
    'EBAY_US',
  ])
})

test('the place has a postal code: the one that is set, else one of ours; without one the country alone', () => {
  const context = (country: string) => placeHeaders(country, 'EBAY_US', places)['X-EBAY-C-ENDUSERCTX']
  expect(context('US')).toBe('contextualLocation=country%3DUS%2Czip%3D19406')
  expect(context('DE')).toBe('contextualLocation=country%3DDE%2Czip%3D10115')
  expect(context('SE')).toBe('contextualLocation=country%3DSE%2Czip%3D11120')
  expect(context('ZA')).toBe('contextualLocation=country%3DZA')
  expect(placeHeaders('CA', 'EBAY_CA', places)['accept-language']).toBe('en-CA')
})
