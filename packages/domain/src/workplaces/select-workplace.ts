/** Foundation spec §4 "Workplace selection". */
export type SelectableWorkplace = {
  id: string
  shops: readonly { domain?: string | null; platform_domain?: string | null }[]
}

/**
 * Stored id, else the first. `embedded_host` is given only when embedded: the workplace whose store domain matches it
 * wins over the stored id. A stored id that is no longer the user's counts as none.
 */
export function selectWorkplace<W extends SelectableWorkplace>(
  workplaces: readonly W[],
  stored_id?: string | null,
  embedded_host?: string | null,
): W | undefined {
  const host = hostOf(embedded_host)
  const embedding = host === '' ? undefined : workplaces.find((w) => w.shops.some((s) => isAt(s, host)))
  return embedding ?? workplaces.find((w) => w.id === stored_id) ?? workplaces[0]
}

const isAt = (shop: SelectableWorkplace['shops'][number], host: string): boolean =>
  hostOf(shop.platform_domain) === host || hostOf(shop.domain) === host

/** Stores write domains as 'Shop.example', 'https://shop.example/' or with a port; only the host is compared. */
function hostOf(address: string | null | undefined): string {
  const [host = ''] = (address ?? '')
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .split(/[/?#:]/)
  return host
}
