import type { Ctx } from '../../platform/ctx.ts'
import { wordsOf } from './word-counts.ts'

export const listCollectionNames = async (ctx: Ctx) => ({ collections: await wordsOf(ctx, 'collection', '') })
