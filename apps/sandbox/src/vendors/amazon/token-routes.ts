import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../frame/refusal.ts'
import { issueToken, type TokenTables } from '../../frame/tokens.ts'
import type { World } from '../../frame/world.ts'
import { accountBy } from './accounts.ts'

const TOKEN_S = 3600

interface Grant {
  type: string
  id: string
  secret: string
  scope: string
}

const no = (status: number, error: string, error_description: string) =>
  new Refusal({ status, body: { error, error_description } })

/** From the body, a form or JSON; the credentials may also come as Basic. */
function grantOf(request: FastifyRequest): Grant {
  const body: Record<string, unknown> =
    typeof request.body === 'object' && request.body !== null ? { ...request.body } : {}
  const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':')
  return {
    type: String(body['grant_type'] ?? ''),
    id: String(body['client_id'] ?? id),
    secret: String(body['client_secret'] ?? secret),
    scope: String(body['scope'] ?? ''),
  }
}

/** Two doors: credentials of version 3 at Login with Amazon, those of version 2 at Cognito, each with its own scope. */
export function tokenRoutes(app: FastifyInstance, world: World<TokenTables>) {
  const door = (path: string, version: 2 | 3, scope: string) =>
    app.post(path, { config: { endpoint: 'token' } }, async (request) => {
      const isForm = (request.headers['content-type'] ?? '').includes('form-urlencoded')
      if (version === 2 && !isForm) throw no(400, 'invalid_request', 'The body must be a form')
      const grant = grantOf(request)
      if (grant.type !== 'client_credentials')
        throw no(400, 'unsupported_grant_type', 'The grant type is not supported')
      const account = accountBy(grant.id)
      if (account?.version !== version || account.secret !== grant.secret)
        throw no(401, 'invalid_client', 'Client authentication failed')
      if (grant.scope !== scope) throw no(400, 'invalid_scope', 'The requested scope is invalid or unknown')
      const { token } = await issueToken(world, 'access', account.id, TOKEN_S, 'Atc|')
      return { access_token: token, token_type: 'bearer', expires_in: TOKEN_S, scope }
    })
  door('/auth/o2/token', 3, 'creatorsapi::default')
  door('/oauth2/token', 2, 'creatorsapi/default')
}
