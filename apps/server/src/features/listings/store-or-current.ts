import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'

/** The store that was named, else the one that the caller works with. */
export const storeOrCurrent = ({ session }: Ctx, store_id: string | undefined): string =>
  store_id ?? session.store_id ?? refuse('shop_id_invalid')
