import { expect, test } from 'vitest'
import { decodeText } from './csv-drop.tsx'

const TEXT = 'source,title\ncj,Lámpara\n'
const utf16 = (text: string, swap: boolean, mark: boolean): ArrayBuffer => {
  const units = [...(mark ? '\uFEFF' : ''), ...text].map((sign) => sign.charCodeAt(0))
  return new Uint8Array(units.flatMap((unit) => (swap ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8]))).buffer
}

test('a file is read in its own encoding: UTF-8, and UTF-16 of either order, marked or not', () => {
  expect(decodeText(new TextEncoder().encode(TEXT).buffer)).toBe(TEXT)
  for (const swap of [false, true])
    for (const mark of [false, true]) expect(decodeText(utf16(TEXT, swap, mark))).toBe(TEXT)
  expect(decodeText(new Uint8Array([0, 1, 2, 0, 0, 3, 0]).buffer)).toContain('\0')
})
