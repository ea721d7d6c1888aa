import { expect, test } from 'vitest'
import { counterVendor, useSandbox } from '../test-sandbox.ts'

const sandbox = useSandbox([counterVendor])
const count = () => sandbox.send('POST', '/counter/count')

/** Reads ids off the stream until there are so many. */
async function follow(ids: number, headers: Record<string, string>, meanwhile: () => Promise<unknown>) {
  const stop = new AbortController()
  const response = await fetch(`${sandbox.url}/control/stream?kind=call`, { headers, signal: stop.signal })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const work = meanwhile()
  let text = ''
  const found = () => [...text.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]))
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString()
    if (found().length >= ids) break
  }
  stop.abort()
  await work
  return found()
}

test('events come live, and a reader that was away gets what it missed, once and in order', async () => {
  const live = await follow(3, {}, async () => {
    for (let i = 0; i < 3; i++) await count()
  })
  expect(live).toHaveLength(3)
  await Promise.all(Array.from({ length: 30 }, count))

  const nineMore = () => Promise.all(Array.from({ length: 9 }, count))
  const resumed = await follow(40, { 'last-event-id': String(live[1]) }, nineMore)
  const calls = (await sandbox.events('kind=call')).map((event) => event.id)
  expect(resumed).toEqual(calls.slice(2))
})

test('nothing is lost between the past and the present, however busy the moment of connecting', async () => {
  for (let round = 0; round < 10; round++) {
    const last = (await sandbox.events('kind=call')).at(-1)?.id ?? 0
    const busy = Promise.all(Array.from({ length: 60 }, count))
    const ids = await follow(60, { 'last-event-id': String(last) }, () => busy)
    expect(ids).toEqual((await sandbox.events(`kind=call&after=${last}`)).map((event) => event.id))
  }
})

test('a made-up position is refused, not a crash', async () => {
  for (const id of ['abc', '-1', '1e400']) {
    const answer = await fetch(`${sandbox.url}/control/stream`, { headers: { 'last-event-id': id } })
    expect(answer.status).toBe(400)
  }
})
