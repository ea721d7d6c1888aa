import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'

export interface KillableWorker {
  child: ChildProcess
  /** Under which it leases jobs; empty before it is ready. */
  worker_id: string
}

export interface KillableWorkers {
  /** Resolves when it takes jobs, or when it was killed before. */
  start: () => Promise<void>
  /** Whoever holds one of these jobs now, and does not stand still. */
  holder: (jobs: readonly string[]) => Promise<KillableWorker | undefined>
  kill: (worker: KillableWorker) => void
  /** Stands still for so long, as a process on a machine that sleeps, and goes on where it was. */
  freeze: (worker: KillableWorker, ms: number) => Promise<void>
  /** At once, so that whatever was just seen is not over yet. */
  stopAll: () => void
  /** After `stopAll`: those who hold one of these jobs stand still for so long, the others go on. */
  goOn: (jobs: readonly string[], ms: number) => Promise<void>
  killAll: () => void
  /** How many live or are about to. */
  count: () => number
}

/** Real worker processes that chaos tests end without warning. `file`: what they run. */
export function killableWorkers(db: pg.Pool, file: URL, env: Record<string, string>): KillableWorkers {
  const workers = new Set<KillableWorker>()
  const frozen = new Set<KillableWorker>()
  const stopped = new Set<KillableWorker>()
  const kill = (worker: KillableWorker) => {
    worker.child.kill('SIGKILL')
    workers.delete(worker)
  }
  const holders = async (jobs: readonly string[]) => {
    const { rows } = await db.query<{ worker_id: string }>(
      `select j.worker_id from jobs j
       where j.name = any($1) and j.worker_id is not null`,
      [jobs],
    )
    return [...workers].filter((worker) => rows.some(({ worker_id }) => worker_id === worker.worker_id))
  }
  const freeze = async (worker: KillableWorker, ms: number) => {
    frozen.add(worker)
    worker.child.kill('SIGSTOP')
    await new Promise((done) => setTimeout(done, ms))
    worker.child.kill('SIGCONT')
    frozen.delete(worker)
  }
  return {
    async start() {
      const child = fork(fileURLToPath(file), {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        execArgv: [],
        env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'fatal', DEAD_WORKER_S: '1', ...env },
      })
      const worker: KillableWorker = { child, worker_id: '' }
      workers.add(worker)
      await new Promise<void>((done) => {
        child.once('message', ({ worker_id }: { worker_id: string }) => {
          worker.worker_id = worker_id
          done()
        })
        child.once('exit', () => {
          workers.delete(worker)
          done()
        })
      })
    },
    holder: async (jobs) => (await holders(jobs)).find((worker) => !frozen.has(worker)),
    kill,
    freeze,
    stopAll() {
      for (const worker of workers) if (!frozen.has(worker)) stopped.add(worker)
      for (const { child } of stopped) child.kill('SIGSTOP')
    },
    async goOn(jobs, ms) {
      const holding = await holders(jobs).catch((): KillableWorker[] => [])
      const those = [...stopped]
      stopped.clear()
      await Promise.all(
        those.map((worker) => (holding.includes(worker) ? freeze(worker, ms) : worker.child.kill('SIGCONT'))),
      )
    },
    killAll: () => workers.forEach(kill),
    count: () => workers.size,
  }
}
