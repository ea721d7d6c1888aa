/** The sandbox as a process of its own, its switches and its books: for tests. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Outside } from './vendor-subject.ts'

const MAIN = fileURLToPath(new URL('../../../../apps/sandbox/src/main.ts', import.meta.url))

export interface SandboxProcess {
  url: string
  outside(vendor: string): Outside
  /** Makes something happen inside a vendor. */
  act(vendor: string, action: string, input: object): Promise<void>
  /** The same, and what came of it. */
  actFor<R>(vendor: string, action: string, input: object): Promise<R>
  stop(): Promise<void>
}

export async function startSandboxProcess(
  databaseUrl: string,
  products: number,
  port: number,
): Promise<SandboxProcess> {
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      SANDBOX_PORT: String(port),
      SANDBOX_SMTP_PORT: '0',
      SANDBOX_DATABASE_URL: databaseUrl,
      SANDBOX_PUBLIC_URL: url,
      SANDBOX_PRODUCTS: String(products),
      SANDBOX_CAPTURES: 'off',
      SANDBOX_PICTURES: 'asked',
    },
  })
  await new Promise<void>((ready, failed) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.includes('"ready":true')) ready()
    })
    child.on('exit', (code) => failed(new Error(`the sandbox ended with ${code}`)))
  })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    await new Promise((done) => {
      child.on('exit', done)
      child.kill('SIGTERM')
    })
  }
  return {
    url,
    outside: (vendor) => outsideOf(url, vendor),
    async act(vendor, action, input) {
      await control(url, `/vendors/${vendor}/actions/${action}`, 'POST', input)
    },
    async actFor<R>(vendor: string, action: string, input: object) {
      const { result } = await control(url, `/vendors/${vendor}/actions/${action}`, 'POST', input)
      return result as R // the vendor's own answer
    },
    stop,
  }
}

interface Book {
  result?: unknown
  last_id: number
  events: { wall_at: string; status: number; detail: { fault?: string } }[]
}

async function control(url: string, path: string, method = 'GET', body?: unknown): Promise<Book> {
  const reply = await fetch(`${url}/control${path}`, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
  return (await reply.json()) as Book // the sandbox's own list; the other answers are not read
}

function outsideOf(url: string, vendor: string): Outside {
  return {
    async setFaults(faults) {
      await control(url, `/vendors/${vendor}/faults`, 'PUT', faults)
    },
    async watch(work) {
      const { last_id } = await control(url, '/events?limit=1')
      const result = await work()
      const { events } = await control(url, `/events?vendor=${vendor}&kind=call&after=${last_id}&limit=1000`)
      return {
        result,
        calls: events.map(({ wall_at, status, detail }) => ({ at: Date.parse(wall_at), status, fault: detail.fault })),
      }
    },
  }
}
