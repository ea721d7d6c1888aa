import type { Supplier } from '@omni/connectors/suppliers/open-supplier.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import type { JobCtx } from '../../platform/ctx.ts'

const SEND_WITHIN_MS = 5_000

/**
 * Has the supplier tell us what happens to orders of this account. One that tells somebody else already is left alone: it
 * has one address, and it is the seller's to give. What is not told is found by asking.
 */
export async function subscribe(
  ctx: Pick<JobCtx, 'as' | 'config' | 'log'>,
  workplace_id: string,
  source: Source,
  { subscription }: Supplier,
): Promise<void> {
  if (!subscription) return
  const token = await ctx
    .as({ workplace_id })
    .read((tx) =>
      tx
        .selectFrom('source_accounts')
        .select('hook_token')
        .where('workplace_id', '=', workplace_id)
        .where('source', '=', source)
        .executeTakeFirst(),
    )
  if (!token) return
  const url = supplierHookUrl(ctx.config.PUBLIC_URL, source, token.hook_token)
  const before = await subscription.read(null)
  if (before.url === url || (before.url !== null && !isOurs(before.url, ctx.config.PUBLIC_URL, source))) return
  const send = await subscription.set.prepare({ url, before })
  const made = await send(performance.now() + SEND_WITHIN_MS)
  if (made.outcome !== 'done') ctx.log.warn({ source, made }, 'a supplier could not be asked to tell what happens')
}

/** Of an earlier connection, or of another workplace that uses the same account: either finds the purchase. */
const isOurs = (url: string, public_url: string, source: Source) =>
  url.startsWith(supplierHookUrl(public_url, source, ''))

/** Below `/hooks`: what suppliers tell by themselves. */
export const SUPPLIER_HOOKS = '/suppliers'

export const supplierHookUrl = (public_url: string, source: string, token: string) =>
  new URL(`/hooks${SUPPLIER_HOOKS}/${source}/${token}`, public_url).href
