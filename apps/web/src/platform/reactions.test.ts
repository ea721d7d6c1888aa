import { CODES } from '@omni/contracts/codes.ts'
import type { Envelope } from '@omni/contracts/kernel.ts'
import { describe, expect, test } from 'vitest'
import { CANCELLED } from './client.ts'
import { messageOf, reactionTo } from './reactions.ts'

const ASK = { method: 'GET', path: '/core/settings', access: 'workplace' } as const
const ACT = { method: 'POST', path: '/core/settings', access: 'workplace' } as const
const STANDALONE = { embedded: false, path: '/app' }
const EMBEDDED = { embedded: true, path: '/app' }

const reply = (status: number, message = 'sentence', errors?: Record<string, string[]>): Envelope => ({
  status,
  success: status === 200,
  message,
  data: null,
  ...(errors ? { errors } : {}),
})

describe('toasts (foundation spec §8)', () => {
  test('an act that went through says so; a question does not', () => {
    expect(reactionTo(reply(200), ACT, STANDALONE).toast).toEqual({ kind: 'success', content: 'sentence' })
    expect(reactionTo(reply(200), ASK, STANDALONE).toast).toBeUndefined()
    expect(reactionTo(reply(200, ''), ACT, STANDALONE).toast).toBeUndefined()
  })

  test('a failure is told for acts and questions', () => {
    expect(reactionTo(reply(201), ASK, STANDALONE).toast).toEqual({ kind: 'error', content: 'sentence' })
    expect(reactionTo(reply(201), ACT, STANDALONE).toast).toEqual({ kind: 'error', content: 'sentence' })
  })

  test('the first validation message is preferred', () => {
    const refused = reply(204, 'Please check your input', { email: ['Not an address', 'Too long'], name: ['Empty'] })
    expect(reactionTo(refused, ACT, STANDALONE).toast?.content).toBe('Not an address')
    expect(messageOf(reply(204, 'general', {}))).toBe('general')
  })

  test("'Server error!' is never shown", () => {
    expect(reactionTo(reply(500, 'Server error!'), ACT, STANDALONE)).toEqual({})
  })

  test.each([113, 114, 115, 116, 117, 229, 401, 4002])('code %i raises no toast', (status) => {
    expect(reactionTo(reply(status), ACT, STANDALONE).toast).toBeUndefined()
  })

  test.each(['/auth/account/delete', '/center/products/import/{source}'])('%s raises no toast', (path) => {
    expect(reactionTo(reply(201), { ...ACT, path }, STANDALONE).toast).toBeUndefined()
    expect(reactionTo(reply(200), { ...ACT, path }, STANDALONE).toast).toBeUndefined()
  })

  test('a cancelled question is nobody’s business', () => {
    expect(reactionTo(reply(CANCELLED, ''), ASK, STANDALONE)).toEqual({})
  })
})

describe('what follows', () => {
  test('unauthorized signs out, or goes to install when embedded', () => {
    expect(reactionTo(reply(CODES.unauthorized.status), ASK, STANDALONE).next).toBe('sign_out')
    expect(reactionTo(reply(CODES.unauthorized.status), ASK, EMBEDDED).next).toBe('install')
  })

  test('a public call cannot sign anyone out', () => {
    expect(reactionTo(reply(CODES.unauthorized.status), { ...ACT, access: 'public' }, STANDALONE).next).toBeUndefined()
  })

  test('an invalid shop id leads to general settings, unless embedded', () => {
    expect(reactionTo(reply(CODES.shop_id_invalid.status), ASK, STANDALONE).next).toBe('general_settings')
    expect(reactionTo(reply(CODES.shop_id_invalid.status), ASK, EMBEDDED).next).toBeUndefined()
  })

  test('an unverified address is offered the mail again', () => {
    expect(reactionTo(reply(CODES.email_not_verified.status), ACT, STANDALONE).next).toBe('offer_verification')
  })
})
