import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { direction, isLanguageCode } from '@omni/domain/languages.ts'
import type { FastifyInstance } from 'fastify'
import { Fail } from './fail.ts'
import { requestLanguage } from './messages.ts'

const DIST = fileURLToPath(new URL('../../../web/dist/', import.meta.url))
const YEAR_S = 31_536_000
const DAY_S = 86_400
const LANGUAGE_COOKIE = 'omni_language'

/** The built web app: hashed files for ever, the page itself never from a cache. */
export async function serveWebApp(app: FastifyInstance): Promise<void> {
  const built = existsSync(join(DIST, 'index.html'))
  if (built) {
    await app.register(fastifyStatic, { root: DIST, serve: false, preCompressed: true, decorateReply: true, cacheControl: false })
    app.get('/assets/*', (request, reply) => {
      reply.header('cache-control', `public, max-age=${YEAR_S}, immutable`)
      return reply.sendFile(request.url.split('?')[0]?.slice(1) ?? '')
    })
    app.get('/pictures/*', (request, reply) => reply.header('cache-control', `public, max-age=${DAY_S}`).sendFile(request.url.split('?')[0]?.slice(1) ?? ''))
    for (const file of ['favicon.svg', 'robots.txt', 'manifest.webmanifest']) {
      if (existsSync(join(DIST, file))) app.get(`/${file}`, (_request, reply) => reply.header('cache-control', `public, max-age=${DAY_S}`).sendFile(file))
    }
  }
  const page = built ? await readFile(join(DIST, 'index.html'), 'utf8') : ''
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === 'GET' && !/^\/(api|hooks|assets|pictures|files)(\/|$)/.test(request.url.split('?')[0] ?? '')
    if (!wantsPage || !built) throw new Fail('not_found')
    // The page is born in the reader's language and direction: no flash of the wrong side.
    const kept = request.cookies[LANGUAGE_COOKIE]
    const language = kept && isLanguageCode(kept) ? kept : requestLanguage(undefined, request.headers['accept-language'])
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8')
      .send(page.replace(/<html[^>]*>/, `<html lang="${language}" dir="${direction(language)}">`))
  })
}
