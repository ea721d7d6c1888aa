/**
 * The browser gets contracts as plain data: names, methods, paths, access, enums. Schemas are the server's; with zod they
 * would cost 23 KB gzip on every page. What is not plain data is not exported here, so a screen that uses a schema at run
 * time does not build. Types still come from the real files.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const CONTRACT = /\/packages\/contracts\/src\/[\w.-]+\.ts$/
const READER = fileURLToPath(new URL('./read-contracts.ts', import.meta.url))
/** Files without schemas run as they are: they hold rules, not only data. */
const USES_SCHEMAS = /from '(zod|\.\/[\w.-]+\.calls\.ts)'/

type Exports = Record<string, unknown>

const constants = (values: Exports) =>
  Object.entries(values).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
const isTable = (name: string, value: unknown): value is Exports => /^\w+Calls$/.test(name) && value !== null

/** A table of calls is a module of its own, so that calls no screen uses are left out of the build. */
function moduleOf(file: string, exports: Exports): string {
  const tables = Object.keys(exports).filter((name) => isTable(name, exports[name]))
  const others = Object.fromEntries(Object.entries(exports).filter(([name]) => !tables.includes(name)))
  const lines = tables.map((name) => `export * as ${name} from './${file}?table=${name}'\n`)
  return [...lines, ...constants(others)].join('')
}

export function plainContracts(): Plugin {
  let files: Record<string, Exports> | undefined
  const read = () =>
    JSON.parse(execFileSync(process.execPath, [READER], { encoding: 'utf8' })) as Record<string, Exports> // its own output
  return {
    name: 'omni-plain-contracts',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source === 'zod') this.error(`zod must not reach the browser; ${importer} imports it`)
      return null
    },
    load(id) {
      const [path = '', query = ''] = id.split('?')
      if (!CONTRACT.test(path) || !USES_SCHEMAS.test(readFileSync(path, 'utf8'))) return null
      files ??= read()
      const exports = files[basename(path)] ?? {}
      const table = new URLSearchParams(query).get('table')
      if (table === null) return moduleOf(basename(path), exports)
      return constants(exports[table] as Exports).join('') // named by moduleOf
    },
    watchChange(id) {
      if (CONTRACT.test(id)) files = undefined
    },
  }
}
