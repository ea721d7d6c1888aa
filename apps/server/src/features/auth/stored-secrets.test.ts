import { authCalls as auth } from '@omni/contracts/auth.calls.ts'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { PASSWORD, testServer } from '../../testing/test-server.ts'

const server = await testServer()

/** Which tables hold one of the texts, as it is or as base64 or hex. */
async function tablesWith(texts: string[]): Promise<string[]> {
  const forms = texts.flatMap((text) => [
    text,
    Buffer.from(text).toString('base64').replace(/=+$/, ''),
    Buffer.from(text).toString('hex'),
  ])
  const { rows: tables } = await server.behind.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname = 'public'`)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await server.behind.query<{ row: string }>(`select t::text as row from ${name} t`)
    if (rows.some(({ row }) => forms.some((form) => row.includes(form)))) found.push(name)
  }
  return found
}

test('with a key on every call, no secret that was answered is anywhere in the database', async () => {
  const me = await server.person()
  const key = (name: string) => ({ 'idempotency-key': name })
  const started = await server.ask(auth.startTwoFactor, { password: PASSWORD }, me, key('a'))
  const secret = started.body.data?.secret ?? ''
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now.getTime() })
  const confirmed = await server.ask(auth.confirmTwoFactor, { code }, me, key('b'))
  const recovery = confirmed.body.data?.recovery_codes ?? []
  expect(recovery).toHaveLength(10)
  const login = await server.ask(auth.login, { email: me.email, password: PASSWORD }, me, key('c'))
  const ticket = login.body.data?.two_factor_ticket ?? ''
  const second = { two_factor_ticket: ticket, code: recovery[0] ?? '' }
  const token = (await server.ask(auth.loginSecondFactor, second, me, key('d'))).body.data?.token ?? ''
  const again = { ...me, token }
  const board = (await server.ask(auth.getFeaturebaseToken, {}, again, key('e'))).body.data?.token ?? ''
  const changed = { current_password: PASSWORD, password: 'a brand new password' }
  expect((await server.ask(auth.changePassword, changed, again, key('f'))).http).toBe(200)
  const secrets = [secret, ...recovery, ticket, token, board, PASSWORD, changed.password]
  expect(secrets.filter((text) => text.length < 8)).toEqual([])
  expect(await tablesWith(secrets)).toEqual([])
  const { rows } = await server.behind.query('select call from idempotency_keys where user_id = $1', [me.user_id])
  expect(rows).toEqual([])
  // The search finds what is there.
  expect(await tablesWith([me.email])).toContain('public.users')
})
