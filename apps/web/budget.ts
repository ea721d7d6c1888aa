/**
 * Run after a build: how much JavaScript the first visit of a page downloads (gzip), and whether that is within budget.
 */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

interface Chunk {
  file: string
  imports?: string[]
  isEntry?: boolean
  isDynamicEntry?: boolean
}

const DIST = new URL('./dist/', import.meta.url)
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(new URL('.vite/manifest.json', DIST), 'utf8'))

const KB = 1024
const LOGIN_BUDGET = 150 * KB
const APP_BUDGET = 220 * KB
const ROUTE_BUDGET = 80 * KB
/** Loaded by the entry piece by piece, on every page. */
const START = 'src/start.tsx'
/** Loaded by every page behind the sign-in. */
const INSIDE = ['src/shell/shell.tsx', 'src/app-pages.ts']
/** The menus of the frame: downloaded at the first hover, or by the first page that needs them. No page's own. */
const MENUS = 'src/shell/user-entries.tsx'

const sizes = new Map<string, number>()
function gzipOf(file: string): number {
  const known = sizes.get(file)
  if (known !== undefined) return known
  const size = file.endsWith('.js') ? gzipSync(readFileSync(new URL(file, DIST)), { level: 9 }).length : 0
  sizes.set(file, size)
  return size
}

/** A chunk and everything it imports statically. */
function reach(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || seen.has(key)) return seen
  seen.add(key)
  for (const next of chunk.imports ?? []) reach(next, seen)
  return seen
}

const total = (keys: Iterable<string>) => [...keys].reduce((sum, key) => sum + gzipOf(manifest[key]?.file ?? ''), 0)

const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
if (!entry) throw new Error('the manifest has no entry: run vite build first')

/** Pages that have not been written yet are measured without their own chunk. */
const initial = (pages: readonly string[]) => total(new Set([entry, START, ...pages].flatMap((key) => [...reach(key)])))

const rows = [
  { name: '/login', size: initial(['src/features/auth/login.page.tsx']), budget: LOGIN_BUDGET },
  { name: '/app', size: initial([...INSIDE, 'src/features/home/home.page.tsx']), budget: APP_BUDGET },
  { name: '/app, its menus', size: initial([...INSIDE, 'src/features/home/home.page.tsx', MENUS]), budget: APP_BUDGET },
]
const always = new Set([entry, START, ...INSIDE, MENUS].flatMap((key) => [...reach(key)]))
for (const [key, chunk] of Object.entries(manifest)) {
  if (!chunk.isDynamicEntry || !key.endsWith('.page.tsx')) continue
  const own = [...reach(key)].filter((part) => !always.has(part))
  rows.push({ name: key.replace('src/features/', ''), size: total(own), budget: ROUTE_BUDGET })
}

for (const { name, size, budget } of rows) {
  console.log(
    `${size > budget ? 'OVER' : 'ok  '} ${(size / KB).toFixed(1).padStart(6)} KB of ${budget / KB} KB  ${name}`,
  )
}
if (rows.some(({ size, budget }) => size > budget)) process.exit(1)
