import { sql } from 'kysely'
import { timeNow } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue, work } from '../../platform/jobs.ts'
import { hasModel, MODEL_ID, modelsDir } from '../../platform/picture-model/model-file.ts'
import { describePicture, modelOf } from './describe-picture.ts'
import { describePictures } from './jobs.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { MAX_TRIES, RETRY_MINUTES } from './store-vector.ts'

const SLICE_MS = 40_000 // a job that runs for minutes is lost whole when its worker dies
const PICK = 200
const AT_ONCE = 3 // the model takes one at a time; this only hides the fetching
/** A host that is down would otherwise have all its pictures tried and put off within seconds. */
const BREATH_MS = 1000

/**
 * Adds itself again until all is done. Each picture is committed by itself, so a killed worker loses the few under way.
 */
export const describePicturesJob = work(describePictures, async (ctx) => {
  if (!hasModel(modelsDir(ctx.config))) return
  const model = modelOf(ctx.config, 'background')
  const until = performance.now() + SLICE_MS
  let left = false
  await oneAtATime(ctx, 'describe pictures', async () => {
    for (;;) {
      const queue = await ctx.db.read((tx) => dueForDescribing(tx, ctx.config.PICTURES_DESCRIBED))
      if (queue.length === 0) return
      const ended = await Promise.allSettled(
        Array.from({ length: AT_ONCE }, async () => {
          for (let next = queue.shift(); next && performance.now() < until; next = queue.shift()) {
            const outcome = await describePicture(ctx.db, ctx.config, model, next)
            if (outcome === 'unreachable') await new Promise((resolve) => setTimeout(resolve, BREATH_MS))
          }
        }),
      )
      const failed = ended.find((one) => one.status === 'rejected')
      if (failed) throw failed.reason
      left = performance.now() >= until
      if (left) return
    }
  })
  // After the lock is given back: the next slice takes it.
  if (left) await ctx.db.tx((tx) => enqueue(tx, describePictures, {}, new Date(timeNow().getTime() + 100)))
})

/** Most ordered first: what sellers look for is found soonest. */
async function dueForDescribing(tx: Tx, most: number): Promise<{ id: number; image: string }[]> {
  const { rows } = await sql<{ id: number; image: string }>`
    select p.id, p.images[1] as image from catalog_products p left join catalog_vectors v on v.product_id = p.id
    where p.gone_at is null and p.images[1] is not null and (v.product_id is null or v.model <> ${MODEL_ID}
      or v.image <> p.images[1] or (v.colours is null and octet_length(v.vector) > 1)
      or (octet_length(v.vector) = 1 and get_byte(v.vector, 0) < ${MAX_TRIES}
        and v.made_at < now() - interval '1 minute' * ${RETRY_MINUTES} * power(2, get_byte(v.vector, 0) - 1)))
      ${most > 0 ? sql`and p.id in (select id from catalog_products where gone_at is null order by orders desc, id limit ${most})` : sql``}
    order by p.orders desc, p.id limit ${PICK}`.execute(tx)
  return rows
}
