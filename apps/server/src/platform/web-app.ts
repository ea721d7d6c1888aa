import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { direction, isLanguageCode } from '@omni/domain/languages.ts'
import type { FastifyInstance } from 'fastify'
import { Fail } from './fail.ts'
import { requestLanguage } from './messages.ts'

const DIST = fileURLToPath(new URL('../../../web/dist/', import.meta.url))
const YEAR_S = 31_536_000
const DAY_S = 86_400
const LANGUAGE_COOKIE = 'omni_language'
const SCHEME_COOKIE = 'omni_color_scheme'

/** A page per language, scheme and address, made and packed once. */
const pages = new Map<string, { html: string; gzip: Buffer }>()
function packs(key: string, make: () => string): { html: string; gzip: Buffer } {
  const known = pages.get(key)
  if (known) return known
  const html = make()
  const fresh = { html, gzip: gzipSync(html) }
  pages.set(key, fresh)
  return fresh
}

/** The built web app: hashed files for ever, the page itself never from a cache. */
export async function serveWebApp(app: FastifyInstance): Promise<void> {
  const built = existsSync(join(DIST, 'index.html'))
  if (built) {
    await app.register(fastifyStatic, {
      root: DIST,
      serve: false,
      preCompressed: true,
      decorateReply: true,
      cacheControl: false,
    })
    app.get('/assets/*', (request, reply) => {
      reply.header('cache-control', `public, max-age=${YEAR_S}, immutable`)
      return reply.sendFile(request.url.split('?')[0]?.slice(1) ?? '')
    })
    app.get('/pictures/*', (request, reply) =>
      reply.header('cache-control', `public, max-age=${DAY_S}`).sendFile(request.url.split('?')[0]?.slice(1) ?? ''),
    )
    for (const file of ['favicon.svg', 'robots.txt', 'manifest.webmanifest']) {
      if (existsSync(join(DIST, file)))
        app.get(`/${file}`, (_request, reply) =>
          reply.header('cache-control', `public, max-age=${DAY_S}`).sendFile(file),
        )
    }
  }
  const page = built ? await readFile(join(DIST, 'index.html'), 'utf8') : ''
  const preloads = built
    ? (JSON.parse(await readFile(join(DIST, 'preloads.json'), 'utf8')) as Preloads)
    : { pages: {}, locales: {} } // written by scripts/build-web.ts
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|hooks|assets|pictures|files)(\/|$)/.test(request.url.split('?')[0] ?? '')
    if (!wantsPage || !built) throw new Fail('not_found')
    // The page is born in the reader's language, direction and scheme: no flash of the wrong side or light.
    const kept = request.cookies[LANGUAGE_COOKIE]
    const language =
      kept && isLanguageCode(kept) ? kept : requestLanguage(undefined, request.headers['accept-language'])
    const chosen = request.cookies[SCHEME_COOKIE]
    const scheme = chosen === 'dark' || chosen === 'light' ? ` data-mantine-color-scheme="${chosen}"` : ''
    const path = request.url.split('?')[0] ?? ''
    const inApp = /^\/app(\/|$)/.test(path) ? ' data-app' : '' // which outline is shown: apps/web/src/outline.css
    const packed = packs([language, scheme, inApp, preloads.pages[path] ? path : ''].join(' '), () => {
      const { styles, others } = preloadLinks(preloads, path, language, page)
      return page
        .replace(/<html[^>]*>/, `<html lang="${language}" dir="${direction(language)}"${inApp}${scheme}>`)
        .replace('</head>', `${others}</head>`)
        .replace('</body>', `${styles}</body>`)
    })
    reply
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding, accept-language, cookie')
      .type('text/html; charset=utf-8')
    return /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
      ? reply.header('content-encoding', 'gzip').send(packed.gzip)
      : reply.send(packed.html)
  })
}

interface Preloads {
  pages: Partial<Record<string, { js: string[]; css: string[] }>>
  locales: Partial<Record<string, string>>
}

/**
 * The files of the address that was asked for, named at once: the browser need not find them one behind the other.
 * Styles go behind the outline, which does not wait for them (apps/web/page-head.ts).
 */
function preloadLinks({ pages, locales }: Preloads, path: string, language: string, page: string) {
  const files = pages[path.length > 1 ? path.replace(/\/$/, '') : path] ?? { js: [], css: [] }
  const fresh = (file: string) => !page.includes(`"/${file}"`)
  const locale = locales[language]
  return {
    styles: files.css
      .filter(fresh)
      .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)
      .join(''),
    others: [
      ...files.js.filter(fresh).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
      ...(locale ? [`<link rel="preload" as="fetch" crossorigin href="/${locale}">`] : []),
    ].join(''),
  }
}
