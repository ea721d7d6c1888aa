import { authCalls } from '@omni/contracts/auth.calls.ts'
import { galleryCalls } from '@omni/contracts/galleries.calls.ts'
import type { Envelope } from '@omni/contracts/kernel.ts'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { workplaceCalls } from '@omni/contracts/workplaces.calls.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useAct } from './act.ts'
import { fieldErrors, patchAnswers, query, queryClient, useCall } from './query.ts'
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

/** The idempotency keys sent, in order. */
const keys = () => send.mock.calls.map(([, , options]) => (options as { idempotencyKey?: string }).idempotencyKey)
const pressRetry = (toast = 0) =>
  act(async () => (reactToReply.mock.calls[toast]?.[2] as { retry?: () => void } | undefined)?.retry?.())
/** Replies that come when the test says so. */
function heldReplies() {
  const waiting: ((reply: Envelope) => void)[] = []
  send.mockImplementation(() => new Promise<Envelope>((resolve) => waiting.push(resolve)))
  return (reply: Envelope) => act(async () => waiting.shift()?.(reply))
}
const useCreate = () => useAct(workplaceCalls.createWorkplace, { refresh: [] })

test('an act asks again for the answers it made old, and for no others', async () => {
  send.mockImplementation(async (call: { name: string }) => ok({ from: call.name }))
  const sessions = renderHook(() => useCall(authCalls.listSessions, {}), { wrapper })
  const settings = renderHook(() => useCall(settingsCalls.getSettings, {}), { wrapper })
  await waitFor(() => expect(sessions.result.current.isSuccess && settings.result.current.isSuccess).toBe(true))
  const end = renderHook(() => useAct(authCalls.endSession, { refresh: [authCalls.listSessions] }), { wrapper })
  await act(() => end.result.current.run({ session_id: 's1' }))
  const names = send.mock.calls.map(([call]) => call.name)
  expect(names.filter((name) => name === 'listSessions')).toHaveLength(2)
  expect(names.filter((name) => name === 'getSettings')).toHaveLength(1)
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

test.each([0, 1, 502, 503, 504])('after a lost reply (%i) Retry sends the same key', async (status) => {
  send.mockResolvedValueOnce(no(status)).mockResolvedValueOnce(ok(null))
  const create = renderHook(useCreate, { wrapper })
  await act(() => create.result.current.run({ name: 'Second' }))
  await pressRetry()
  expect(send.mock.calls[1]?.[1]).toEqual({ name: 'Second' })
  const [first, second] = keys()
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(second).toBe(first)
})

test('another click after a lost reply keeps the key, too: nobody knows whether it was done', async () => {
  send.mockResolvedValueOnce(no(1)).mockResolvedValueOnce(no(1)).mockResolvedValueOnce(ok(null))
  const create = renderHook(useCreate, { wrapper })
  for (let click = 0; click < 3; click++) await act(() => create.result.current.run({ name: 'Second' }))
  expect(new Set(keys()).size).toBe(1)
})

test('another click after a reply that was heard is a new intent, whether it was done or refused', async () => {
  send.mockResolvedValueOnce(ok(null)).mockResolvedValueOnce(no(204)).mockResolvedValueOnce(ok(null))
  const create = renderHook(useCreate, { wrapper })
  for (let click = 0; click < 3; click++) await act(() => create.result.current.run({ name: 'Second' }))
  expect(new Set(keys()).size).toBe(3)
})

test('changed input is a new intent, and forgets the one before it', async () => {
  send.mockResolvedValue(no(1))
  const create = renderHook(useCreate, { wrapper })
  for (const name of ['A', 'B', 'A']) await act(() => create.result.current.run({ name }))
  expect(new Set(keys()).size).toBe(3)
})

test('a call that says so, and one that reads, travel without a key', async () => {
  send.mockResolvedValue(ok(null))
  const change = renderHook(() => useAct(authCalls.changePassword, { refresh: [] }), { wrapper })
  await act(() => change.result.current.run({ current_password: 'old', password: 'new password' }))
  const read = renderHook(() => useAct(authCalls.listSessions, { refresh: [] }), { wrapper })
  await act(() => read.result.current.run({}))
  expect(keys()).toEqual([undefined, undefined])
})

test('a double click is sent once, and both hear the reply', async () => {
  const reply = heldReplies()
  const create = renderHook(useCreate, { wrapper })
  const clicks = [create.result.current.run({ name: 'A' }), create.result.current.run({ name: 'A' })]
  await waitFor(() => expect(create.result.current.pending).toBe(true))
  await reply(ok({ id: 'w1' }))
  expect(send).toHaveBeenCalledTimes(1)
  expect((await Promise.all(clicks)).map(({ data }) => data)).toEqual([{ id: 'w1' }, { id: 'w1' }])
  await waitFor(() => expect(create.result.current.pending).toBe(false))
})

test('other input waits for its turn; on, off, on are three acts', async () => {
  const reply = heldReplies()
  const create = renderHook(useCreate, { wrapper })
  const done = ['on', 'off', 'on'].map((name) => create.result.current.run({ name }))
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1))
  for (const _turn of done) await reply(ok(null))
  await Promise.all(done)
  expect(send.mock.calls.map(([, input]) => (input as { name: string }).name)).toEqual(['on', 'off', 'on'])
})

test('a hook for many rows sends them side by side', async () => {
  const reply = heldReplies()
  const create = renderHook(() => useAct(workplaceCalls.createWorkplace, { refresh: [], parallel: true }), { wrapper })
  const done = ['A', 'B'].map((name) => create.result.current.run({ name }))
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2))
  expect(new Set(keys()).size).toBe(2)
  for (const _row of done) await reply(ok(null))
  await Promise.all(done)
})

test('a named intent keeps its key beside others', async () => {
  send.mockResolvedValue(no(1))
  const create = renderHook(() => useAct(workplaceCalls.createWorkplace, { refresh: [], parallel: true }), { wrapper })
  const { run } = create.result.current
  for (const intent of ['one', 'two', 'one']) await act(() => run({ name: 'A' }, { intent }))
  await act(() => run({ name: 'A' }))
  const [first, second, firstAgain, unnamed] = keys()
  expect(firstAgain).toBe(first)
  expect(new Set([first, second, unnamed]).size).toBe(3)
})

test('two files are two acts, although they look alike', async () => {
  const reply = heldReplies()
  const upload = renderHook(() => useAct(galleryCalls.uploadGallery, { refresh: [], parallel: true }), { wrapper })
  const done = ['x', 'y'].map((text) => upload.result.current.run({ file: new File([text], 'a.png') }))
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2))
  for (const _file of done) await reply(ok(null))
  await Promise.all(done)
})
