import type { Ctx } from '../../platform/ctx.ts'
import { guardedFetch, GuardedFetchError } from '../../platform/guarded-fetch.ts'
import { ProcessBusy } from '../../platform/pictures/lone-process.ts'
import { redrawPicture } from '../../platform/pictures/pictures.ts'
import type { RedrawAnswer, RedrawRefusal, RedrawRequest } from '../../platform/pictures/redraw.ts'

/** Shown under the file's name (sourcing spec §8; spec: not shown which there are). */
export type ErrorCode = RedrawRefusal | 'SIZE' | 'LINK' | 'LIMIT' | 'BUSY' | 'MISSING'

/** A picture that cannot be taken. Uploading answers with it; editing fails with it. */
export class PictureFailure extends Error {
  readonly code: ErrorCode
  constructor(code: ErrorCode) {
    super(code)
    this.name = 'PictureFailure'
    this.code = code
  }
}

export const failureKey = (code: ErrorCode) => `galleries.${code.toLowerCase() as Lowercase<ErrorCode>}` as const // what toLowerCase does to these codes

/** The bytes at an address somebody gave; addresses inside the house are refused, not looked at. */
export async function fetchLink(ctx: Ctx, link: string): Promise<Uint8Array> {
  try {
    return (await guardedFetch(link, ctx.config.SANDBOX_URL)).bytes
  } catch (error) {
    if (error instanceof GuardedFetchError) throw new PictureFailure(error.reason === 'too_large' ? 'SIZE' : 'LINK')
    throw error
  }
}

export type Drawn = Extract<RedrawAnswer, { ok: true }>

export async function drawAnew(request: RedrawRequest): Promise<Drawn> {
  const answer = await redrawPicture(request).catch((error: unknown) => {
    throw error instanceof ProcessBusy ? new PictureFailure('BUSY') : error
  })
  if (!answer.ok) throw new PictureFailure(answer.reason)
  return answer
}
