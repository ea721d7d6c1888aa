import { createHash } from 'node:crypto'

const DOWNLOAD_MS = 15_000

/** Fetches a picture as a vendor would; null: there is none at this address. */
export async function pictureHash(source: string): Promise<string | null> {
  try {
    const reply = await fetch(source, { signal: AbortSignal.timeout(DOWNLOAD_MS) })
    const bytes = new Uint8Array(await reply.arrayBuffer())
    const isPicture = (reply.headers.get('content-type') ?? '').startsWith('image/')
    return reply.ok && isPicture && bytes.length > 0 ? createHash('sha256').update(bytes).digest('hex') : null
  } catch {
    return null
  }
}
