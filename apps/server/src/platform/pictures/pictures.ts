import { fileURLToPath } from 'node:url'
import { createLoneProcess, type LoneProcess, ProcessEnded } from './lone-process.ts'
import type { RedrawAnswer, RedrawRequest } from './redraw.ts'

const PROCESS = fileURLToPath(new URL('./redraw.process.ts', import.meta.url))
const LIMIT_MS = 15_000 // a picture that takes longer is not one
const MAX_WAITING = 40
const IDLE_MS = 60_000

export type Redrawer = LoneProcess<RedrawRequest, RedrawAnswer>
export const createRedrawer = (limit_ms = LIMIT_MS): Redrawer =>
  createLoneProcess({ file: PROCESS, args: [], limit_ms, max_waiting: MAX_WAITING, idle_ms: IDLE_MS })

let redrawer: Redrawer | undefined

/**
 * Draws a picture anew in the one process this one has for it. What breaks that process, or keeps it, is broken. Throws
 * `ProcessBusy`.
 */
export async function redrawPicture(
  request: RedrawRequest,
  by: Redrawer = (redrawer ??= createRedrawer()),
): Promise<RedrawAnswer> {
  try {
    return await by.ask(request)
  } catch (error) {
    if (error instanceof ProcessEnded) return { ok: false, reason: 'BROKEN' }
    throw error
  }
}
