import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'

const FILES: Record<string, string> = {
  'style.css': 'text/css; charset=utf-8',
  'app.js': 'text/javascript; charset=utf-8',
  'api.js': 'text/javascript; charset=utf-8',
  'vendors.js': 'text/javascript; charset=utf-8',
  'books.js': 'text/javascript; charset=utf-8',
  'faults.js': 'text/javascript; charset=utf-8',
  'event-log.js': 'text/javascript; charset=utf-8',
  'mail.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
}
const FOLDER = new URL('../../control-room/', import.meta.url)
const POLICY = [
  "default-src 'none'",
  ...['script', 'style', 'img', 'font', 'connect', 'frame'].map((what) => `${what}-src 'self'`),
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ')

/** The page itself: plain files, read at every request so that an edit shows after a reload. */
export function controlRoom(app: FastifyInstance) {
  const send = async (reply: FastifyReply, file: string, type: string) =>
    reply
      .headers({ 'content-security-policy': POLICY, 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' })
      .type(type)
      .send(await readFile(new URL(file, FOLDER)))

  for (const path of ['/', '/control-room']) {
    app.get(path, async (_request, reply) => send(reply, 'index.html', 'text/html; charset=utf-8'))
  }
  for (const [file, type] of Object.entries(FILES)) {
    app.get(`/control-room/${file}`, async (_request, reply) => send(reply, file, type))
  }
  // The web app brings Inter; where it is not installed the page falls back to the system's font.
  app.get('/control-room/inter.woff2', async (_request, reply) => {
    try {
      const file = import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
      return await reply
        .type('font/woff2')
        .header('cache-control', 'max-age=86400')
        .send(await readFile(new URL(file)))
    } catch {
      return reply.code(404).send({ error: 'not_found', message: 'Inter is not installed' })
    }
  })
}
