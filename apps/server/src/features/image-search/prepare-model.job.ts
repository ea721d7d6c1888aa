import { ensureModel } from '../../platform/picture-model/ensure-model.ts'
import { modelsDir } from '../../platform/picture-model/model-file.ts'
import { enqueue, work } from '../../platform/jobs.ts'
import { describePictures, prepareModel } from './jobs.ts'

export const prepareModelJob = work(prepareModel, async (ctx) => {
  try {
    const made = await ensureModel(ctx.db, modelsDir(ctx.config))
    if (made === 'ready') await ctx.db.tx((tx) => enqueue(tx, describePictures, {}))
  } catch (error) {
    // Everything else works without it, and the next hour tries again.
    ctx.log.warn({ err: error }, 'search by image is not ready yet')
  }
})
