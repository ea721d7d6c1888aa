import { type ChildProcess, fork } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface DescribeRequest { picture: Uint8Array; /** Also wanted as a small JPEG. */ jpeg: boolean }
export type DescribeAnswer =
  /** `vector` is null while the model is not there yet. */
  | { ok: true; vector: Int8Array | null; jpeg: Uint8Array | null }
  | { ok: false; reason: 'not_a_picture' }

/** A model in a process of its own, started when first asked and ended when nobody asks any more. */
export interface PictureModel {
  describe(request: DescribeRequest): Promise<DescribeAnswer>
  /** Starts the process ahead of the first question. */
  warm(): void
  close(): void
}

/** More than this many waiting are answered with "busy": the last would wait longer than anybody does. */
export class PictureModelBusy extends Error {}

const PROCESS = fileURLToPath(new URL('./describe.process.ts', import.meta.url))
const MAX_WAITING = 40
const LIMIT_MS = 30_000 // from asking to answer, waiting included; a picture that takes longer is not one
const IDLE_MS = 10 * 60_000 // then its 300 MB are given back

interface Waiting { done: (answer: DescribeAnswer) => void; fail: (error: Error) => void; timer: NodeJS.Timeout }
type Reply = { id: number; answer: DescribeAnswer } | { id: number; error: string }

export function createPictureModel(models_dir: string, nice: number): PictureModel {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let asked = 0
  const waiting = new Map<number, Waiting>()

  function take(id: number): Waiting | undefined {
    const one = waiting.get(id)
    waiting.delete(id)
    clearTimeout(one?.timer)
    if (waiting.size === 0) rest()
    return one
  }

  /** Nothing under way: the process must not keep ours alive. */
  function rest(): void {
    child?.unref()
    child?.channel?.unref()
    clearTimeout(idle)
    idle = setTimeout(stop, IDLE_MS).unref()
  }

  function stop(): void {
    child?.kill('SIGKILL')
    child = undefined
  }

  function start(): ChildProcess {
    if (child) return child
    const made = fork(PROCESS, [resolve(models_dir), String(nice)], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    made.on('message', (reply: Reply) => {
      const one = take(reply.id)
      if ('answer' in reply) one?.done(reply.answer)
      else one?.fail(new Error(reply.error))
    })
    made.on('error', () => {}) // the exit below says it
    made.on('exit', () => {
      if (child !== made) return
      child = undefined
      for (const id of waiting.keys()) take(id)?.fail(new Error('the process of the picture model ended'))
    })
    child = made
    rest()
    return made
  }

  return {
    describe: (request) => new Promise((done, fail) => {
      if (waiting.size >= MAX_WAITING) return fail(new PictureModelBusy('too many pictures at once'))
      const id = ++asked
      const timer = setTimeout(() => {
        // Whoever waits behind it is told as well: the process cannot be asked to skip one.
        for (const other of waiting.keys()) take(other)?.fail(new Error('the picture model took too long'))
        stop()
      }, LIMIT_MS)
      waiting.set(id, { done, fail, timer })
      clearTimeout(idle)
      const process = start()
      process.ref()
      process.channel?.ref()
      process.send({ id, request }, (error) => { if (error) take(id)?.fail(error) })
    }),
    warm: () => { start() },
    close: stop,
  }
}

const models = new Map<string, PictureModel>()

/** The one model of this process. Background work yields the processor to whoever is waiting for a page. */
export function pictureModel(models_dir: string, use: 'asked' | 'background'): PictureModel {
  const key = `${use} ${models_dir}`
  const model = models.get(key) ?? createPictureModel(models_dir, use === 'background' ? 10 : 0)
  models.set(key, model)
  return model
}
