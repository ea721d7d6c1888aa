import type { In } from '@omni/contracts/kernel.ts'
import type { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'

const MAX_WORDS = 1000

async function wordsOf(ctx: Ctx, kind: 'tag' | 'collection', text: string) {
  return ctx.db.read(
    async (tx) =>
      (
        await sql<{ name: string; products: number }>`select name, products from product_word_counts
          where workplace_id = ${ctx.workplace_id} and kind = ${kind} and products > 0
    ${text === '' ? sql`` : sql`and strpos(lower(name), ${text.toLowerCase()}) > 0`} order by products desc, name
      limit ${MAX_WORDS}`.execute(tx)
      ).rows,
  )
}

type Calls = typeof productCenterCalls

export const listTags = async (ctx: Ctx, { text }: In<Calls['listTags']>) => ({ tags: await wordsOf(ctx, 'tag', text) })

export const listCollectionNames = async (ctx: Ctx) => ({ collections: await wordsOf(ctx, 'collection', '') })
