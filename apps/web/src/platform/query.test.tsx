import { authCalls } from '@omni/contracts/auth.calls.ts'
import type { Envelope } from '@omni/contracts/kernel.ts'
import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { patchAnswers, query, queryClient, refreshCalls, useCall } from './query.ts'
import { setWorkplace } from './session.ts'

const { send, reactToReply } = vi.hoisted(() => ({ send: vi.fn(), reactToReply: vi.fn() }))
vi.mock('./client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('./react-to-reply.ts', () => ({ reactToReply }))

const no = (status: number): Envelope => ({ status, success: false, message: 'no', data: null })

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

beforeEach(() => {
  queryClient.clear()
  send.mockReset()
  reactToReply.mockReset()
  setWorkplace(null)
})

test('pages of a list are changed page by page', () => {
  const key = [...query(notificationCalls.listNotification, {}).queryKey, 'pages']
  const page = (id: string) => ({ items: [{ notification_id: id, read: false }] })
  queryClient.setQueryData(key, { pages: [page('a'), page('b')], pageParams: [null, 'c'] })
  patchAnswers(notificationCalls.listNotification, (list) => ({
    ...list,
    items: list.items.map((item) => ({ ...item, read: true })),
  }))
  expect(JSON.stringify(queryClient.getQueryData(key))).not.toContain('false')
})

test('answers of one workplace are not those of another', () => {
  setWorkplace('one')
  const first = query(settingsCalls.getSettings, {}).queryKey
  setWorkplace('two')
  expect(query(settingsCalls.getSettings, {}).queryKey).not.toEqual(first)
  // A session belongs to the account, not to a workplace.
  const sessions = query(authCalls.listSessions, {}).queryKey
  setWorkplace('one')
  expect(query(authCalls.listSessions, {}).queryKey).toEqual(sessions)
})

test('a failed question tells once, unless it is quiet', async () => {
  send.mockResolvedValue(no(201))
  const loud = renderHook(() => useCall(settingsCalls.getSettings, {}), { wrapper })
  await waitFor(() => expect(loud.result.current.isError).toBe(true))
  expect(reactToReply).toHaveBeenCalledTimes(1)
  const quiet = renderHook(() => useCall(authCalls.listSessions, {}, { quiet: true }), { wrapper })
  await waitFor(() => expect(quiet.result.current.isError).toBe(true))
  expect(reactToReply).toHaveBeenCalledTimes(1)
})

test('a change that is told while the first answer is on its way is not lost', async () => {
  const answer = (language: string): Envelope => ({ status: 200, success: true, message: '', data: { language } })
  const replies: ((reply: Envelope) => void)[] = []
  send.mockImplementation(() => new Promise<Envelope>((reply) => replies.push(reply)))
  const { result } = renderHook(() => useCall(settingsCalls.getSettings, {}), { wrapper })
  await waitFor(() => expect(replies).toHaveLength(1))
  void refreshCalls([settingsCalls.getSettings])
  void refreshCalls([settingsCalls.getSettings])
  replies[0]?.(answer('read before the change'))
  await waitFor(() => expect(replies).toHaveLength(2))
  replies[1]?.(answer('read after it'))
  await waitFor(() => expect(result.current.data).toEqual({ language: 'read after it' }))
  expect(send).toHaveBeenCalledTimes(2)
})
