import type { FastifyInstance } from 'fastify'
import { holderOf, issueToken, revokeTokens, type TokenTables } from '../../frame/tokens.ts'
import type { World } from '../../frame/world.ts'
import { accountById, type BuyerAccount, OPERATOR, OPERATOR_REFRESH } from './accounts.ts'
import { answered, checkCaller, refuse } from './envelope.ts'

const ACCESS_S = 10 * 86_400
const REFRESH_S = 60 * 86_400

export function tokenRoutes(app: FastifyInstance, world: World<TokenTables>) {
  const pair = async (account: BuyerAccount, refresh_token?: string) => {
    const access = await issueToken(world, 'access', account.user_id, ACCESS_S, '50000')
    const again = refresh_token ?? (await issueToken(world, 'refresh', account.user_id, REFRESH_S, '50001')).token
    return answered({
      access_token: access.token,
      refresh_token: again,
      expires_in: String(ACCESS_S),
      refresh_expires_in: String(REFRESH_S),
      account: account.email,
      account_id: account.account_id,
      account_platform: 'buyApp',
      country: 'us',
      user_info: { country: 'GLOBAL', loginId: account.nick, user_id: account.user_id },
    })
  }

  const call = (path: string, answer: (params: Record<string, string>) => Promise<unknown>) =>
    app.route({
      method: ['GET', 'POST'],
      url: `/rest${path}`,
      config: { endpoint: path.slice(1).replaceAll('/', '.') },
      handler: async (request) => answer(checkCaller(request, path)),
    })

  call('/auth/token/create', async ({ code }) => {
    const holder = await holderOf(world, 'code', code)
    const account = holder?.state === 'valid' ? accountById(holder.account) : undefined
    if (!account) throw refuse('InvalidCode')
    await revokeTokens(world, account.user_id, 'code') // good once
    return pair(account)
  })

  call('/auth/token/refresh', async ({ refresh_token }) => {
    if (refresh_token === OPERATOR_REFRESH) return pair(OPERATOR, OPERATOR_REFRESH)
    const holder = await holderOf(world, 'refresh', refresh_token)
    const account = holder?.state === 'valid' ? accountById(holder.account) : undefined
    if (!account) throw refuse('IllegalRefreshToken')
    return pair(account)
  })
}
