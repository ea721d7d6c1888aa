import { toDecimal } from '@omni/domain/money.ts'
import type { Tx } from '../../platform/db.ts'
import { createNotification } from '../notifications/create-notification.ts'
import type { Pricing } from '../product-center/pricing.ts'
import type { Followed } from './follow-product.ts'
import type { NewVariant } from './new-variants.ts'
import type { Asked } from './questions.ts'

interface News {
  product_id: string
  title: string
  key: 'supplier_price' | 'rule_price' | 'supplier_stock' | 'supplier_gone' | 'supplier_choice_gone'
  params: Record<string, string>
}

const MORE = {
  supplier_price: 'supplier_price_more',
  rule_price: 'rule_price_more',
  supplier_stock: 'supplier_stock_more',
  supplier_gone: 'supplier_gone_more',
  supplier_choice_gone: 'supplier_choice_gone_more',
} as const satisfies Record<News['key'], string>

const dollars = (cents: number) => `$${toDecimal(cents, 'USD')}`

/** What a seller is told of one product: of each kind the first, which is the largest move of a price. */
function newsOf({ product_id, title, currency, notes, gone }: Followed, { settings }: Pricing): News[] {
  const news: News[] = []
  const add = (key: News['key'], params: News['params'] = {}) => news.push({ product_id, title, key, params })
  const size = ([before, after]: [number, number]) => Math.abs(after / Math.max(before, 1) - 1)
  const moved = notes.flatMap((note) => ('cost' in note ? [note] : [])).toSorted((a, b) => size(b.cost) - size(a.cost))
  const asked = moved.find(({ kind }) => kind === 'price_asked')
  if (asked) add('supplier_price', { before: dollars(asked.cost[0]), after: dollars(asked.cost[1]) })
  const changed = moved.flatMap((note) => (note.kind === 'price_changed' ? [note] : []))[0]
  if (changed)
    add('rule_price', {
      before: dollars(changed.cost[0]),
      after: dollars(changed.cost[1]),
      price: `${toDecimal(changed.price[1], currency)} ${currency}`,
    })
  const isNews = (kind: string) => notes.some((note) => note.kind === kind)
  if (isNews('gone') && settings.monitoring.on_gone !== 'ignore') add(gone ? 'supplier_gone' : 'supplier_choice_gone')
  else if (isNews('sold_out')) add('supplier_stock')
  return news
}

/** One notification per kind of news, naming the product when there is one; the same news of an hour is told once. */
export async function announce(
  tx: Tx,
  { workplace_id, now, pricing }: { workplace_id: string; now: Date; pricing: Pricing },
  followed: readonly Followed[],
): Promise<void> {
  const all = followed.flatMap((one) => newsOf(one, pricing))
  for (const [key, list] of Map.groupBy(all, (one) => one.key)) {
    const [first] = list
    if (!first) continue
    const single = list.length === 1
    const ids = list.map(({ product_id }) => product_id).sort()
    await createNotification(tx, {
      workplace_id,
      user_id: null,
      message_key: single ? key : MORE[key],
      params: { title: first.title, count: list.length, ...first.params },
      link: single ? `/app/products-center/editor/${first.product_id}` : '/app/products/auto-update',
      cause: `watch ${key} ${now.toISOString().slice(0, 13)} ${ids.join().slice(0, 400)}`,
    })
  }
}

export async function announceNew(tx: Tx, workplace_id: string, added: readonly NewVariant[]): Promise<void> {
  for (const { product_id, sku_id, title } of added)
    await createNotification(tx, {
      workplace_id,
      user_id: null,
      message_key: 'supplier_new_choice',
      params: { title },
      link: `/app/products-center/editor/${product_id}`,
      cause: `new choice ${product_id} ${sku_id}`,
    })
}

export async function announceStop(tx: Tx, workplace_id: string, asked: readonly Asked[]): Promise<void> {
  for (const { question_id, source, products } of asked)
    await createNotification(tx, {
      workplace_id,
      user_id: null,
      message_key: 'auto_update_stopped',
      params: { supplier: source, count: products },
      link: '/app/products/auto-update',
      cause: `auto-update question ${question_id}`,
    })
}

/** Told once for each number of products. */
export const announcePaused = (tx: Tx, workplace_id: string, count: number, limit: number) =>
  createNotification(tx, {
    workplace_id,
    user_id: null,
    message_key: 'auto_update_paused',
    params: { count, limit },
    link: '/app/products/auto-update?state=paused',
    cause: `auto-update paused ${count} of ${limit}`,
  })
