import { expect, test } from 'vitest'
import { looksAtEveryRoute } from './accessibility.ts'

test('axe finds nothing on any route, nothing scrolls sideways: en', async () => {
  expect(await looksAtEveryRoute('en')).toEqual([])
})
