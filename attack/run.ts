/**
 * `npm run attack [-- <url of the instance> <url of its sandbox>] [--short]`: the attacks that were tried on this
 * product, as code. Without a URL an instance is started for it.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../apps/server/src/platform/embedded-postgres.ts'
import { startOmni } from '../e2e/start-omni.ts'
import { drill } from './drill.ts'

async function start() {
  const folder = mkdtempSync(join(tmpdir(), 'omni-attack-'))
  chmodSync(folder, 0o755) // as root, PostgreSQL runs as another user and must be able to enter
  const [port, sandbox_port] = [await freePort(), await freePort()]
  const omni = await startOmni({
    DATA_DIR: folder,
    PORT: String(port),
    SANDBOX_PORT: String(sandbox_port),
    MODELS_DIR: join(tmpdir(), 'omni-models'),
  })
  return {
    url: `http://localhost:${port}`,
    sandbox: `http://localhost:${sandbox_port}`,
    async stop() {
      await omni.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const [url, sandbox = ''] = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const instance = url === undefined ? await start() : { url: url.replace(/\/$/, ''), sandbox, stop: async () => {} }
const short = process.argv.includes('--short')
try {
  const { held, broken } = await drill({ url: instance.url, sandbox: instance.sandbox, short }, console.log)
  console.log(`${held} held, ${broken.length} broken`)
  process.exitCode = broken.length === 0 && held > 0 ? 0 : 1
} finally {
  await instance.stop()
}
