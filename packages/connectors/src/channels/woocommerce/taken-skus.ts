/** Who has a SKU already. A shop refuses a second one of a kind, and its refusal names neither the SKU nor its holder. */
import { z } from 'zod'
import { ask, type WooCall } from './client.ts'
import { keyOf } from './map.ts'
import { PAGE, readProducts } from './listing-reads.ts'
import { Holder } from './schemas.ts'

const HolderList = z.array(Holder)
type Holder = z.output<typeof Holder>

/** Servers refuse addresses of more than a few thousand characters. */
const LONGEST_QUERY = 1500

/** The filter takes several, with commas between: one that has a comma cannot be asked for. */
function* questions(skus: readonly string[]): Generator<string> {
  let text = ''
  for (const sku of new Set(skus.filter((one) => one !== '' && !one.includes(',')))) {
    if (text !== '' && text.length + sku.length > LONGEST_QUERY) {
      yield text
      text = ''
    }
    text = text === '' ? sku : `${text},${sku}`
  }
  if (text !== '') yield text
}

/** The first of these SKUs that something else than the product with our key has; null: none. */
export async function findHolder(call: WooCall, key: string, skus: readonly string[]): Promise<Holder | null> {
  const _fields = Object.keys(Holder.shape).join(',')
  for (const sku of questions(skus)) {
    const query = { sku, status: 'any', per_page: String(PAGE), context: 'edit', _fields }
    const found = await ask(call, call.credentials, { path: '/wc/v3/products', query }, HolderList)
    const others = found.filter((one) => skus.includes(one.sku) && keyOf(one) !== key)
    const parents = [...new Set(others.flatMap(({ parent_id }) => (parent_id > 0 ? [String(parent_id)] : [])))]
    const ours = new Set((await readProducts(call, parents)).filter((one) => keyOf(one) === key).map(({ id }) => id))
    const holder = others.find(({ parent_id }) => !ours.has(parent_id))
    if (holder) return holder
  }
  return null
}

/** In the shop's own words for it, and no other language's: the SKU, and the product it belongs to. */
export const takenMessage = ({ sku, id, parent_id, name }: Holder): string =>
  `Invalid or duplicated SKU: ${sku} (#${parent_id || id} ${name})`
