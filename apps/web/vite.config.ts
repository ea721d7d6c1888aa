import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { helpNames } from './help-names.ts'
import { namedMedia, pageHead } from './page-head.ts'
import { plainContracts } from './plain-contracts.ts'
import { textParts } from './text-parts.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const API_URL = process.env['API_URL'] ?? 'http://localhost:3000'

/** Pieces of libraries that the entry itself needs and that would otherwise become a file each. */
const EVERYWHERE =
  /node_modules[\\/]@mantine[\\/](core[\\/]esm[\\/](core|components[\\/](UnstyledButton|Transition|Button|Loader)))[\\/]/
/** The parts named below that the entry imports itself. */
const WITH_THE_ENTRY = /\/(rolldown-runtime|react|tanstack|kit|base)-[\w-]+\.js$/
const NAMED_PART = /^(rolldown-runtime|react|tanstack|kit|base|public|shell|small)$/
const PUBLIC_PAGES = /\/features\/(auth|landing)\/[\w-]+\.page\.tsx$/
/** The frame of every screen behind the sign-in, and the screen that most people see first in it. */
const FRAME = [here('./src/shell/shell.tsx'), here('./src/features/home/home.page.tsx')]

/**
 * What comes after the home screen's first cards: the profit, and pictures of jobs. Nearly every screen after it shows
 * money and pictures as well, and a file each would cost more than they hold.
 */
const PROFIT = here('./src/features/home/profit-card.tsx')
const SMALL = [PROFIT, here('../../packages/ui/src/lazy-image.tsx'), here('./src/product-cards/editor-address.ts')]

/** Making the router is a piece of work of its own (src/main.ts). */
const APART = ['./src/start.tsx', './src/app.tsx', './src/routes.tsx'].map(here)

const reached = new Map<string, Set<string>>()
/** Our own modules that a module loads at once. Libraries are left out: their index files name everything they have. */
function reach(from: string, info: GetModuleInfo): Set<string> {
  const known = reached.get(from)
  if (known) return known
  const found = new Set<string>()
  reached.set(from, found)
  const open = [from]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id) || id.includes('node_modules')) continue
    found.add(id)
    open.push(...(info(id)?.importedIds ?? []))
  }
  return found
}

/**
 * What always comes together travels together: the entry, what public pages share, the shell. Everything else stays
 * with its page.
 */
function partOf(id: string, info: GetModuleInfo): string | null {
  if (id.includes('node_modules') || id.includes('\0')) return null
  if (APART.includes(id)) return null
  if (reach(here('./src/start.tsx'), info).has(id)) return 'base'
  const pages = (info(here('./src/routes.tsx'))?.dynamicallyImportedIds ?? []).filter((page) => PUBLIC_PAGES.test(page))
  const users = pages.filter((page) => reach(page, info).has(id))
  // The sign-in page has no room for what landing pages share among themselves.
  if (users.length > 1) return users.some((page) => page.includes('/features/auth/')) ? 'public' : 'landing'
  // What one public page borrows from the shell must not bring the whole shell along.
  return users.length === 0 && !FRAME.includes(id) && FRAME.some((file) => reach(file, info).has(id)) ? 'shell' : null
}

const partIn = (id: string, graph: { getModuleInfo: GetModuleInfo }) => partOf(id, (one) => graph.getModuleInfo(one))

type GetModuleInfo = (id: string) => { importedIds: string[]; dynamicallyImportedIds: string[] } | null

export default defineConfig({
  root: here('.'),
  plugins: [plainContracts(), textParts, helpNames, pageHead, react()],
  css: { postcss: { plugins: [namedMedia] } },
  server: { proxy: { '/api': API_URL, '/hooks': API_URL, '/healthz': API_URL } },
  preview: { proxy: { '/api': API_URL, '/hooks': API_URL, '/healthz': API_URL } },
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // A locale or a font inlined as base64 would be downloaded by readers of every other language too.
    assetsInlineLimit: 0,
    modulePreload: {
      // Every browser that reads the target above knows it.
      polyfill: false,
      // What the entry has brought already needs no naming at every page: fifty lists of it travel with the sign-in.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !WITH_THE_ENTRY.test(file)) : files,
    },
    rolldownOptions: {
      output: {
        // The sign-in page brings the names of all files along: a sign less of each counts, so parts that nobody looks
        // for have none.
        chunkFileNames: ({ name }) => (NAMED_PART.test(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js'),
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css')) ? 'assets/[hash:6][extname]' : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            // One vendor chunk that changes only with a dependency, so a release does not empty every cache. It comes
            // first (src/main.ts), and with it what loads the others: beside those, it would make all run as one piece.
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|vite\/preload-helper/,
              priority: 3,
            },
            {
              // Without what only endless lists need: the sign-in page has none.
              name: 'tanstack',
              priority: 2,
              test: /node_modules[\\/]@tanstack[\\/](?!.*[iI]nfiniteQuery(Observer)?\.js)(query-core|react-query|router-core|react-router|history|store|react-store)[\\/]/,
            },
            // A page must not arrive in forty pieces: browsers ask for six at a time.
            { name: 'kit', test: EVERYWHERE, priority: 2 },
            { name: (id, graph) => (partIn(id, graph) === 'landing' ? null : partIn(id, graph)), priority: 1 },
            // After what the sign-in needs, or it would take that along.
            { name: (id, graph) => (partIn(id, graph) === 'landing' ? 'landing' : null) },
            {
              // Last: a part brings along what it needs of libraries, and the others have taken theirs by then.
              name: (id, graph) =>
                id !== PROFIT && SMALL.some((one) => reach(one, (id) => graph.getModuleInfo(id)).has(id))
                  ? 'small'
                  : null,
            },
          ],
        },
      },
    },
  },
})
