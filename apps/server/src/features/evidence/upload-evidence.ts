import type { evidenceCalls } from '@omni/contracts/evidence.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { MAX_IMAGE_BYTES } from '@omni/domain/galleries/upload-rules.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { say } from '../../platform/messages.ts'
import { cleanName } from '../galleries/clean-name.ts'
import { drawAnew, failureKey, PictureFailure } from '../galleries/picture-failure.ts'
import { toEvidence } from './evidence-files.ts'

const TYPES = { webp: 'image/webp', jpg: 'image/jpeg' } as const
/** Pictures that nobody has sent yet. */
const MOST_UNUSED = 60

/** What is wrong with one picture is an answer, not an error: the others go on, and nothing typed is lost. */
export async function uploadEvidence(
  ctx: Ctx,
  { file, name }: In<typeof evidenceCalls.uploadEvidence>,
): Promise<Out<typeof evidenceCalls.uploadEvidence>> {
  const { workplace_id, now } = ctx
  const called = cleanName(name || file?.name || '')
  try {
    if (!file) throw new PictureFailure('MISSING')
    if (file.size > MAX_IMAGE_BYTES) throw new PictureFailure('SIZE')
    if (await isFull(ctx)) throw new PictureFailure('LIMIT')
    const drawn = await drawAnew({ picture: new Uint8Array(await file.arrayBuffer()) })
    const evidence_id = randomUUID()
    const key = `private/evidence/${workplace_id}/${evidence_id}.${drawn.ending}`
    // The row first: a file without a row would never be removed.
    const row = await ctx.db.tx((tx) =>
      tx
        .insertInto('evidence_files')
        .values({
          workplace_id,
          evidence_id,
          name: called,
          file: key,
          width: drawn.width,
          height: drawn.height,
          size: drawn.picture.length,
          created_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
    await ctx.services.storage.put(key, drawn.picture, TYPES[drawn.ending])
    return { picture: toEvidence(ctx, row), message: null }
  } catch (error) {
    if (!(error instanceof PictureFailure)) throw error
    return { picture: null, message: say(ctx.language, failureKey(error.code), { file: called }) }
  }
}

async function isFull({ db, workplace_id }: Ctx): Promise<boolean> {
  const { rows } = await db.read((tx) =>
    sql<{ unused: number }>`select count(*)::int as unused from evidence_files
      where workplace_id = ${workplace_id} and used_at is null`.execute(tx),
  )
  return (rows[0]?.unused ?? 0) >= MOST_UNUSED
}
