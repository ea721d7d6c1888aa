import { type Family, linkInMail, newAccount, send } from '../target.ts'

const account = '/api/auth/account'

/** Tokens, links and sessions after their end, and ones that never were. */
export const tokens: Family = {
  name: 'tokens',
  async run(target, check) {
    const refused = async (token: string, headers: Record<string, string> = {}) => {
      const { http } = await send(target, account, { token, headers })
      return http === 401 ? undefined : `answered ${http}`
    }
    await check('a token after logging out', async () => {
      const { token } = await newAccount(target)
      await send(target, '/api/auth/logout', { token, body: {} })
      return refused(token)
    })
    const { token, email, password } = await newAccount(target)
    for (const forged of ['x', 'a'.repeat(43), token.slice(1), `${token}x`, token.toUpperCase(), 'null', 'undefined'])
      await check(`a token that is none (${forged.length} signs)`, () => refused(forged === token ? 'x' : forged))
    await check('a token in the address', async () => {
      const { http } = await send(target, `${account}?token=${token}&access_token=${token}`)
      return http === 401 ? undefined : `answered ${http}`
    })
    if (email === '') return // guests have no address, and no link is sent to them
    await check('a verification link, used again', async () => {
      const { searchParams } = new URL(await linkInMail(target, email))
      const path = `/api/auth/verify-email/${searchParams.get('id')}/${searchParams.get('code')}/`
      const again = await send(target, path)
      return again.body.data?.['token'] ? 'signs in again' : undefined
    })
    await check('other sessions after the password was changed', async () => {
      const other = await send(target, '/api/auth/login', { body: { email, password } })
      const old = String(other.body.data?.['token'])
      const body = {
        current_password: password,
        password: 'another horse battery',
        new_password: 'another horse battery',
      }
      const changed = await send(target, '/api/auth/account/change-password', { token, body })
      if (changed.http !== 200) return `the password could not be changed: ${changed.text.slice(0, 200)}`
      return refused(old)
    })
  },
}
