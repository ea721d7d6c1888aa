/** Addresses that people type must not lead into our own network. */
import { lookup as dnsLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Only addresses of the public internet; everything with a special meaning (private, loopback, link-local, …) is
 * refused.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address) // an IPv4 address inside IPv6 is judged as the IPv4 it is
  return parsed.range() === 'unicast'
}

/** A literal address never reaches DNS, so `guardedLookup` does not see it. */
export function isPrivateLiteral({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(host) && !isPublicAddress(host)
}

/** The code of the error for a name that has no public address. */
export const BLOCKED = 'EBLOCKED'

/** Judges the address that is really connected to, so a name that changes its answer after a check gains nothing. */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0)
    const allowed = addresses.filter((entry) => isPublicAddress(entry.address))
    const [first] = allowed
    if (!first)
      return callback(Object.assign(new Error(`${hostname} is not a public address`), { code: BLOCKED }), '', 0)
    if (options.all) return callback(null, allowed)
    callback(null, first.address, first.family)
  })
}
