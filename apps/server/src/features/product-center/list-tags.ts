import type { In } from '@omni/contracts/kernel.ts'
import type { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { wordsOf } from './word-counts.ts'

type Calls = typeof productCenterCalls

export const listTags = async (ctx: Ctx, { text }: In<Calls['listTags']>) => ({ tags: await wordsOf(ctx, 'tag', text) })
