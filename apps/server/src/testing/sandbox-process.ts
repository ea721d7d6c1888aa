import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { openSandbox, type SandboxProcess } from './open-sandbox.ts'

/** On a database of its own, gone when the test file ends. */
export async function sandboxProcess(products: number, omni = 'http://localhost:3000'): Promise<SandboxProcess> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  const name = `s_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${name}`)
  const database = Object.assign(new URL(inject('postgresUrl')), { pathname: `/${name}` }).href
  const sandbox = await openSandbox(database, products, omni)
  afterAll(async () => {
    sandbox.stop()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  return sandbox
}
