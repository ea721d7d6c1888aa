import { fork } from 'node:child_process'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Db } from '../db.ts'
import { hasModel } from './model-file.ts'

const PROCESS = fileURLToPath(new URL('./prepare-model.process.ts', import.meta.url))

/**
 * Makes the model if it is not there. `busy`: another process of this machine is at it. Throws when the weights cannot
 * be had.
 */
export async function ensureModel(db: Db, models_dir: string): Promise<'ready' | 'busy'> {
  if (hasModel(models_dir)) return 'ready'
  // Every machine has a folder of its own; processes that share one have one lock. Its transaction stays open
  // meanwhile, and holds nothing else.
  const folder = `${hostname()} ${resolve(models_dir)}`
  return db.tx(async (tx) => {
    const {
      rows: [lock],
    } = await sql<{
      held: boolean
    }>`select pg_try_advisory_xact_lock(hashtextextended(${`picture model ${folder}`}, 0)) as held`.execute(tx)
    if (!lock?.held) return 'busy'
    if (!hasModel(models_dir)) await runProcess(resolve(models_dir))
    return 'ready'
  })
}

function runProcess(dir: string): Promise<void> {
  return new Promise((done, fail) => {
    const child = fork(PROCESS, [dir], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    let reason = ''
    child.on('message', (message: { error?: string }) => {
      reason = message.error ?? ''
    })
    child.on('error', fail)
    child.on('exit', (code) =>
      code === 0
        ? done()
        : fail(new Error(`The picture model could not be made: ${reason || `its process ended with ${code}`}`)),
    )
  })
}
