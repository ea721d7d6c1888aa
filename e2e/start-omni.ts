import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { patience } from '../scripts/patience.ts'

const RUN = '../scripts/run-omni.ts'
/** What `npm start` itself runs. */
export const START = '../scripts/start.mjs'
const READY_WITHIN_MS = 240_000 * patience

export interface RunningOmni {
  child: ChildProcess
  said: () => string
  ready_ms: number
  stop: () => Promise<number | null>
}

/** Starts the system and waits until it says that it is ready; fails with its last words when it ends before. */
export function startOmni(env: Record<string, string>, script = RUN): Promise<RunningOmni> {
  const from = Date.now()
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url))], {
    env: {
      ...process.env,
      SANDBOX_PRODUCTS: '150',
      SANDBOX_PICTURES: 'asked',
      // Journeys open shops of their own.
      DEMO_SHOP: 'off',
      NODE_ENV: 'test',
      RATE_LIMIT_USER: '100000',
      RATE_LIMIT_IP: '100000',
      WORKER_METRICS_PORT: '0',
      METRICS_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  return new Promise((done, fail) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL')
      fail(new Error(`not ready after ${READY_WITHIN_MS} ms:\n${said}`))
    }, READY_WITHIN_MS)
    const ended = (code: number | null) => {
      clearTimeout(late)
      fail(new StartFailed(code, said))
    }
    child.once('exit', ended)
    const listen = (chunk: Buffer) => {
      said += chunk
      if (!said.includes('Ready after')) return
      clearTimeout(late)
      child.off('exit', ended)
      done({
        child,
        said: () => said,
        ready_ms: Date.now() - from,
        stop: () =>
          new Promise((stopped) => {
            if (child.exitCode !== null || child.signalCode !== null) return stopped(child.exitCode)
            child.once('exit', stopped)
            child.kill('SIGINT')
          }),
      })
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
  })
}

const SHOP_WITHIN_MS = 400_000 * patience

/** With DEMO_SHOP=on: until the demo's shop sells. */
export async function shopIsOpen({ said }: RunningOmni): Promise<void> {
  const until = Date.now() + SHOP_WITHIN_MS
  while (!said().includes("The demo's shop is open")) {
    if (Date.now() > until) throw new Error(`the demo's shop is not open after ${SHOP_WITHIN_MS} ms`)
    await new Promise((done) => setTimeout(done, 1000))
  }
}

export class StartFailed extends Error {
  readonly code: number | null
  readonly said: string
  constructor(code: number | null, said: string) {
    super(said)
    this.code = code
    this.said = said
  }
}
