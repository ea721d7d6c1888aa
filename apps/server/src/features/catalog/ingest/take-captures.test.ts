import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { testServer } from '../../../testing/test-server.ts'

const SECRET = 'the operator’s own'
const server = await testServer({ CAPTURE_SECRET: SECRET })
const body = JSON.stringify({ captures: [] })
const sign = (text: string, secret = SECRET) => createHmac('sha256', secret).update(text).digest('hex')
const send = async (source: string, signature: string | undefined, to = server, payload = body) => {
  const { statusCode } = await to.app.inject({
    method: 'POST',
    url: `/hooks/captures/${source}`,
    headers: {
      'content-type': 'application/json',
      ...(signature !== undefined && { 'x-capture-signature': signature }),
    },
    payload,
  })
  const { rowCount } = await to.behind.query('select from inbox')
  return [statusCode, rowCount]
}

test('a capture is taken with the operator’s signature of exactly these bytes, and with no other', async () => {
  const right = sign(body)
  for (const signature of [
    undefined,
    '',
    'zz',
    right.slice(2),
    `${right}00`,
    sign(`${body} `),
    sign(body, 'guess'),
    sign(body, ''),
  ])
    expect(await send('temu', signature), signature).toEqual([403, 0])
  expect(await send('temu', right, server, `${body} `)).toEqual([403, 0])
  // A supplier with an API of its own, and none at all.
  expect(await send('cj', right)).toEqual([404, 0])
  expect(await send('nobody', right)).toEqual([404, 0])
  expect(await send('temu', right)).toEqual([200, 1])
})

test('without a secret nothing is taken, not even what an empty one signs', async () => {
  const open = await testServer()
  expect(await send('temu', sign(body, ''), open)).toEqual([404, 0])
})
