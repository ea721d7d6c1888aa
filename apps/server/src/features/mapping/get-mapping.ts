import type { In } from '@omni/contracts/kernel.ts'
import type { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { readMapping } from './read-mapping.ts'

export const getMapping = (ctx: Ctx, { id }: In<typeof mappingCalls.getMapping>) =>
  ctx.db.read((tx) => readMapping(tx, ctx.workplace_id, id))
