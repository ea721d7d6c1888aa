import { inject, test, expect } from 'vitest'
import { drill } from '../attack/drill.ts'

test('the short drill: everything holds', async () => {
  const target = { url: inject('omniUrl'), sandbox: inject('sandboxUrl'), short: true }
  const { held, broken } = await drill(target, () => {})
  expect(broken).toEqual([])
  expect(held).toBeGreaterThan(200)
})
