/**
 * Builds the web app when its sources changed and packs it for the wire. `npm run build` also reports the size budgets.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { pageFile, ROUTE_TABLE } from '../apps/web/src/route-table.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const web = join(root, 'apps/web')
const dist = join(web, 'dist')
const SOURCES = [
  'apps/web/src',
  'apps/web/locales',
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'apps/web/page-head.ts',
  'apps/web/text-parts.ts',
  'apps/web/help-names.ts',
  'apps/web/plain-contracts.ts',
  'apps/web/read-contracts.ts',
  'apps/web/package.json',
  'apps/web/make-pictures.ts',
  'packages/ui/src',
  'packages/contracts/src',
  'packages/domain/src',
  'package-lock.json',
]
const PACKED = /\.(js|css|html|svg|json|webmanifest)$/

function* filesBelow(path: string): Generator<string> {
  if (!existsSync(path)) return
  if (!statSync(path).isDirectory()) return void (yield path)
  for (const name of readdirSync(path).sort()) yield* filesBelow(join(path, name))
}

function sourceHash(): string {
  const hash = createHash('sha256')
  for (const source of SOURCES)
    for (const file of filesBelow(join(root, source)))
      if (!file.includes('.test.')) hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

/**
 * For each address the files its first screen needs, so that the server can name them in the page: one trip instead of
 * three.
 */
function writePreloads(): void {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk> // vite's own manifest
  const filesOf = (keys: string[]) => {
    const seen = new Set<string>()
    const visit = (key: string) => {
      if (seen.has(key)) return
      if (!manifest[key]) throw new Error(`the build made no file for ${key}`)
      seen.add(key)
      for (const next of manifest[key]?.imports ?? []) visit(next)
    }
    keys.forEach(visit)
    const chunks = [...seen].flatMap((key) => manifest[key] ?? [])
    return { js: chunks.map(({ file }) => file), css: [...new Set(chunks.flatMap(({ css }) => css ?? []))] }
  }
  const inside = ['src/shell/shell.tsx', 'src/app-pages.ts']
  const pages = Object.fromEntries(
    ROUTE_TABLE.map(({ path, page, auth }) => [
      path,
      filesOf(['index.html', 'src/start.tsx', `src/${pageFile(page)}`, ...(auth ? inside : [])]),
    ]),
  )
  const locales = Object.fromEntries(
    readdirSync(join(dist, 'assets')).flatMap((name) => {
      const code = name.match(/^([a-z]{2}(?:-[A-Z]{2})?)-[\w-]{8}\.json$/)?.[1]
      return code ? [[code, `assets/${name}`]] : []
    }),
  )
  writeFileSync(join(dist, 'preloads.json'), JSON.stringify({ pages, locales }))
}

function pack(): void {
  for (const file of filesBelow(dist)) {
    if (!PACKED.test(file)) continue
    const bytes = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

export function buildWeb(): 'built' | 'unchanged' {
  const stamp = join(dist, '.built-from')
  const hash = sourceHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return 'unchanged'
  // Whoever starts the system for a test says NODE_ENV=test, and React would be built for development: three times
  // slower, and kept for everybody.
  const env = { ...process.env, NODE_ENV: 'production' }
  const node = (args: string[]) =>
    execFileSync(process.execPath, args, { cwd: web, env, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' })
  node(['make-pictures.ts'])
  node([join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'])
  writePreloads()
  pack()
  writeFileSync(stamp, hash)
  return 'built'
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(buildWeb() === 'built' ? 'The web app is built.' : 'The web app is up to date.')
    execFileSync(process.execPath, ['budget.ts'], { cwd: web, stdio: 'inherit' })
  } catch {
    console.error('The web app could not be built, or is too big; the reason is above.')
    process.exit(1)
  }
}
