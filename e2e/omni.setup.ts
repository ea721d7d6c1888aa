import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort } from '../apps/server/src/platform/embedded-postgres.ts'
import { startOmni } from './start-omni.ts'

/** The whole system, started as `npm start` starts it, for all journeys. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'omni-e2e-'))
  chmodSync(folder, 0o755) // as root, PostgreSQL runs as another user and must be able to enter
  const [port, sandbox_port] = [await freePort(), await freePort()]
  // A smaller world than the demo's; `npm run prove` needs one large enough for page 50.
  const omni = await startOmni({
    DATA_DIR: folder,
    PORT: String(port),
    SANDBOX_PORT: String(sandbox_port),
    SANDBOX_PRODUCTS: process.env['WITHOUT_PROVE'] === '1' ? '600' : '1700',
    // Two countries are enough to look at; twelve would keep the machine busy beside the journeys.
    QUOTE_COUNTRIES: 'US,DE',
    MODELS_DIR: join(tmpdir(), 'omni-models'),
    PICTURES_DESCRIBED: '120',
  })
  project.provide('omniUrl', `http://localhost:${port}`)
  project.provide('dataDir', folder)
  project.provide('sandboxUrl', `http://localhost:${sandbox_port}`)
  return async () => {
    await omni.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    patience: number
    omniUrl: string
    sandboxUrl: string
    /** The database of the system lives here. */
    dataDir: string
  }
}
