import sharp from 'sharp'
import { expect, test } from 'vitest'
import { redraw } from './redraw.ts'

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }

test('for those who take nothing else: a JPEG without transparency, and a small picture drawn larger', async () => {
  const picture = await sharp({ create: { width: 200, height: 100, channels: 4, background: CLEAR } })
    .webp()
    .toBuffer()
  const drawn = await redraw({ picture, as: 'jpeg' })
  if (!drawn.ok) throw new Error(drawn.reason)
  expect([drawn.ending, drawn.width, drawn.height]).toEqual(['jpg', 600, 300])
  const { format, hasAlpha } = await sharp(drawn.picture).metadata()
  expect([format, hasAlpha]).toEqual(['jpeg', false])
  const { channels } = await sharp(drawn.picture).stats()
  for (const { min } of channels) expect(min).toBeGreaterThan(250)
})
