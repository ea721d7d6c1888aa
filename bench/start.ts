/**
 * How long `npm start` takes once it has been built: a first start, and one after everything was killed. The yardstick of
 * the same run is Node itself starting and ending twenty times, so that a slow machine is told from a slow start.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../apps/server/src/platform/embedded-postgres.ts'
import { startOmni } from '../e2e/start-omni.ts'

const NODES = 20
/** A start after a kill in units of one start of Node; ten seconds on the machine this was written on. */
const TARGET = 250

function nodeMs(): number {
  const from = performance.now()
  for (let n = 0; n < NODES; n++) spawnSync(process.execPath, ['-e', ''])
  return (performance.now() - from) / NODES
}

export async function run(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'omni-bench-'))
  chmodSync(folder, 0o755)
  const env = async () => ({ DATA_DIR: folder, PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) })
  try {
    const one = nodeMs()
    const first = await startOmni(await env())
    first.child.kill('SIGKILL')
    await new Promise((done) => first.child.once('exit', done))
    const second = await startOmni(await env())
    await second.stop()
    const ratio = second.ready_ms / one
    console.log(
      `first start ${first.ready_ms} ms, after a kill ${second.ready_ms} ms = ${ratio.toFixed(0)}x a start of Node ` +
        `(${one.toFixed(0)} ms; at most ${TARGET}x)`,
    )
    return ratio <= TARGET
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
