import { expect, test } from 'vitest'
import { readPicture } from './picture-file.ts'

// what the function looks at
const reads = async () => ({ width: 40, height: 30, close: () => undefined }) as ImageBitmap
const fails = async () => {
  throw new Error('cannot be decoded')
}
const file = (name: string, type: string, size = 10) => new File([new Uint8Array(size)], name, { type })
const problem = async (...[item, read]: Parameters<typeof readPicture>) => {
  const result = await readPicture(item, read)
  return result.ok ? null : result.reason
}

test('a picture is taken with its size', async () => {
  expect(await readPicture(file('a.png', 'image/png'), reads)).toMatchObject({
    ok: true,
    value: { width: 40, height: 30 },
  })
})

test('each refusal says why', async () => {
  expect(await problem(file('a.pdf', 'application/pdf'), reads)).toBe('not_a_picture')
  expect(await problem(file('a.png', 'image/png'), fails)).toBe('not_a_picture')
  expect(await problem(file('IMG_1.HEIC', ''), fails)).toBe('heic_unreadable')
  expect(await problem(file('a.jpg', 'image/jpeg', 5 * 1024 * 1024 + 1), reads)).toBe('file_too_large')
  expect(await problem(file('a.jpg', 'image/jpeg', 5 * 1024 * 1024), reads)).toBeNull()
})

test('HEIC is taken where the browser reads it', async () => {
  expect(await problem(file('IMG_1.heic', 'image/heic'), reads)).toBeNull()
})
