/**
 * Prints what the browser may know of the contracts, as JSON: for each file its exports that are plain data, and calls
 * without their schemas. Run by plain-contracts.ts in a process of its own, so that a changed contract is read anew.
 */
import { readdirSync } from 'node:fs'

const folder = new URL('../../packages/contracts/src/', import.meta.url)
/** What only the server needs of a call: it validates, and it writes the API document. */
const SERVER_ONLY = ['about', 'input', 'data']
const OMIT = Symbol('not plain data')

const isCall = (value: object) => 'method' in value && 'path' in value && 'input' in value && 'name' in value

/** The value when it is JSON all the way down, a call without its schemas, or OMIT. */
function plain(value: unknown): unknown {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value
  if (typeof value !== 'object') return OMIT
  if (Array.isArray(value)) {
    const items = value.map(plain)
    return items.includes(OMIT) ? OMIT : items
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return OMIT
  const known = Object.entries(value).filter(([name]) => !isCall(value) || !SERVER_ONLY.includes(name))
  const entries = known.map(([name, inner]) => [name, plain(inner)] as const)
  return entries.some(([, inner]) => inner === OMIT) ? OMIT : Object.fromEntries(entries)
}

const files: Record<string, Record<string, unknown>> = {}
for (const name of readdirSync(folder)) {
  if (!name.endsWith('.ts') || name.includes('.test.')) continue
  const module = (await import(new URL(name, folder).href)) as Record<string, unknown> // any module is that
  const exported = Object.entries(module).map(([key, value]) => [key, plain(value)] as const)
  files[name] = Object.fromEntries(exported.filter(([, value]) => value !== OMIT))
}
console.log(JSON.stringify(files))
