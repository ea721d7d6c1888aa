import react from '@vitejs/plugin-react'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type ESTree, type Plugin } from 'vite'
import { MEDIA } from '../../packages/ui/src/measures.ts'
import { textParts } from './text-parts.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const API_URL = process.env['API_URL'] ?? 'http://localhost:3000'

/** `@media (--mobile)` -> the number in measures.ts: a media query cannot read a CSS variable. */
const namedMedia = {
  postcssPlugin: 'omni-named-media',
  AtRule: {
    media(rule: { params: string }) {
      for (const [name, query] of Object.entries(MEDIA)) rule.params = rule.params.replaceAll(`(${name})`, `(${query})`)
    },
  },
}

/** What of a call only the server needs: it validates, and it writes the API document. */
const SERVER_ONLY = ['about', 'input', 'data']

/**
 * The browser reads contracts for names, methods, paths and access; the schemas would be a tenth of the sign-in page's
 * budget. Cut here, and what they were built from falls away as unused (`manualPureFunctions` below).
 */
const leanContracts: Plugin = {
  name: 'omni-lean-contracts',
  transform(code, id) {
    if (!/\/contracts\/src\/[\w-]+\.calls\.ts$/.test(id)) return null
    const cuts: [from: number, to: number][] = []
    for (const call of declaredCalls(this.parse(code))) {
      for (const property of call.properties) {
        if (
          property.type !== 'Property' ||
          property.key.type !== 'Identifier' ||
          !SERVER_ONLY.includes(property.key.name)
        )
          continue
        cuts.push([property.start, code[property.end] === ',' ? property.end + 1 : property.end])
      }
    }
    return {
      code: cuts
        .sort((one, other) => other[0] - one[0])
        .reduce((text, [from, to]) => text.slice(0, from) + text.slice(to), code),
      map: null,
    }
  },
}

/** Schemas are named in capitals: what is called on one has no effect but another schema. */
function schemaNames(): string[] {
  const folder = here('../../packages/contracts/src')
  const code = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    .join('\n')
  return [...new Set([...code.matchAll(/^(?:export )?const ([A-Z]\w*[a-z]\w*) = /gm)].map(([, name = '']) => name))]
}

/** The objects inside `export const xCalls = calls({ … })`. */
function* declaredCalls(program: ESTree.Program): Generator<ESTree.ObjectExpression> {
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') continue
    for (const { init } of statement.declaration.declarations) {
      const list = init?.type === 'CallExpression' ? init.arguments[0] : undefined
      if (list?.type !== 'ObjectExpression') continue
      for (const entry of list.properties)
        if (entry.type === 'Property' && entry.value.type === 'ObjectExpression') yield entry.value
    }
  }
}

/**
 * What the page needs before its script runs: the file that sets scheme and direction (apart, because the page's CSP
 * allows no inline script; hashed, because caches keep assets for ever), and the font of its first line.
 */
const pageHead: Plugin = {
  name: 'omni-page-head',
  generateBundle() {
    this.emitFile({
      type: 'asset',
      name: 'before-paint.js',
      source: readFileSync(here('./src/before-paint.js'), 'utf8'),
    })
  },
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const built = (start: string) => Object.keys(bundle ?? {}).find((file) => file.startsWith(`assets/${start}`))
      const script = built('before-paint')
      const font = built('inter-latin-wght-normal')
      return [
        { tag: 'script', attrs: { src: script ? `/${script}` : '/src/before-paint.js' }, injectTo: 'head-prepend' },
        ...(font
          ? [
              {
                tag: 'link',
                attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${font}` },
                injectTo: 'head' as const,
              },
            ]
          : []),
      ]
    },
  },
}

/** Pieces of libraries that the entry itself needs and that would otherwise become a file each. */
const EVERYWHERE =
  /node_modules[\\/]@mantine[\\/](core[\\/]esm[\\/](core|components[\\/](UnstyledButton|Transition|Button|Loader)))[\\/]/
const PUBLIC_PAGES = /\/features\/(auth|landing)\/[\w-]+\.page\.tsx$/

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
    // What a contract takes from the rules is for its schemas, which are cut: it must not pull the rules along.
    const isContract = /\/contracts\/src\//.test(id)
    open.push(...(info(id)?.importedIds ?? []).filter((next) => !isContract || /\/contracts\/src\//.test(next)))
  }
  return found
}

/**
 * What always comes together travels together: the entry, what public pages share, the shell. Everything else stays
 * with its page.
 */
function partOf(id: string, info: GetModuleInfo): string | null {
  if (id.includes('node_modules') || id.includes('\0')) return null
  const entry = here('./src/start.tsx')
  if (reach(entry, info).has(id)) return id === entry ? null : 'base'
  const pages = (info(here('./src/routes.tsx'))?.dynamicallyImportedIds ?? []).filter((page) => PUBLIC_PAGES.test(page))
  const users = pages.filter((page) => reach(page, info).has(id)).length
  if (users > 1) return 'public'
  const shell = here('./src/shell/shell.tsx')
  // What one public page borrows from the shell must not bring the whole shell along.
  return users === 0 && id !== shell && reach(shell, info).has(id) ? 'shell' : null
}

type GetModuleInfo = (id: string) => { importedIds: string[]; dynamicallyImportedIds: string[] } | null

export default defineConfig({
  root: here('.'),
  plugins: [leanContracts, textParts, pageHead, react()],
  resolve: { alias: { zod: here('./src/zod-stand-in.ts') } },
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
    rolldownOptions: {
      // Building a schema has no effect but the schema.
      treeshake: { manualPureFunctions: ['z', 'listOf', 'several', ...schemaNames()] },
      output: {
        codeSplitting: {
          groups: [
            // One vendor chunk that changes only with a dependency, so a release does not empty every cache.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            {
              name: 'tanstack',
              test: /node_modules[\\/]@tanstack[\\/](query-core|react-query|router-core|react-router|history|store|react-store)[\\/]/,
            },
            // A page must not arrive in forty pieces: browsers ask for six at a time.
            { name: 'kit', test: EVERYWHERE },
            { name: (id, graph) => partOf(id, (one) => graph.getModuleInfo(one)) },
          ],
        },
      },
    },
  },
})
