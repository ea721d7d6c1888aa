/** What a person types as the address of a store, and whether that store is connected already. Pure. */
import type { Channel } from '@omni/domain/channels/document.ts'
import { CHANNEL_FACTS } from '@omni/domain/vendors/manifest.ts'
import type { ConnectedStore } from './store-health.ts'

const NAME = /^[a-z0-9][a-z0-9-]*$/

/** Where an address ends in the platform's own name: that end. */
export const suffixOf = (platform: Channel): string | null => CHANNEL_FACTS[platform].address_suffix

/** 'https://Northwind.example/shop/' and 'northwind.example/shop' are one address. */
const bare = (address: string): string =>
  address
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#]+$/, '')

/** As it is sent; null when it cannot be a store of that platform. */
export function shopAddress(platform: Channel, typed: string): string | null {
  const suffix = suffixOf(platform)
  if (suffix === null) return typed.trim() === '' ? null : typed.trim()
  const host = bare(typed).split(/[/?#]/)[0] ?? ''
  const name = host.endsWith(suffix) ? host.slice(0, -suffix.length) : host
  return NAME.test(name) ? name + suffix : null
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
