/** What a self-contained installation keeps in DATA_DIR, and the environment of its processes. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { VENDOR_SETTINGS } from '@omni/domain/vendors/manifest.ts'
import pg from 'pg'

export interface Place {
  data_dir: string
  port: number
  sandbox_port: number
  public_url: string
}

/** Keys that must survive a restart: without them sealed secrets cannot be opened again. */
function secretsKeys(dataDir: string): string {
  const path = join(dataDir, 'secrets-keys')
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(path, `k1:${randomBytes(32).toString('base64')}`, { mode: 0o600 })
  }
  return readFileSync(path, 'utf8').trim()
}

export const smtpPort = (place: Place) => place.sandbox_port + 25

const SANDBOX_BUDGETS = VENDOR_SETTINGS.flatMap(({ id, sandbox_per_day }) =>
  sandbox_per_day === undefined ? [] : [`${id}:${sandbox_per_day}`],
).join(',')

/** What vendors say of themselves in a rehearsal. */
const vendorsInSandbox = (sandbox: string): Record<string, string> =>
  Object.fromEntries(
    VENDOR_SETTINGS.flatMap(({ settings }) =>
      Object.entries(settings).flatMap(([name, { sandbox: value }]) =>
        value === undefined ? [] : [[name, value.replace('{sandbox}', sandbox)]],
      ),
    ),
  )

/** Points every vendor at the sandbox; whatever the caller has set in the environment wins. */
export function serverEnv(place: Place, databaseUrl: string, appUrl: string | undefined): NodeJS.ProcessEnv {
  const sandbox = `http://localhost:${place.sandbox_port}`
  return {
    NODE_ENV: 'production',
    SECRETS_KEYS: secretsKeys(place.data_dir),
    SMTP_URL: `smtp://127.0.0.1:${smtpPort(place)}`,
    SANDBOX_URL: sandbox,
    RATES_URL: `${sandbox}/rates/api`,
    RATES_APP_ID: 'sandbox-rates-key',
    FEATUREBASE_SSO_KEY: 'sandbox-featurebase-key',
    ...vendorsInSandbox(sandbox),
    CAPTURE_SECRET: 'sandbox-capture-secret',
    ARCHIVE_URL: `${sandbox}/archive/v1`,
    ARCHIVE_API_KEY: 'sandbox-archive-key',
    MODELS_DIR: join(place.data_dir, 'models'),
    SUPPLIER_BUDGETS: SANDBOX_BUDGETS,
    STORAGE_DIR: join(place.data_dir, 'files'),
    LOG_LEVEL: 'warn',
    ...process.env,
    DATABASE_URL: databaseUrl,
    APP_DATABASE_URL: appUrl,
    PORT: String(place.port),
    PUBLIC_URL: place.public_url,
  }
}

export function sandboxEnv(place: Place, databaseUrl: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    SANDBOX_PORT: String(place.sandbox_port),
    SANDBOX_SMTP_PORT: String(smtpPort(place)),
    SANDBOX_DATABASE_URL: databaseUrl,
    SANDBOX_PUBLIC_URL: `http://localhost:${place.sandbox_port}`,
    PUBLIC_URL: place.public_url,
  }
}

/**
 * Creates databases that are not there yet. Resolves with their URLs; a wrong address or password ends in one sentence.
 */
export async function ensureDatabases(adminUrl: string, names: string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
  } catch (error) {
    throw new Error(
      `No database answers at ${new URL(adminUrl).host} (${error instanceof Error ? error.message || ('code' in error ? String(error.code) : '') : ''}). Check DATABASE_URL.`,
      { cause: error },
    )
  }
  try {
    for (const name of names) {
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
      if (!rowCount) await client.query(`create database ${pg.escapeIdentifier(name)}`)
    }
  } finally {
    await client.end()
  }
  return names.map((name) => Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href)
}
