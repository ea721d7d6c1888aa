import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLoneProcess } from '../pictures/lone-process.ts'

export interface DescribeRequest {
  picture: Uint8Array
  /**
   * `search`: a picture that somebody searches for, which may be a screenshot or cut too close. `preview`: only wanted
   * small, and not described.
   */
  purpose: 'catalogue' | 'search' | 'preview'
}
export interface Described {
  ok: true
  /** Null while the model is not there yet, and for a preview. */
  vector: Int8Array | null
  /** The same picture with more around it, as the catalogue's pictures have. Only for a search. */
  views: Int8Array[]
  /** How much of each colour it has. Null for a preview. */
  colours: Uint8Array | null
  /** Small, to be shown and sent to suppliers. Not for the catalogue. */
  jpeg: Uint8Array | null
}
export type DescribeAnswer = Described | { ok: false; reason: 'not_a_picture' }

/** A model in a process of its own, started when first asked and ended when nobody asks any more. */
export interface PictureModel {
  /** Throws `ProcessBusy` when too many wait. */
  describe(request: DescribeRequest): Promise<DescribeAnswer>
  /** Starts the process ahead of the first question. */
  warm(): void
  close(): void
}

const PROCESS = fileURLToPath(new URL('./describe.process.ts', import.meta.url))
const MAX_WAITING = 40
const LIMIT_MS = 30_000 // a picture that takes longer is not one
const IDLE_MS = 10 * 60_000 // then its 300 MB are given back

export function createPictureModel(models_dir: string, nice: number): PictureModel {
  const { ask, warm, close } = createLoneProcess<DescribeRequest, DescribeAnswer>({
    file: PROCESS,
    args: [resolve(models_dir), String(nice)],
    limit_ms: LIMIT_MS,
    max_waiting: MAX_WAITING,
    idle_ms: IDLE_MS,
  })
  return { describe: ask, warm, close }
}

const models = new Map<string, PictureModel>()

/** The one model of this process. Background work yields the processor to whoever is waiting for a page. */
export function pictureModel(models_dir: string, use: 'foreground' | 'background'): PictureModel {
  const key = `${use} ${models_dir}`
  const model = models.get(key) ?? createPictureModel(models_dir, use === 'background' ? 10 : 0)
  models.set(key, model)
  return model
}
