import type { FastifyInstance } from 'fastify'
import { holderOf, issueToken, revokeTokens, type TokenTables } from '../../frame/tokens.ts'
import type { World } from '../../frame/world.ts'
import { type AeAccount, accountById, OPERATOR, OPERATOR_REFRESH } from './accounts.ts'
import { paramsOf, requestId } from '../open-platform/request.ts'
import { refuseFlat } from './envelope.ts'
import { checkCaller } from './read-params.ts'

const ACCESS_S = 30 * 86_400
const REFRESH_S = 60 * 86_400

export function tokenRoutes(app: FastifyInstance, world: World<TokenTables>) {
  /** `refresh` null: the caller keeps the one it has, and hears nothing of it. */
  const pair = async (account: AeAccount, refresh: { token: string; expires_at: Date } | null) => {
    const access = await issueToken(world, 'access', account.user_id, ACCESS_S, '50000')
    return {
      access_token: access.token,
      expires_in: String(ACCESS_S),
      expire_time: access.expires_at.getTime(),
      ...(refresh && {
        refresh_token: refresh.token,
        refresh_expires_in: String(Math.round((refresh.expires_at.getTime() - world.now().getTime()) / 1000)),
        refresh_token_valid_time: refresh.expires_at.getTime(),
      }),
      account: account.email,
      account_id: account.seller_id,
      user_id: account.user_id,
      seller_id: account.seller_id,
      user_nick: account.nick,
      havana_id: account.user_id,
      sp: 'ae',
      locale: 'zh_CN',
      account_platform: 'buyerApp',
      code: '0',
      request_id: requestId(),
    }
  }

  const call = (path: string, endpoint: string, answer: (params: Record<string, string>) => Promise<unknown>) =>
    app.route({
      method: ['GET', 'POST'],
      url: `/rest${path}`,
      config: { endpoint },
      handler: async (request) => {
        const params = paramsOf(request)
        checkCaller(params, path)
        return answer(params.text)
      },
    })

  call('/auth/token/create', 'auth.token.create', async ({ code }) => {
    if (!code) {
      throw refuseFlat(
        'MissingParameter',
        'The input parameter "code" that is mandatory for processing this request is not supplied',
      )
    }
    const holder = await holderOf(world, 'code', code)
    const account = holder?.state === 'valid' ? accountById(holder.account) : undefined
    if (!account) throw refuseFlat('InvalidCode')
    await revokeTokens(world, account.user_id, 'code') // good once
    return pair(account, await issueToken(world, 'refresh', account.user_id, REFRESH_S, '50001'))
  })

  call('/auth/token/refresh', 'auth.token.refresh', async ({ refresh_token }) => {
    if (refresh_token === OPERATOR_REFRESH) {
      return pair(OPERATOR, { token: OPERATOR_REFRESH, expires_at: new Date(world.now().getTime() + REFRESH_S * 1000) })
    }
    const holder = await holderOf(world, 'refresh', refresh_token)
    const account = holder?.state === 'valid' ? accountById(holder.account) : undefined
    if (!account) throw refuseFlat('IllegalRefreshToken')
    return pair(account, null)
  })
}
