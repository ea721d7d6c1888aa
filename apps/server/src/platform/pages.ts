import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLanguageCode, type LanguageCode } from '@omni/domain/languages.ts'
import type { BaseCtx } from './ctx.ts'
import { requestLanguage } from './messages.ts'
import type { RateLimits } from './rate-limit.ts'
import type { Runtime } from './runtime.ts'

/** A page that the server writes as a whole, for people without an account and without scripts. */
export interface ServerPage {
  /** With `:names`. */
  path: string
  render: (ctx: BaseCtx, params: Record<string, string>) => Promise<{ status: number; html: string }>
}

/** It loads pictures and nothing else, runs nothing and sends nothing. */
const policy = (sandbox: string) =>
  [
    `default-src 'none'`,
    `style-src 'unsafe-inline'`,
    `img-src 'self' data: https:${sandbox && ` ${sandbox}`}`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')

/** `?lang=` first: the page's own links. */
function languageOf({ query, headers }: FastifyRequest): LanguageCode {
  const { lang } = query as { lang?: unknown } // whatever the address holds
  return typeof lang === 'string' && isLanguageCode(lang)
    ? lang
    : requestLanguage(undefined, headers['accept-language'])
}

export function mountPages(
  app: FastifyInstance,
  runtime: Runtime,
  limits: RateLimits,
  pages: readonly ServerPage[],
): void {
  for (const page of pages)
    app.get(page.path, async (request, reply) => {
      await limits.call({ ip: request.ip })
      const ctx = { ...runtime.jobCtx({}, `page ${request.id}`, 1), language: languageOf(request) }
      const { status, html } = await page.render(ctx, request.params as Record<string, string>) // the router gives texts
      return reply
        .status(status)
        .header('content-security-policy', policy(runtime.config.SANDBOX_URL))
        .header('cache-control', 'private, no-store')
        .header('referrer-policy', 'no-referrer')
        .header('x-robots-tag', 'noindex')
        .header('vary', 'accept-language')
        .type('text/html; charset=utf-8')
        .send(html)
    })
}
