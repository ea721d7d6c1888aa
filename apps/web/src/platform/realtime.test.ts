import { afterEach, describe, expect, test, vi } from 'vitest'
import { createReader, listen, type RealtimeMessage, waitBefore } from './realtime.ts'

const refreshed: string[] = []
const refreshAll = vi.fn()
vi.mock('./query.ts', () => ({
  refreshAll: () => refreshAll(),
  refreshCalls: (calls: { name: string }[]) => {
    refreshed.push(...calls.map(({ name }) => name))
  },
}))
vi.mock('./client.ts', () => ({ callHeaders: () => ({ app: 'AO' }) }))

afterEach(() => {
  refreshed.length = 0
  refreshAll.mockReset()
  vi.useRealTimers()
})

const frame = (id: number, event: string, data = '{}') => `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`

describe('createReader', () => {
  test('reads frames cut anywhere', () => {
    const received: RealtimeMessage[] = []
    const reader = createReader((message) => received.push(message))
    for (const letter of frame(7, 'notifications.changed', '{"unread":3}')) reader.feed(letter)
    expect(received).toEqual([{ id: '7', name: 'notifications.changed', data: '{"unread":3}' }])
    expect(reader.lastId()).toBe('7')
  })

  test('a message that comes again after a reconnect counts once', () => {
    const received: RealtimeMessage[] = []
    const reader = createReader((message) => received.push(message))
    reader.feed(frame(1, 'account.changed') + frame(2, 'account.changed'))
    reader.reset()
    reader.feed(frame(2, 'account.changed') + frame(3, 'account.changed'))
    expect(received.map(({ id }) => id)).toEqual(['1', '2', '3'])
  })

  test('half a message is thrown away when the connection breaks', () => {
    const received: RealtimeMessage[] = []
    const reader = createReader((message) => received.push(message))
    reader.feed('id: 1\nevent: account.changed\nda')
    reader.reset()
    reader.feed(frame(2, 'account.changed'))
    expect(received.map(({ id }) => id)).toEqual(['2'])
  })
})

test('the wait doubles up to half a minute, shortened by chance', () => {
  expect([0, 1, 2, 10].map((attempt) => waitBefore(attempt, 0))).toEqual([1000, 2000, 4000, 30_000])
  expect(waitBefore(2, 1)).toBe(2000)
})

const stream = (text: string) => new Response(new Blob([text]).stream(), { status: 200 })

describe('listen', () => {
  test('refreshes what a message names and resumes with the last id', async () => {
    vi.useFakeTimers()
    const stop = new AbortController()
    const lastIds: (string | undefined)[] = []
    const ask = vi.fn(async (_address: RequestInfo | URL, init?: RequestInit) => {
      const headers = init?.headers as Record<string, string> // listen builds a plain object
      lastIds.push(headers['last-event-id'])
      if (lastIds.length === 2) stop.abort()
      return stream(
        lastIds.length === 1 ? frame(41, 'notifications.changed', '{"unread":1}') + frame(42, 'unknown.name') : '',
      )
    })
    const done = listen(stop.signal, ask)
    await vi.advanceTimersByTimeAsync(5000)
    await done
    expect(lastIds).toEqual([undefined, '42'])
    expect(refreshed).toEqual(['listNotification', 'getAttention'])
    expect(refreshAll).not.toHaveBeenCalled()
  })

  test('a connection that broke before its first message cannot say what was missed: everything is read again', async () => {
    vi.useFakeTimers()
    const stop = new AbortController()
    let connections = 0
    const ask = vi.fn(async () => {
      connections += 1
      if (connections === 3) stop.abort()
      if (connections === 1) expect(refreshAll).not.toHaveBeenCalled()
      return stream('')
    })
    const done = listen(stop.signal, ask)
    await vi.advanceTimersByTimeAsync(10_000)
    await done
    expect(refreshAll).toHaveBeenCalledTimes(2)
  })

  test('a refused session is not asked for again and again', async () => {
    const ask = vi.fn(async () => new Response('', { status: 401 }))
    await listen(new AbortController().signal, ask)
    expect(ask).toHaveBeenCalledTimes(1)
  })
})
