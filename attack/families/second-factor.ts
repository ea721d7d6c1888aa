import { Secret, TOTP } from 'otpauth'
import { type Family, newAccount, send } from '../target.ts'

/** More than a person mistypes, far fewer than a guesser needs; each sign-in gives a fresh ticket. */
const TICKETS = 4
const GUESSES_EACH = 10
const ALLOWED = 20

/** Guessing the second factor with the right password in hand. */
export const secondFactor: Family = {
  name: 'second factor',
  async run(target, check) {
    if (target.sandbox === '') return // a guest has no password to begin with
    const { token, email, password } = await newAccount(target)
    const started = await send(target, '/api/auth/account/two-factor/start', { token, body: { password } })
    const totp = new TOTP({ secret: Secret.fromBase32(String(started.body.data?.['secret'])) })
    const code = totp.generate()
    const confirmed = await send(target, '/api/auth/account/two-factor/confirm', { token, body: { code } })
    const signIn = async () =>
      (await send(target, '/api/auth/login', { body: { email, password } })).body.data?.['two_factor_ticket']
    await check('the password alone', async () => {
      if (confirmed.http !== 200) return `the second factor could not be set up: ${confirmed.text.slice(0, 200)}`
      const reply = await send(target, '/api/auth/login', { body: { email, password } })
      return reply.body.data?.['token'] ? 'signs in' : undefined
    })
    await check(`${TICKETS * GUESSES_EACH} guesses over ${TICKETS} sign-ins`, async () => {
      let judged = 0
      for (let n = 0; n < TICKETS; n++) {
        const two_factor_ticket = await signIn()
        if (typeof two_factor_ticket !== 'string') break // no further sign-in is allowed
        for (let guess = 0; guess < GUESSES_EACH; guess++) {
          const code = String(Math.floor(Math.random() * 1e6)).padStart(6, '0')
          const { http } = await send(target, '/api/auth/login/two-factor', { body: { two_factor_ticket, code } })
          if (http !== 429) judged++
        }
      }
      return judged > ALLOWED ? `${judged} guesses were judged` : undefined
    })
  },
}
