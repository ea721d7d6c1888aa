import { hostileCsvs } from '../../apps/server/src/testing/hostile-csv.ts'
import { type Family, longestWait, newAccount, send } from '../target.ts'

/** Others wait for the machine as well: the tests measure CPU time, this looks for a standstill. */
const MAX_WAIT_MS = 2000
const SHORT_FILES = ['20,000 full rows', 'rows of one letter', 'one row of commas', 'a quote that never ends']

const BODIES: Record<string, () => string> = {
  'eight megabytes of empty lists': () => `{"changes":{"tags":[${'[],'.repeat(2_600_000)}[]]}}`,
  'a hundred thousand lists inside of each other': () => `{"changes":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  'two hundred thousand fields': () => `{"changes":{${Array.from({ length: 200_000 }, (_, n) => `"k${n}":1`).join()}}}`,
  'one field two hundred thousand times': () =>
    `{"changes":{${Array.from({ length: 200_000 }, () => '"title":1').join()}}}`,
  'a text without an end': () => `{"changes":{"title":"${'x'.repeat(7_000_000)}`,
  'twenty megabytes': () => `{"changes":{"title":"${'x'.repeat(20_000_000)}"}}`,
}

/** What is large, legal or not, holds up nobody else. */
export const sizes: Family = {
  name: 'sizes',
  async run(target, check) {
    const { token } = await newAccount(target)
    const attempt = async (path: string, method: string, raw: string) => {
      const headers = { 'content-type': 'application/json' }
      // A connection that is closed on too large a body is a refusal too.
      const request = send(target, path, { method, token, headers, raw }).catch(() => undefined)
      const waited = await longestWait(target, request)
      const reply = await request
      if (reply && reply.http >= 500) return `answered ${reply.http}`
      return waited > MAX_WAIT_MS ? `somebody else waited ${Math.round(waited)} ms` : undefined
    }
    for (const { name, kind, text } of hostileCsvs().filter((one) => !target.short || SHORT_FILES.includes(one.name)))
      await check(`file: ${name}`, () =>
        attempt('/api/center/products/import/preview', 'POST', JSON.stringify({ kind, text })),
      )
    const product = `/api/center/products/${crypto.randomUUID()}`
    for (const [name, make] of Object.entries(BODIES))
      await check(`body: ${name}`, () => attempt(product, 'PUT', make()))
    await check('body: a megabyte of small values to a call of strangers', () => {
      const event_data = Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`k${n}`, [n]]))
      return attempt('/api/log/events', 'POST', JSON.stringify({ event_name: 'x', event_data }))
    })
  },
}
