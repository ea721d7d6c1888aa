import type { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { importProduct } from './import-product.ts'

type Calls = typeof importListCalls

export const importFromPlatform = (ctx: Ctx, { platform, ...rest }: In<Calls['importFromPlatform']>) =>
  importProduct(ctx, { source: platform, ...rest })
