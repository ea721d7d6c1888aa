/** `npm start` once everything is installed: database, migrations, demo data, web app, then api + worker + sandbox. */
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureAppLogin } from '../apps/server/src/platform/app-login.ts'
import { startPostgres, type Postgres } from '../apps/server/src/platform/embedded-postgres.ts'
import { migrate } from '../apps/server/src/platform/migrate.ts'
import { buildWeb } from './build-web.ts'
import { ensureDatabases, sandboxEnv, serverEnv, type Place } from './installation.ts'
import { DEMO, seedDemo } from './seed-demo.ts'
import { hideFromGuests, seedShop } from './seed-shop.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const dev = process.argv.includes('--dev')
const started = Date.now()
const RESTART_MS = 1000

const number = (name: string, fallback: number) => {
  const given = process.env[name]
  const value = Number(given ?? fallback)
  if (!Number.isInteger(value) || value < 1 || value > 65_400)
    stopWith(`${name} is "${given}", but must be a port number between 1 and 65400.`)
  return value
}

function stopWith(sentence: string): never {
  console.error(`\n${sentence}`)
  process.exit(1)
}

async function step<T>(name: string, work: () => Promise<T> | T): Promise<T> {
  const from = Date.now()
  process.stdout.write(`  ${name} … `)
  try {
    const result = await work()
    console.log(`${typeof result === 'string' ? `${result}, ` : ''}${((Date.now() - from) / 1000).toFixed(1)} s`)
    return result
  } catch (error) {
    console.log('failed')
    await stopAll()
    stopWith(error instanceof Error ? error.message : String(error))
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const probe = createServer().once('error', () => done(false))
    probe.listen(port, () => probe.close(() => done(true)))
  })

const children = new Map<string, ChildProcess>()
let postgres: Postgres | undefined
let stopping = false

/** A third of the processor's time against two thirds where both want all of it; 0 is normal, 19 the least. */
const YIELDING = 5
function yieldToOthers({ pid }: ChildProcess): void {
  if (pid !== undefined) setPriority(pid, YIELDING)
}

/** Starts a process and keeps it up: one that is killed comes back. Resolves when it says that it is ready. */
function keepUp(name: string, file: string, env: NodeJS.ProcessEnv): Promise<void> {
  const again = () => {
    if (stopping) return
    // What it needs may be away as well: it is tried until it comes up.
    keepUp(name, file, env).catch((error: Error) => {
      console.error(error.message)
      setTimeout(again, RESTART_MS)
    })
  }
  return new Promise((done, fail) => {
    let ready = false
    const child = fork(join(root, file), {
      // What Node compiled is read at the next start: it takes half as long.
      env: { NODE_COMPILE_CACHE: join(place.data_dir, 'compiled'), ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: dev ? ['--watch', '--watch-preserve-output'] : [],
    })
    children.set(name, child)
    let said = ''
    const ok = () => {
      if (!ready) {
        ready = true
        // Whoever looks at a page comes before what works in the background.
        if (name === 'worker') yieldToOthers(child)
        done()
      }
    }
    child.on('message', ok)
    child.stdout?.on('data', (chunk: Buffer) => {
      if (name === 'sandbox' && chunk.includes('"ready":true')) return ok()
      process.stdout.write(chunk)
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk
      if (ready) process.stderr.write(chunk)
    })
    child.on('exit', () => {
      if (stopping) return
      if (!ready)
        return fail(new Error(said.trim().split('\n').at(-1) || `The ${name} process ended before it was ready.`))
      console.error(`The ${name} process ended; starting it again.`)
      setTimeout(again, RESTART_MS)
    })
  })
}

const end = (child: ChildProcess) =>
  new Promise<void>((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done()
    child.on('exit', () => done())
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), 6000).unref()
  })

async function stopAll(): Promise<void> {
  if (stopping) return
  stopping = true
  // The sandbox is what the others ask: it ends after them.
  const { sandbox, ...others } = Object.fromEntries(children)
  await Promise.all(Object.values(others).map(end))
  if (sandbox) await end(sandbox)
  await postgres?.stop()
}

function stopAndExit(): void {
  if (stopping) return
  console.log('\nStopping …')
  void stopAll().then(() => process.exit(0))
}
process.on('SIGINT', stopAndExit)
process.on('SIGTERM', stopAndExit)
// enter.mjs was killed: nobody could stop us any more, and the next start would find the ports taken.
process.on('disconnect', stopAndExit)

const place: Place = {
  data_dir: resolve(root, process.env['DATA_DIR'] || '.data'),
  port: number('PORT', 3000),
  sandbox_port: number('SANDBOX_PORT', 3100),
  public_url: process.env['PUBLIC_URL'] || `http://localhost:${process.env['PORT'] ?? 3000}`,
}

console.log('Omni is starting.')
for (const [name, port] of [
  ['PORT', place.port],
  ['SANDBOX_PORT', place.sandbox_port],
] as const) {
  if (!(await isFree(port))) stopWith(`Port ${port} is taken by another program. Set ${name} to a free one.`)
}
if (!dev) await step('web app', () => buildWeb())
const external = process.env['DATABASE_URL']
const [databaseUrl = '', sandboxUrl = ''] = await step('database', async () => {
  if (external) {
    if (!URL.canParse(external) || !/^postgres(ql)?:$/.test(new URL(external).protocol))
      throw new Error('DATABASE_URL must look like postgres://user:password@host:5432/name.')
    return [
      external,
      ...(await ensureDatabases(external, [`${new URL(external).pathname.slice(1) || 'omni'}_sandbox`])),
    ]
  }
  postgres = await startPostgres(place.data_dir)
  postgres.keepUp((sentence) => console.error(sentence))
  return ensureDatabases(postgres.url(), ['omni', 'omni_sandbox'])
})
const appUrl = postgres ? postgres.appUrl('omni') : process.env['APP_DATABASE_URL'] || undefined
await step('migrations', async () => {
  const done = await migrate(databaseUrl)
  if (appUrl) await ensureAppLogin(databaseUrl, appUrl)
  return `${done.length} new`
})
if (process.env['DEMO_SHOP'] === 'off') await hideFromGuests(databaseUrl)
const env = serverEnv(place, databaseUrl, appUrl)
await step('demo data', () => seedDemo(databaseUrl))
const metrics = (name: string, fallback: number) => ({
  METRICS_PORT: process.env[name] ?? String(place.port + fallback),
})
await step('sandbox, worker, api', async () => {
  const startWorker = () =>
    keepUp('worker', 'apps/server/src/main.worker.ts', { ...env, ...metrics('WORKER_METRICS_PORT', 91) })
  await Promise.all([
    // Its first jobs ask suppliers.
    keepUp('sandbox', 'apps/sandbox/src/main.ts', sandboxEnv(place, sandboxUrl)).then(startWorker),
    keepUp('api', 'apps/server/src/main.api.ts', {
      ...env,
      // The api never learns the owner's password, unless it has nothing else to sign in with.
      DATABASE_URL: appUrl ?? databaseUrl,
      ...metrics('METRICS_PORT', 90),
      ...(dev && { NODE_ENV: 'development' }),
    }),
  ])
})
// Search by image waits for it; everything else works meanwhile. Started last, because it takes a core for half a minute.
const makeModel = spawn(
  process.execPath,
  [join(root, 'scripts/picture-model/make-model.ts'), env['MODELS_DIR'] ?? ''],
  { stdio: ['ignore', 'ignore', 'inherit'], env: process.env },
)
yieldToOthers(makeModel)
children.set('picture model', makeModel)
if (dev) {
  const vite = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js')], {
    cwd: join(root, 'apps/web'),
    stdio: 'inherit',
    env: { ...process.env, API_URL: `http://localhost:${place.port}` },
  })
  children.set('vite', vite)
}

console.log(`
Ready after ${((Date.now() - started) / 1000).toFixed(1)} s.

  Omni            ${place.public_url}
  Demo sign-in    ${DEMO.email}  /  ${DEMO.password}
  Sandbox         http://localhost:${place.sandbox_port}   (control room and mailbox)
  API             ${place.public_url}/api/docs
  Metrics         http://127.0.0.1:${place.port + 90}/metrics

Ctrl-C stops everything.`)
if (process.env['DEMO_SHOP'] !== 'off')
  seedShop({
    omni: `http://localhost:${place.port}`,
    sandbox: `http://localhost:${place.sandbox_port}`,
    database_url: databaseUrl,
  }).then(
    () => console.log("The demo's shop is open."),
    (error: unknown) => {
      if (!stopping)
        console.error(`The demo's shop is not complete: ${error instanceof Error ? error.message : 'unknown'}`)
    },
  )
