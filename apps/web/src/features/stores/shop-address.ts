/** What a person types as the address of a store, and whether that store is connected already. Pure. */
import type { Channel } from '@omni/domain/channels/document.ts'
import type { ConnectedStore } from './store-health.ts'

export const SHOPIFY_SUFFIX = '.myshopify.com'
const SHOPIFY_NAME = /^[a-z0-9][a-z0-9-]*$/

/** 'https://Northwind.example/shop/' and 'northwind.example/shop' are one address. */
const bare = (address: string): string =>
  address
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#]+$/, '')

/** As it is sent; null when it cannot be a store of that platform. */
export function shopAddress(platform: Channel, typed: string): string | null {
  if (platform !== 'shopify') return typed.trim() === '' ? null : typed.trim()
  const host = bare(typed).split(/[/?#]/)[0] ?? ''
  const name = host.endsWith(SHOPIFY_SUFFIX) ? host.slice(0, -SHOPIFY_SUFFIX.length) : host
  return SHOPIFY_NAME.test(name) ? name + SHOPIFY_SUFFIX : null
}

type KnownStore = Pick<ConnectedStore, 'platform' | 'platform_domain' | 'domain' | 'status'>

/** Sourcing spec §5, StoreAlreadyExistsInThisAccount. A disconnected store may be connected again. */
export const alreadyThere = (stores: readonly KnownStore[], platform: Channel, shop: string): boolean =>
  stores.some(
    (known) =>
      known.platform === platform &&
      known.status === 'active' &&
      [known.platform_domain, known.domain].some((domain) => bare(domain) === bare(shop)),
  )
