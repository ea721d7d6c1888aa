/**
 * `npm run chaos -- placement [--kills 200]`: orders are bought from hostile suppliers while workers, the api and
 * PostgreSQL are killed and workers stand still. Judged by the suppliers' own books. Takes up to half an hour; the short
 * form is features/placement/placing-killed.prove.test.ts. `npm run chaos -- push` is chaos-push.ts,
 * `npm run chaos -- payments` is chaos-payments.ts.
 */
import { pathParams } from '@omni/contracts/requests.ts'
import { type ChildProcess, fork } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { ensureAppLogin } from '../apps/server/src/platform/app-login.ts'
import { readConfig } from '../apps/server/src/platform/config.ts'
import { freePort, startPostgres } from '../apps/server/src/platform/embedded-postgres.ts'
import { migrate } from '../apps/server/src/platform/migrate.ts'
import { createRuntime } from '../apps/server/src/platform/runtime.ts'
import { connectVendors } from '../apps/server/src/vendors.ts'
import { killableWorkers } from '../apps/server/src/testing/killable-workers.ts'
import { openSandbox } from '../apps/server/src/testing/open-sandbox.ts'
import {
  calm,
  type ChaosSetting,
  click,
  clickTwice,
  countAll,
  freezeAtIntent,
  FROZEN_MS,
  hostile,
  isSending,
  judge,
  LANDS_MS,
  OPERATOR_ENV,
  OUTSIDE,
  PLACE_AT_ONCE,
  planned,
  QUIET_MS,
  sellBatches,
  sender,
  settled,
  stopOne,
  until,
} from '../apps/server/src/testing/placing-chaos.ts'
import type { TestServer } from '../apps/server/src/testing/test-server.ts'
import { newSeller } from '../bench/system.ts'
import { ensureDatabases } from './installation.ts'

const KILLS_EACH = 5
const ORDERS_EACH = 8
const WORKERS = 3
/** On a busy machine a process takes a minute to start, and what was killed starts often. */
const PATIENCE_MS = 180_000
/** The sweep of lost turns runs once a minute, and takes what is a minute late. */
const SETTLES_MS = 300_000
/** How long an intent is waited for. */
const FREEZES_WITHIN_MS = 10_000
/** How long the suppliers stay hostile after the last kill, at most. */
const HOSTILE_MS = 60_000

if (process.argv[2] === 'push') await import('./chaos-push.ts')
if (process.argv[2] === 'payments') await import('./chaos-payments.ts')
if (process.argv[2] !== 'placement') {
  console.error('Which one? placement, push, payments')
  process.exit(1)
}
const at = process.argv.indexOf('--kills')
const KILLS = at < 0 ? 200 : Number(process.argv[at + 1])
const from = Date.now()
const say = (sentence: string) => console.log(`${((Date.now() - from) / 1000).toFixed(0).padStart(5)} s  ${sentence}`)
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

const folder = mkdtempSync(join(tmpdir(), 'omni-chaos-'))
chmodSync(folder, 0o755) // as root, PostgreSQL runs as another user and must be able to enter
const port = await freePort()
const PUBLIC_URL = `http://127.0.0.1:${port}`
// What was committed must outlive a kill: this one writes as in production. The suppliers' own is not killed.
const ours = await startPostgres(join(folder, 'ours'))
const theirs = await startPostgres(join(folder, 'theirs'), { fsync: false })
ours.keepUp(() => undefined)
const [database = ''] = await ensureDatabases(ours.url(), ['omni'])
const [outside = ''] = await ensureDatabases(theirs.url(), ['sandbox'])
await migrate(database)
await ensureAppLogin(database, ours.appUrl('omni'))
const sandbox = await openSandbox(outside, 100, PUBLIC_URL)
const env: Record<string, string> = {
  // Of the outside, what is bought from: a worker begins to read every supplier that it knows.
  ...Object.fromEntries(OUTSIDE.map((name) => [name, sandbox.env[name] ?? ''])),
  PUBLIC_URL,
  PLACEMENT_LANDS_MS: String(LANDS_MS),
  PLACE_AT_ONCE,
  DATABASE_URL: database,
  APP_DATABASE_URL: ours.appUrl('omni'),
  SECRETS_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  STORAGE_DIR: join(folder, 'files'),
  MODELS_DIR: join(folder, 'models'),
  SMTP_URL: 'smtp://127.0.0.1:1',
  HOST: '127.0.0.1',
  PORT: String(port),
  RATE_LIMIT_USER: '1000000',
  RATE_LIMIT_IP: '1000000',
  LOG_LEVEL: 'fatal',
}
const behind = new pg.Pool({ connectionString: database, max: 3 })
behind.on('error', () => undefined) // replaced at the next checkout
const runtime = createRuntime(readConfig({ ...env, ...OPERATOR_ENV }), 'test', connectVendors)
const workers = killableWorkers(behind, new URL('../apps/server/src/main.worker.ts', import.meta.url), env)
const keepWorkers = () => {
  while (workers.count() < WORKERS) void workers.start()
}

let api: ChildProcess | undefined
let isOver = false
function startApi(): void {
  if (isOver) return
  api = fork(fileURLToPath(new URL('../apps/server/src/main.api.ts', import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  })
  api.once('exit', () => setTimeout(startApi, 100))
}

/** As a browser asks, and again when nobody answers: the same click, with the same plan. */
const ask: TestServer['ask'] = async (call, input, as = null) => {
  const sent: Record<string, unknown> = { ...(input as object | undefined) }
  let path = call.path
  for (const param of pathParams(call.path)) {
    path = path.replace(`{${param}}`, encodeURIComponent(String(sent[param])))
    delete sent[param]
  }
  const headers = { app: 'AO', authorization: `Bearer ${as?.token ?? ''}`, 'content-type': 'application/json' }
  for (const end = Date.now() + PATIENCE_MS; ; await pause(200)) {
    const reply = await fetch(`${PUBLIC_URL}/api${path}`, {
      method: call.method,
      headers,
      body: JSON.stringify(sent),
      signal: AbortSignal.timeout(20_000),
    }).catch(() => undefined)
    if (reply && reply.status < 500) return { http: reply.status, headers: {}, body: await reply.json() }
    if (Date.now() > end) throw new Error(`${call.path}: the api answers ${reply ? await reply.text() : 'nothing'}`)
  }
}

const killed = { worker: 0, api: 0, postgres: 0, frozen: 0 }
const frozen: Promise<void>[] = []
/** Something that takes part in a purchase is killed while a step is being sent. */
async function strike(setting: ChaosSetting): Promise<void> {
  const chance = Math.random()
  if (chance < 0.1) {
    await until(() => isSending(setting), PATIENCE_MS, 'a step is being sent', 5)
    const [pid] = readFileSync(join(folder, 'ours/postgres/data/postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 'SIGKILL')
    killed.postgres++
    // It comes back by itself.
    await pause(1000)
    await until(async () => (await behind.query('select 1')).rows.length === 1, PATIENCE_MS, 'PostgreSQL is back')
    return
  }
  if (chance < 0.2) {
    await until(() => isSending(setting), PATIENCE_MS, 'a step is being sent', 5)
    api?.kill('SIGKILL')
    killed.api++
    return
  }
  const worker = await sender(setting, workers, PATIENCE_MS)
  await pause(Math.random() * 300)
  if (chance < 0.3) {
    const ms = FROZEN_MS[killed.frozen++ % (FROZEN_MS.length + 1)]
    const freeze = ms ? workers.freeze(worker, ms) : freezeAtIntent(setting, workers, FREEZES_WITHIN_MS)
    frozen.push(freeze.catch(() => undefined)) // PostgreSQL may be away
    return strike(setting)
  }
  workers.kill(worker)
  killed.worker++
}

async function run(setting: ChaosSetting): Promise<boolean> {
  keepWorkers()
  const batches = await sellBatches(setting, Math.ceil(KILLS / KILLS_EACH), ORDERS_EACH)
  await planned(setting, SETTLES_MS)
  const clicked = batches.flatMap(({ orders }) => orders)
  say(`${clicked.length} orders are planned`)
  await hostile(sandbox)
  for (const [n, batch] of batches.entries()) {
    await clickTwice(setting, batch)
    await stopOne(setting, batch).catch(() => undefined) // PostgreSQL may be away; then nobody is stopped
    for (let kills = 0; kills < KILLS_EACH; kills++) {
      await strike(setting)
      keepWorkers()
    }
    await click(setting, batches[n - 1]?.plans[2])
    if (n % 5 === 4) say(`killed ${JSON.stringify(killed)}`)
  }
  await Promise.all(frozen)
  keepWorkers()
  await settled(setting, HOSTILE_MS, ORDERS_EACH).catch(() => undefined)
  await calm(sandbox)
  await settled(setting, SETTLES_MS)
  const early = await judge(setting, clicked)
  await pause(QUIET_MS)
  const counts = await countAll(setting)
  const wrong = [...new Set([...early, ...(await judge(setting, clicked))])]
  say(`killed ${JSON.stringify(killed)}: ${JSON.stringify(counts)}`)
  for (const sentence of wrong) console.log(`WRONG  ${sentence}`)
  if (counts.unknown === 0 || counts.looks === 0) wrong.push('nothing was unknown: such a run proves nothing')
  say(wrong.length === 0 ? 'everything was bought once' : 'FAILED')
  return wrong.length === 0
}

let isGood = false
try {
  startApi()
  const me = { ...(await newSeller(database)), email: '' }
  isGood = await run({ server: { ask, behind, runtime }, me, sandbox })
} catch (error) {
  console.error(error)
} finally {
  isOver = true
  workers.killAll()
  api?.kill('SIGKILL')
  sandbox.stop()
  await ours.stop()
  await theirs.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(isGood ? 0 : 1)
}
