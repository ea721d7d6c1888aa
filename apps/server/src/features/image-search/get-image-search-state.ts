import type { imageSearchCalls } from '@omni/contracts/image-search.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { modelOf } from './describe-picture.ts'
import { pictureIndex } from './picture-index.ts'
import { imageSearchState } from './state.ts'

/** spec: not shown. Whoever looks is about to search: the index and the model are woken meanwhile. */
export async function getImageSearchState(ctx: Ctx): Promise<Out<typeof imageSearchCalls.getImageSearchState>> {
  const state = await imageSearchState(ctx.db, ctx.config)
  if (state.state === 'ready') {
    modelOf(ctx.config, 'foreground').warm()
    pictureIndex(ctx.as({}), ctx.config.DATABASE_URL).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'the picture index could not be read')
    })
  }
  return state
}
