import { isSource } from '../catalog/sources.ts'
import { SUPPLIER_FACTS } from '../vendors/manifest.ts'

/** The seller's own account at Admitad. `publisher_id` is the code of its links there. */
export interface Admitad {
  is_enable: boolean
  publisher_id: string
}

/**
 * Where a link to a supplier's product leads. What is bought through the seller's own admitad link is paid for there.
 * Admitad pays for some suppliers alone. The form of the link was seen in several public shops.
 */
export function supplierLink(admitad: Admitad | undefined, source: string, url: string): string {
  if (
    !admitad?.is_enable ||
    admitad.publisher_id === '' ||
    !(isSource(source) && SUPPLIER_FACTS[source].pays_admitad) ||
    url === ''
  )
    return url
  return `https://ad.admitad.com/g/${encodeURIComponent(admitad.publisher_id)}/?ulp=${encodeURIComponent(url)}`
}
