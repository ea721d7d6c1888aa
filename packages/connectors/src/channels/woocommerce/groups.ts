/**
 * Categories and brands of a shop: `/products/categories`, `/products/brands` (core since 9.4, without it 404), and
 * `categories: [{ id }]`, `brands: [{ id }]` of a product (woocommerce-rest-api-docs, pull request 275; brands are taken
 * in writes since 9.6, woocommerce/woocommerce issue 52504).
 */
import type { StoreGroup } from '../channel.ts'
import { sentLength } from '../../rows.ts'
import { VendorError } from '../../vendor-error.ts'
import { ask, type WooCall } from './client.ts'
import { PAGE } from './listing-reads.ts'
import { TermList } from './schemas.ts'

const PATHS = { category: '/wc/v3/products/categories', brand: '/wc/v3/products/brands' } as const
/** A shop with more than these is asked for no others: nobody picks from a list of thousands. */
const MOST_PAGES = 10

export async function listGroups(call: WooCall): Promise<StoreGroup[]> {
  const found: StoreGroup[] = []
  for (const kind of ['category', 'brand'] as const) {
    const terms = await termsOf(call, PATHS[kind])
    const names = new Map(terms.map((term) => [term.id, term]))
    const nameOf = (id: number, depth = 0): string => {
      const term = names.get(id)
      if (!term || depth > MOST_PAGES) return ''
      const above = term.parent > 0 ? nameOf(term.parent, depth + 1) : ''
      return above === '' ? term.name : `${above} > ${term.name}`
    }
    found.push(...terms.map(({ id }) => ({ kind, id: String(id), name: nameOf(id) })))
  }
  return found
}

async function termsOf(call: WooCall, path: string) {
  const all = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const query = { per_page: String(PAGE), page: String(page), _fields: 'id,name,parent' }
    const some = await ask(call, call.credentials, { path, query }, TermList).catch((error: unknown) => {
      if (error instanceof VendorError && error.kind === 'not_found') return []
      throw error
    })
    all.push(...some)
    if (sentLength(some) < PAGE) break
  }
  return all
}
