import { flushCompileCache } from 'node:module'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { startSandbox } from './start-sandbox.ts'
import { vendors } from './vendors.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))
const Env = z.object({
  SANDBOX_HOST: z.string().default('127.0.0.1'),
  SANDBOX_PORT: port.default(3100),
  SANDBOX_SMTP_PORT: port.optional(),
  SANDBOX_DATABASE_URL: z.string('must be the postgres:// URL of a database of its own').min(1),
  SANDBOX_PUBLIC_URL: address.optional(),
  PUBLIC_URL: address.default('http://localhost:3000'),
  SANDBOX_PRODUCTS: z.coerce.number().int().min(100).max(200_000).optional(),
  SANDBOX_CAPTURES: z.enum(['auto', 'off']).default('auto'),
  SANDBOX_PICTURES: z.enum(['ahead', 'asked']).default('ahead'),
})

const CLOSE_WITHIN_MS = 1800

function end(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

// An empty variable means "not set", as compose files write it.
const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
const { products } = parseArgs({ options: { products: { type: 'string' } }, strict: false }).values
const read = Env.safeParse({ ...given, ...(products !== undefined && { SANDBOX_PRODUCTS: products }) })
if (!read.success) {
  const problems = read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  end(`The sandbox cannot start: ${problems.join('; ')}.`)
}
const env = read.data
const config = {
  host: env.SANDBOX_HOST,
  port: env.SANDBOX_PORT,
  smtp_port: env.SANDBOX_SMTP_PORT ?? env.SANDBOX_PORT + 25,
  database_url: env.SANDBOX_DATABASE_URL,
  public_url: env.SANDBOX_PUBLIC_URL ?? `http://localhost:${env.SANDBOX_PORT}`,
  omni_url: env.PUBLIC_URL,
  products: env.SANDBOX_PRODUCTS,
  captures: env.SANDBOX_CAPTURES,
  pictures: env.SANDBOX_PICTURES,
}

const sandbox = await startSandbox(config, vendors).catch((error: NodeJS.ErrnoException & { port?: number }) => {
  if (error.code === 'EADDRINUSE') end(`The sandbox cannot start: port ${error.port} is taken by another program.`)
  const reason = error.message || error.code || String(error)
  end(`The sandbox cannot start: ${reason}.`)
})

let closing = false
// `disconnect`: whoever started this process is gone, killed perhaps; nobody else would stop it.
for (const end of ['SIGTERM', 'SIGINT', 'disconnect'] as const) {
  process.on(end, () => {
    // Ctrl-C reaches every process of a terminal at once: whoever started this one ends it, after those that ask it.
    if (closing || (end === 'SIGINT' && process.connected)) return
    closing = true
    setTimeout(() => process.exit(0), CLOSE_WITHIN_MS).unref()
    void sandbox.close().finally(() => process.exit(0))
  })
}

// Kept now: a process that is killed later keeps nothing of what Node compiled.
flushCompileCache()
console.log(JSON.stringify({ ready: true, port: sandbox.port, smtp_port: sandbox.ports['smtp_port'] }))
