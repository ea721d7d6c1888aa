import { authCalls } from '@omni/contracts/auth.calls.ts'
import type { Envelope } from '@omni/contracts/kernel.ts'
import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fieldErrors, patchAnswers, query, queryClient, useAct, useCall } from './query.ts'
import { setWorkplace } from './session.ts'

const { send, reactToReply } = vi.hoisted(() => ({ send: vi.fn(), reactToReply: vi.fn() }))
vi.mock('./client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('./react-to-reply.ts', () => ({ reactToReply }))

const ok = (data: unknown): Envelope => ({ status: 200, success: true, message: '', data })
const no = (status: number, errors?: Record<string, string[]>): Envelope => ({
  status,
  success: false,
  message: 'no',
  data: null,
  ...(errors ? { errors } : {}),
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

beforeEach(() => {
  queryClient.clear()
  send.mockReset()
  reactToReply.mockReset()
  setWorkplace(null)
})

test('an act asks again for the answers it made old, and for no others', async () => {
  send.mockImplementation(async (call: { name: string }) => ok({ from: call.name }))
  const sessions = renderHook(() => useCall(authCalls.listSessions, {}), { wrapper })
  const settings = renderHook(() => useCall(settingsCalls.getSettings, {}), { wrapper })
  await waitFor(() => expect(sessions.result.current.isSuccess && settings.result.current.isSuccess).toBe(true))
  const end = renderHook(() => useAct(authCalls.endSession, { refresh: [authCalls.listSessions] }), { wrapper })
  await act(() => end.result.current.run({ session_id: 's1' }))
  const asked = send.mock.calls.map(([call]) => call.name)
  expect(asked.filter((name) => name === 'listSessions')).toHaveLength(2)
  expect(asked.filter((name) => name === 'getSettings')).toHaveLength(1)
})

test('a refused act takes its optimistic change back and hands the errors to the form', async () => {
  const { queryKey } = query(authCalls.listSessions, {})
  const before = { items: [{ session_id: 's1' }, { session_id: 's2' }] }
  queryClient.setQueryData(queryKey, before)
  send.mockResolvedValue(no(204, { session_id: ['unknown', 'second'] }))
  const seen: unknown[] = []
  const end = renderHook(
    () =>
      useAct(authCalls.endSession, {
        refresh: [],
        optimistic: ({ session_id }) => {
          const back = patchAnswers(authCalls.listSessions, ({ items }) => ({
            items: items.filter((item) => item.session_id !== session_id),
          }))
          seen.push(queryClient.getQueryData(queryKey))
          return back
        },
      }),
    { wrapper },
  )
  const reply = await act(() => end.result.current.run({ session_id: 's1' }))
  expect(seen).toEqual([{ items: [{ session_id: 's2' }] }])
  expect(queryClient.getQueryData(queryKey)).toEqual(before)
  expect(fieldErrors(reply)).toEqual({ session_id: 'unknown' })
  expect(reactToReply).toHaveBeenCalledTimes(1)
})

test('without a network the act can be tried again from the toast', async () => {
  send.mockResolvedValueOnce(no(0)).mockResolvedValueOnce(ok(null))
  const end = renderHook(() => useAct(authCalls.endSession, { refresh: [] }), { wrapper })
  await act(() => end.result.current.run({ session_id: 's1' }))
  // the options of react-to-reply.ts
  const options = reactToReply.mock.calls[0]?.[2] as { retry?: () => void } | undefined
  await act(async () => options?.retry?.())
  expect(send).toHaveBeenCalledTimes(2)
  expect(send.mock.calls[1]?.[1]).toEqual({ session_id: 's1' })
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
