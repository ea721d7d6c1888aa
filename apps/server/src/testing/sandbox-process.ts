import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openSandbox, type SandboxProcess } from './open-sandbox.ts'

/** By how many products they sell. They end with the process of the tests, their databases with its PostgreSQL. */
const running = new Map<number, Promise<SandboxProcess>>()

async function start(products: number, omni: string): Promise<SandboxProcess> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  const name = `s_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${name}`).finally(() => admin.end())
  return openSandbox(Object.assign(new URL(inject('postgresUrl')), { pathname: `/${name}` }).href, products, omni)
}

/**
 * An outside world in which nothing has happened. Files of tests run one after another in a process, so one sandbox
 * serves them all: a reset takes a tenth of a start.
 */
export async function sandboxProcess(products: number, omni = 'http://localhost:3000'): Promise<SandboxProcess> {
  const known = running.get(products)
  const sandbox = known ?? start(products, omni)
  running.set(products, sandbox)
  if (known) await (await known).reset(omni)
  return sandbox
}
