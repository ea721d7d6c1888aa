/**
 * Composes the example product pictures of the public pages: a 3D emoji (npm @lobehub/fluent-emoji-3d, MIT) in a small
 * photo studio (look/README.md: gradient wall, soft light, floor line, blurred shadow, object 66 %). Runs before the
 * build; the output is not kept in git.
 */
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { SHOWCASE, type ShowcaseName } from './src/features/landing/showcase.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const OUTPUT = here('./public/pictures')
const EMOJI = join(dirname(createRequire(import.meta.url).resolve('@lobehub/fluent-emoji-3d/package.json')), 'assets')

const SIZES = [320, 640]
const QUALITY = 82
const OBJECT = 0.66
const FLOOR = 0.64 // where wall and floor meet
const STANDS_AT = 0.79 // the object's lowest point, a little in front of the wall

/** Wall, wall in the light, floor, shadow. */
const STUDIOS = {
  blue: ['#DDE5FB', '#F5F8FF', '#C3D0F2', '#22306B'],
  rose: ['#F6DDE2', '#FEF5F6', '#E9C5CC', '#6B2236'],
  sand: ['#F1E7D2', '#FDF9F0', '#DFCFAE', '#5A4520'],
  grey: ['#E4E7EC', '#F8F9FB', '#CDD2DA', '#2B3140'],
  sky: ['#D8E9F5', '#F3F9FE', '#BBD5E7', '#1E4562'],
  violet: ['#E3DDF8', '#F7F5FF', '#CBC1EE', '#3B2A78'],
  peach: ['#F8E2D6', '#FEF6F1', '#EBCBB8', '#6B3820'],
  mint: ['#DAEFE4', '#F4FBF7', '#BCDDCB', '#1F4D37'],
} as const

const RECIPES: Record<ShowcaseName, { emoji: string; studio: keyof typeof STUDIOS }> = {
  suitcase: { emoji: '1f9f3', studio: 'blue' },
  headphones: { emoji: '1f3a7', studio: 'violet' },
  backpack: { emoji: '1f392', studio: 'rose' },
  camera: { emoji: '1f4f7', studio: 'sand' },
  tote: { emoji: '1f45c', studio: 'grey' },
  radio: { emoji: '1f4fb', studio: 'peach' },
  watch: { emoji: '231a', studio: 'sky' },
  snorkel: { emoji: '1f93f', studio: 'sand' },
  sneakers: { emoji: '1f45f', studio: 'violet' },
  dress: { emoji: '1f457', studio: 'blue' },
  stiletto: { emoji: '1f460', studio: 'peach' },
  pan: { emoji: '1f373', studio: 'mint' },
  cap: { emoji: '1f9e2', studio: 'sky' },
  controller: { emoji: '1f3ae', studio: 'rose' },
}

const studio = (size: number, [wall, light, floor]: readonly string[]) => `
<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 100 100">
  <defs>
    <radialGradient id="light" cx="50%" cy="42%" r="62%"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${wall}"/></radialGradient>
    <linearGradient id="floor" x2="0" y2="1"><stop offset="0" stop-color="${floor}"/><stop offset="1" stop-color="${wall}"/></linearGradient>
    <radialGradient id="pool" cx="50%" cy="20%" r="60%"><stop offset="0" stop-color="${light}" stop-opacity=".55"/><stop offset="1" stop-color="${light}" stop-opacity="0"/></radialGradient>
  </defs>
  <rect width="100" height="100" fill="url(#light)"/>
  <rect y="${FLOOR * 100}" width="100" height="${100 - FLOOR * 100}" fill="url(#floor)"/>
  <rect y="${FLOOR * 100}" width="100" height="${100 - FLOOR * 100}" fill="url(#pool)"/>
  <rect y="${FLOOR * 100}" width="100" height="0.4" fill="${light}" opacity=".7"/>
</svg>`

const shadow = (size: number, width: number, colour: string) => `
<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 100 100">
  <ellipse cx="50" cy="${STANDS_AT * 100 - 0.6}" rx="${width * 52}" ry="4.2" fill="${colour}" opacity=".42"/>
</svg>`

async function makePicture(name: ShowcaseName, size: number) {
  const { emoji, studio: look } = RECIPES[name]
  const colours = STUDIOS[look]
  const box = Math.round(size * OBJECT)
  // Trimmed first: emoji carry uneven margins, and the object has to stand on the floor.
  const trimmed = await sharp(join(EMOJI, `${emoji}.webp`))
    .trim()
    .toBuffer()
  const object = await sharp(trimmed)
    .resize(box, box, { fit: 'inside', kernel: 'lanczos3' })
    .png()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = object.info
  const dark = await sharp(Buffer.from(shadow(size, width / size, colours[3])))
    .blur(size / 46)
    .png()
    .toBuffer()
  await sharp(Buffer.from(studio(size, colours)))
    .composite([
      { input: dark },
      { input: object.data, left: Math.round((size - width) / 2), top: Math.round(size * STANDS_AT) - height },
    ])
    .webp({ quality: QUALITY, effort: 6, smartSubsample: true })
    .toFile(fileOf(name, size))
}

const fileOf = (name: ShowcaseName, size: number) => join(OUTPUT, `${name}-${size}.webp`)

const jobs = SHOWCASE.flatMap(({ name }) => SIZES.map((size) => ({ name, size })))
const changedAt = Math.max(
  ...[here('./make-pictures.ts'), here('./src/features/landing/showcase.ts')].map((file) => statSync(file).mtimeMs),
)
const missing = jobs.filter(({ name, size }) => {
  const file = fileOf(name, size)
  return !existsSync(file) || statSync(file).mtimeMs < changedAt
})
mkdirSync(OUTPUT, { recursive: true })
await Promise.all(missing.map(({ name, size }) => makePicture(name, size)))
console.log(missing.length > 0 ? `${missing.length} pictures made.` : 'The pictures are up to date.')
