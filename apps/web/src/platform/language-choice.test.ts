import { beforeEach, expect, test, vi } from 'vitest'
import { saveLanguage, unsavedLanguage } from './language-choice.ts'

const { send } = vi.hoisted(() => ({ send: vi.fn() }))
vi.mock('./client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('./react-to-reply.ts', () => ({ reactToReply: vi.fn() }))

beforeEach(() => {
  localStorage.clear()
  send.mockReset()
})

test('a page left before the reply still knows the choice when it is next opened', () => {
  send.mockReturnValue(new Promise(() => undefined))
  void saveLanguage('me', 'ar')
  expect(unsavedLanguage('me')).toBe('ar')
  expect(unsavedLanguage('somebody else')).toBeNull()
})

test('a heard reply ends it, a lost one does not', async () => {
  send.mockResolvedValueOnce({ status: 0, success: false }).mockResolvedValueOnce({ status: 200, success: true })
  await saveLanguage('me', 'ar')
  expect(unsavedLanguage('me')).toBe('ar')
  await saveLanguage('me', 'ar')
  expect(unsavedLanguage('me')).toBeNull()
})

test('the reply to an older choice does not end a newer one', async () => {
  const first = Promise.withResolvers<object>()
  send.mockReturnValueOnce(first.promise).mockReturnValueOnce(new Promise(() => undefined))
  const saved = saveLanguage('me', 'de')
  void saveLanguage('me', 'ar')
  first.resolve({ status: 200, success: true })
  await saved
  expect(unsavedLanguage('me')).toBe('ar')
})
