import type { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { listPage } from '../product-center/product-query.ts'

type Calls = typeof importListCalls

export const listImportList = (ctx: Ctx, input: In<Calls['listImportList']>) =>
  ctx.db.read((tx) => listPage(tx, ctx.workplace_id, 'import', input))
