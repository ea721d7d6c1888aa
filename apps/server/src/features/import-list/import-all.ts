import type { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { toIsoCountry } from '@omni/domain/catalog/sources.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { say } from '../../platform/messages.ts'
import { importNow, refuseImport } from './import-now.ts'

type Calls = typeof importListCalls

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
