import { expect, inject, test } from 'vitest'
import { looksAtEveryRoute } from './accessibility.ts'

test(
  'axe finds nothing on any route, nothing scrolls sideways: en',
  { timeout: 12 * 60_000 * inject('patience') },
  async () => {
    expect(await looksAtEveryRoute('en', ['large'], 'large')).toEqual([])
  },
)
