import type { FastifyInstance } from 'fastify'
import type { JobCtx } from './ctx.ts'
import type { Runtime } from './runtime.ts'

const BODY_LIMIT = 16 * 1024 * 1024

export interface HookRequest {
  raw: Buffer
  headers: Record<string, string | undefined>
  params: Record<string, string>
}

/**
 * What a vendor or an agent of the operator's sends us, below `/hooks`. It has no session: the handler checks the
 * signature over the raw bytes.
 */
export interface Hook {
  path: string
  run: (ctx: JobCtx, request: HookRequest) => Promise<unknown>
}

export function mountHooks(app: FastifyInstance, runtime: Runtime, hooks: readonly Hook[]): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    )
    for (const hook of hooks) {
      scope.post(`/hooks${hook.path}`, { bodyLimit: BODY_LIMIT }, async (request) =>
        hook.run(runtime.jobCtx({}, `hook ${request.id}`, 1), {
          raw: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
          headers: request.headers as Record<string, string | undefined>, // Node joins repeated headers into one string
          params: request.params as Record<string, string>, // the router gives texts
        }),
      )
    }
  })
}
