import { deflateSync } from 'node:zlib'
import { type Family, newAccount, send } from '../target.ts'

const SCRIPT = '<script>alert("owned")</script>'
const MB = 1024 * 1024

/** A PNG's head that claims a size its body has not. */
function bomb(): Uint8Array {
  const head = Buffer.alloc(25)
  head.writeUInt32BE(13, 0)
  head.write('IHDR', 4)
  head.writeUInt32BE(60_000, 8)
  head.writeUInt32BE(60_000, 12)
  head.set([8, 6, 0, 0, 0], 16)
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), head, deflateSync(Buffer.alloc(MB))])
}

const svg = (inside: string, head = '') =>
  `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20">${inside}</svg>`
const entity = `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>`
const FILES: Record<string, { name: string; type: string; bytes: () => Uint8Array | string }> = {
  'a page called a picture': { name: 'x.png', type: 'image/png', bytes: () => `<html>${SCRIPT}</html>` },
  'a script in an SVG': { name: 'x.svg', type: 'image/svg+xml', bytes: () => svg(SCRIPT) },
  'a file read by an SVG': { name: 'x.svg', type: 'image/svg+xml', bytes: () => svg('<text>&x;</text>', entity) },
  'a page fetched by an SVG': {
    name: 'x.svg',
    type: 'image/svg+xml',
    bytes: () => svg('<image xlink:href="http://169.254.169.254/" width="9" height="9"/>'),
  },
  'a path as a name': { name: '../../../etc/cron.d/x.png', type: 'image/png', bytes: () => svg('') },
  'a page as a name': { name: `${SCRIPT}.html`, type: 'text/html', bytes: () => svg('<rect width="9" height="9"/>') },
  'a picture too large to be drawn': { name: 'x.png', type: 'image/png', bytes: bomb },
  'both a GIF and a script': { name: 'x.gif', type: 'image/gif', bytes: () => `GIF89a/*${SCRIPT}*/=1;` },
  'thirty megabytes': { name: 'x.png', type: 'image/png', bytes: () => Buffer.alloc(30 * MB) },
  nothing: { name: '', type: '', bytes: () => '' },
}

/** Files that are not what they say. */
export const uploads: Family = {
  name: 'uploads',
  async run(target, check) {
    const { token } = await newAccount(target)
    for (const [name, { name: filename, type, bytes }] of Object.entries(FILES))
      await check(name, async () => {
        const form = new FormData()
        form.set('file', new Blob([bytes() as BlobPart], { type }), filename) // text or bytes
        // A connection that is closed on too large a file is a refusal too.
        const reply = await send(target, '/api/center/products/galleries/upload', { token, raw: form }).catch(
          () => undefined,
        )
        if (reply && reply.http >= 500) return `answered ${reply.http}`
        const url = /"image_url":"([^"]+)"/.exec(reply?.text ?? '')?.[1]
        return url ? served(new URL(url, target.url).pathname, target.url) : undefined
      })
  },
}

/** What was taken is a picture drawn anew, under a name of ours. */
async function served(path: string, url: string): Promise<string | undefined> {
  const file = await fetch(`${url}${path}`)
  const text = await file.text()
  if (!/^image\/(webp|jpeg|png)/.test(file.headers.get('content-type') ?? ''))
    return `served as ${file.headers.get('content-type')}`
  if (file.headers.get('x-content-type-options') !== 'nosniff') return 'served without nosniff'
  if (/<script|root:x:/.test(text)) return 'served with what was hidden in it'
  return /\.\.|script|cron/.test(path) ? `served under ${path}` : undefined
}
