/**
 * The address when it is on one of a supplier's sites, else null. A look-alike of the site (rehearsal) keeps every page
 * below `/<supplier>/`; as only an id is read from the address, any host may serve one.
 */
export function siteUrl(address: string, supplier: string, domains: RegExp): URL | null {
  const url = URL.parse(address.trim())
  if (!url || !/^https?:$/.test(url.protocol)) return null
  return domains.test(url.hostname) || url.pathname.startsWith(`/${supplier}/`) ? url : null
}

/** "Näh-Set, 3 Stück!" -> "nah-set-3-stuck": for addresses that carry a name no one reads. */
export const slug = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80) || 'product'

/** name.com, www.name.de, name.co.uk, name.com.au; not name.somewhere.example. */
export const anyCountry = (name: string): RegExp => new RegExp(`(^|\\.)${name}\\.(com|[a-z]{2}|com?\\.[a-z]{2})$`)
