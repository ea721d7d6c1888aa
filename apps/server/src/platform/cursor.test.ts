import { expect, test } from 'vitest'
import { z } from 'zod'
import { keyset, Moment } from './cursor.ts'
import { isRefusal } from './refuse.ts'

const place = keyset(z.tuple([Moment, z.uuid()]))
const id = '019a8dbb-53c0-7000-8000-000000000000'

test('what was written is read again', () => {
  expect(place.read(place.write(['2026-11-15T10:00:00.123456+00:00', id]))).toEqual([
    '2026-11-15T10:00:00.123456+00:00',
    id,
  ])
  expect(place.read(undefined)).toBeNull()
})

test('anything else is refused at its field', () => {
  const others = ['', 'nonsense', id, keyset(z.int()).write(3), keyset(z.any()).write(['yesterday', id])]
  for (const cursor of [...others, keyset(z.any()).write(['2026-02-31T10:00:00Z', id])]) {
    let refused: unknown
    try {
      place.read(cursor)
    } catch (error) {
      refused = error
    }
    expect(isRefusal(refused) && refused.fields, cursor).toEqual({ cursor: ['invalid.cursor'] })
  }
})
