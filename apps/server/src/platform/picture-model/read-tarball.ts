import { gunzipSync } from 'node:zlib'

const BLOCK = 512

/** The files of a .tgz by their path. npm writes plain ustar: names, sizes, bytes; nothing else is read. */
export function readTarball(packed: Uint8Array): Map<string, Uint8Array> {
  const tar = gunzipSync(packed)
  const field = (at: number, from: number, length: number) =>
    tar
      .toString('latin1', at + from, at + from + length)
      .replace(/\0.*$/s, '')
      .trim()
  const files = new Map<string, Uint8Array>()
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0;) {
    const size = Number.parseInt(field(at, 124, 12) || '0', 8)
    const prefix = field(at, 345, 155)
    const start = at + BLOCK
    files.set(prefix ? `${prefix}/${field(at, 0, 100)}` : field(at, 0, 100), tar.subarray(start, start + size))
    at = start + Math.ceil(size / BLOCK) * BLOCK
  }
  return files
}
