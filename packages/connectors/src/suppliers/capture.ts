/** Reading a page's own data, whose places change without notice: several paths, first match. */
import { VendorError } from '../vendor-error.ts'

function at(data: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (node, key) => (typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[key] : undefined),
      data,
    ) // an object, as just checked
}

const isNothing = (found: unknown) =>
  found === undefined || found === null || found === '' || (Array.isArray(found) && found.length === 0)

/** What stands at the first of these paths that leads somewhere ('' is the data itself). An empty list is nothing. */
export function pick(data: unknown, paths: readonly string[]): unknown {
  for (const path of paths) {
    const found = path === '' ? data : at(data, path)
    if (!isNothing(found)) return found
  }
  return undefined
}

/** The first of these paths that holds an object with one of these keys: the product's own part of a page. */
export function pickPart(data: unknown, paths: readonly string[], keys: readonly string[]): unknown {
  const found = paths
    .map((path) => (path === '' ? data : at(data, path)))
    .find((part) => keys.some((key) => at(part, key) !== undefined))
  return found
}

/** The product's id from the page's data and from its address; a capture where these differ is of no use. */
export function sameId(vendor: string, fromData: string | undefined, fromUrl: string | null): string {
  const id = fromData ?? fromUrl
  if (!id) throw new VendorError(vendor, 'invalid', 'the capture does not say which product it is')
  if (fromData && fromUrl && fromData !== fromUrl)
    throw new VendorError(vendor, 'invalid', `the page ${fromUrl} holds the data of ${fromData}`)
  return id
}
