import type { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { toIsoCountry } from '@omni/domain/catalog/sources.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { knownOrFetched } from './fetch-missing.ts'
import { importNow, refuseImport } from './import-now.ts'

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
