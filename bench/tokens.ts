/**
 * 100 callers at once, and no token: by the vendor's books one renewal, everybody answered, and nobody much later than
 * the vendor itself takes. Once through one pool of 20, once through two that know nothing of each other, as two processes have.
 */
import { openVendor } from '@omni/connectors/open-vendor.ts'
import { keepTokens } from '@omni/connectors/tokens.ts'
import { defineVendor, type VendorCall } from '@omni/connectors/vendor.ts'
import { read } from '@omni/connectors/http.ts'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { createPool, scopedDb } from '../apps/server/src/platform/db.ts'
import { startPostgres } from '../apps/server/src/platform/embedded-postgres.ts'
import { migrate } from '../apps/server/src/platform/migrate.ts'
import { createSecrets } from '../apps/server/src/platform/secrets.ts'
import { createPace } from '../apps/server/src/platform/vendor-pace.ts'
import { operatorTokenStore } from '../apps/server/src/platform/vendor-tokens.ts'

const CALLERS = 100
const POOL = 20
const RENEWAL_MS = 1000 // as slow as token endpoints are on a bad day
const CALL_MS = 50
const TARGET = 2

const Token = z.object({ token: z.string() })
type Call = VendorCall<{ url: string }, z.output<typeof Token>>

/** The vendor keeps books. */
async function startVendor() {
  const books = { renewals: 0, calls: 0, refused: 0 }
  const server = createServer((request, response) => {
    const later = (ms: number, status: number, body: unknown) =>
      setTimeout(() => response.writeHead(status).end(JSON.stringify(body)), ms)
    if (request.url === '/token') return later(RENEWAL_MS, 200, { token: `t${++books.renewals}` })
    if (request.headers.authorization !== `t${books.renewals}`) {
      books.refused++
      return later(CALL_MS, 401, {})
    }
    books.calls++
    return later(CALL_MS, 200, { ok: true })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // a TCP listener has one
  return { url: `http://127.0.0.1:${port}`, books, stop: () => server.close() }
}

async function measure(database: string, processes: number): Promise<boolean> {
  const vendor = await startVendor()
  const pools = Array.from({ length: processes }, () => createPool(database, POOL))
  const secrets = createSecrets(`k:${Buffer.alloc(32).toString('base64')}`)
  const id = `bench-${processes}`
  const mint = async () => ({
    credentials: await read({ vendor: id, url: `${vendor.url}/token`, method: 'POST' }, Token),
    account_id: id,
    account_name: id,
    expires_at: null,
    refresh_expires_at: null,
  })
  const definition = defineVendor({
    id,
    name: id,
    proved: {},
    app: z.object({ url: z.string() }),
    credentials: Token,
    limits: { per_second: 100_000, burst: 1000 },
    setup: () => ({ app: {} }),
    account: { connect: mint, refresh: mint },
  })
  const group = {
    look: ({ app, credentials, limits }: Call, _input: null) =>
      read(
        { vendor: id, url: `${app.url}/look`, limits, headers: { authorization: credentials.token } },
        z.object({ ok: z.boolean() }),
      ),
  }
  const opened = pools.map((pool) => {
    const db = scopedDb(pool, {})
    const tokens = keepTokens({ vendor: id, store: operatorTokenStore(db, secrets, id), first: mint, refresh: mint })
    const opening = { app: { url: vendor.url }, tokens, now: () => new Date() }
    const { limits } = createPace(db)(id, 'operator', definition.limits)
    // The bench's own store holds `unknown`; what `mint` makes is what the definition says.
    return openVendor(definition, { ...opening, limits } as never).bind(group)
  })
  const from = performance.now()
  const ended = await Promise.all(
    Array.from({ length: CALLERS }, async (_, n) => {
      const ok = await opened[n % processes]?.look(null).then(
        () => true,
        () => false,
      )
      return { ok, ms: performance.now() - from }
    }),
  )
  vendor.stop()
  await Promise.all(pools.map((pool) => pool.end()))
  const times = ended.map(({ ms }) => ms).sort((a, b) => a - b)
  const p99 = times[Math.ceil(CALLERS * 0.99) - 1] ?? Infinity
  const answered = ended.filter(({ ok }) => ok).length
  const own = RENEWAL_MS + CALL_MS
  console.log(
    `${processes} pool(s) of ${POOL}, each with its own callers: ${vendor.books.renewals} renewal(s), ${answered} of ${CALLERS} answered, ` +
      `p50 ${(times[CALLERS / 2] ?? 0).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms = ${(p99 / own).toFixed(2)}x the vendor's ` +
      `${own} ms (at most ${TARGET}x)`,
  )
  return vendor.books.renewals === 1 && answered === CALLERS && p99 <= TARGET * own
}

export async function run(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'omni-bench-'))
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(folder, { fsync: false })
  try {
    await migrate(postgres.url())
    const one = await measure(postgres.url(), 1)
    const two = await measure(postgres.url(), 2)
    return one && two
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
