/** What the benchmarks start: our processes in production mode, and a seller who is signed in. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createUser } from '../apps/server/src/features/auth/create-user.ts'
import { createPool, scopedDb } from '../apps/server/src/platform/db.ts'
import { newToken, tokenHash } from '../apps/server/src/platform/secrets.ts'

/**
 * One supplier and a small world: what is measured is the page, not a catalogue being filled beside it on the same two
 * cores.
 */
export const QUIET = {
  SANDBOX_PRODUCTS: '150',
  SANDBOX_CAPTURES: 'off',
  ALIEXPRESS_REFRESH_TOKEN: '',
  CJ_API_KEY: '',
  EBAY_APP_ID: '',
  AMAZON_CREDENTIAL_ID: '',
}
/** Until the small world is in the catalogue. */
export const SETTLE_MS = 30_000

interface Started {
  stop: () => void
  /** Lets it stand still, and go on. */
  hold: () => void
  goOn: () => void
}

/** A process of ours by itself on a database; resolves when it is ready. */
export function startProcess(file: string, database: string, env: NodeJS.ProcessEnv): Promise<Started> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: database,
      HOST: '127.0.0.1',
      SECRETS_KEYS: `k:${Buffer.alloc(32).toString('base64')}`,
      RATE_LIMIT_USER: '1000000000',
      RATE_LIMIT_IP: '1000000000',
      LOG_LEVEL: 'fatal',
      SMTP_URL: 'smtp://127.0.0.1:1',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return new Promise((done, fail) => {
    child.once('message', () =>
      done({ stop: () => child.kill('SIGKILL'), hold: () => child.kill('SIGSTOP'), goOn: () => child.kill('SIGCONT') }),
    )
    child.once('exit', () => fail(new Error(`${file} ended`)))
  })
}

/** A seller with one workplace and an open session. */
export async function newSeller(database: string): Promise<{ token: string; user_id: string; workplace_id: string }> {
  const pool = createPool(database, 2)
  const token = newToken()
  const seller = await scopedDb(pool, {}).tx(async (tx) => {
    const made = await createUser(
      tx,
      {
        email: `${token.slice(0, 8).toLowerCase()}@omni.test`,
        verified: true,
        first_name: 'Bench',
        last_name: '',
        language: 'en',
      },
      new Date(),
    )
    if (!made) throw new Error('taken')
    await tx
      .insertInto('sessions')
      .values({ user_id: made.user_id, token_hash: tokenHash(token), expires_at: new Date(Date.now() + 86_400_000) })
      .execute()
    return made
  })
  await pool.end()
  return { token, user_id: seller.user_id, workplace_id: seller.workplace_id }
}

/** A call of the products' area as a program makes it. */
export const askProducts =
  (url: string, token: string) =>
  async <T>(path: string, body?: unknown): Promise<T> => {
    const reply = await fetch(`${url}/api/center/products/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { app: 'AO', authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${(await reply.text()).slice(0, 300)}`)
    return ((await reply.json()) as { data: T }).data // our own contract
  }
