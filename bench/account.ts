/**
 * GET /auth/account, through session check and row-level security, against a bare Fastify route doing one primary-key
 * SELECT.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { freePort, startPostgres } from '../apps/server/src/platform/embedded-postgres.ts'
import { migrate } from '../apps/server/src/platform/migrate.ts'
import { newSeller, startProcess } from './system.ts'

const TARGET = 0.4
const WARM_UPS = 2
const ROUNDS = 7
const SECONDS = 3
const CONNECTIONS = 16

async function measure(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, headers })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`)
  return result.requests.average
}

export async function run(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'omni-bench-'))
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(folder, { fsync: false })
  const stops: (() => void)[] = []
  try {
    const url = postgres.url()
    await migrate(url)
    const { token, user_id } = await newSeller(url)
    const [bare, ours] = [await freePort(), await freePort()]
    const started = await Promise.all([
      startProcess('./bare-server.ts', url, { PORT: String(bare), USER_ID: user_id }),
      startProcess('../apps/server/src/main.api.ts', url, { PORT: String(ours) }),
    ])
    stops.push(...started.map(({ stop }) => stop))
    const headers = { app: 'AO', authorization: `Bearer ${token}` }
    const bareUrl = `http://127.0.0.1:${bare}/user`
    const oursUrl = `http://127.0.0.1:${ours}/api/auth/account`
    // Both reach their steady state first: the longer path takes the engine longer to compile.
    for (let n = 0; n < WARM_UPS; n++) for (const each of [bareUrl, oursUrl]) await measure(each, headers)
    const rounds: { bare: number; ours: number }[] = []
    for (let n = 0; n < ROUNDS; n++)
      rounds.push({ bare: await measure(bareUrl, headers), ours: await measure(oursUrl, headers) })
    for (const { bare: b, ours: o } of rounds)
      console.log(`bare ${b.toFixed(0)}/s   account ${o.toFixed(0)}/s   ratio ${(o / b).toFixed(3)}`)
    const ratio = rounds.map(({ bare: b, ours: o }) => o / b).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
    console.log(`median ratio ${ratio.toFixed(3)} (at least ${TARGET})`)
    return ratio >= TARGET
  } finally {
    for (const stop of stops) stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
