import type { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { toIsoCountry } from '@omni/domain/catalog/sources.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { say } from '../../platform/messages.ts'
import { startRun } from '../job-tracker/start-run.ts'
import { tellLists } from '../product-center/write-product.ts'
import { knownOrFetched } from './fetch-missing.ts'
import { type Imported, type ImportItem, importProducts } from './import-products.ts'

type Calls = typeof importListCalls

/** Sourcing spec §4, single import. Imported products cannot be imported again. */
export async function importProduct(
  ctx: Ctx,
  { source, supplier_product_id, ship_to }: In<Calls['importProduct']>,
): Promise<Out<Calls['importProduct']>> {
  const item = { source, source_product_id: supplier_product_id, ship_to: toIsoCountry(ship_to) }
  await knownOrFetched(ctx, item)
  const [outcome] = await importNow(ctx, [item])
  if (!outcome?.ok) refuseImport(outcome)
  return { product_package_id: outcome.product_id, status: outcome.status, error_message: null }
}

export const importFromPlatform = (ctx: Ctx, { platform, ...rest }: In<Calls['importFromPlatform']>) =>
  importProduct(ctx, { source: platform, ...rest })

/**
 * §4, multi import: each succeeds or fails by itself; when the quota alone refuses all, the whole call is quota
 * expired.
 */
export async function importAll(ctx: Ctx, { import_data }: In<Calls['importAll']>): Promise<Out<Calls['importAll']>> {
  const items = import_data.map(({ product_id, source, ship_to }) => ({
    source,
    source_product_id: product_id,
    ship_to: toIsoCountry(ship_to),
  }))
  const outcomes = await importNow(ctx, items)
  const first = outcomes.find((outcome) => !outcome.ok)
  if (first && outcomes.every((outcome) => !outcome.ok && outcome.quota)) refuseImport(first)
  const reply: Out<Calls['importAll']> = { success: {}, failed: {}, processing: [] }
  const plain = (at: number) =>
    items.filter(({ source_product_id }) => source_product_id === items[at]?.source_product_id).length === 1
  outcomes.forEach((outcome, at) => {
    const { source, source_product_id } = items[at] ?? { source: '', source_product_id: '' }
    for (const key of [`${source}:${source_product_id}`, ...(plain(at) ? [source_product_id] : [])]) {
      if (outcome.ok) reply.success[key] = outcome.product_id
      else
        reply.failed[key] = {
          code: outcome.quota ? 'EXCEED_QUOTA_LIMIT' : 'BAD_REQUEST',
          message: say(ctx.language, outcome.key, outcome.params),
        }
    }
    if (outcome.ok && outcome.status === 'processing') reply.processing.push(outcome.product_id)
  })
  return reply
}

/** Imports what is known; what still lacks its variants is filled in by a job, shown in the tracker. */
async function importNow(ctx: Ctx, items: ImportItem[]): Promise<Imported[]> {
  return ctx.db.tx(async (tx) => {
    const outcomes = await importProducts(tx, ctx, items, ctx.now)
    const rows = outcomes.flatMap((outcome, at) => {
      const item = items[at]
      return outcome.ok && outcome.status === 'processing' && item
        ? [
            {
              product_id: outcome.product_id,
              source: item.source as string,
              source_product_id: item.source_product_id,
              title: outcome.title,
              image: outcome.image,
            },
          ]
        : []
    })
    if (rows.length > 0) await startRun(tx, ctx, 'import', { ship_to: items[0]?.ship_to ?? 'US' }, rows, ctx.now)
    if (outcomes.some(({ ok }) => ok)) await tellLists(tx, ctx.workplace_id)
    return outcomes
  })
}

function refuseImport(outcome: Imported | undefined): never {
  return !outcome || outcome.ok ? refuse('not_found') : refuse(outcome.key, outcome.params)
}
