import { expect, test } from 'vitest'
import { looksAtLongTexts } from './accessibility.ts'

test('320 px and text 40 % longer: nothing scrolls sideways', async () => {
  expect(await looksAtLongTexts()).toEqual([])
})
