import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import type { PictureKey } from './picture-key.ts'
import { backdropSvg, type Placed, type Scene, sceneOf } from './studio.ts'

/** 3D emoji (npm @lobehub/fluent-emoji-3d, MIT) are the sandbox's photographs of goods. */
const FOLDER = join(dirname(createRequire(import.meta.url).resolve('@lobehub/fluent-emoji-3d/package.json')), 'assets')

/** What a colour's name does to an object: lightness kept, everything else replaced. */
const TINTS: Record<string, { tint: string; brightness: number }> = {
  black: { tint: '#4A4A4E', brightness: 0.45 },
  white: { tint: '#F4F4F2', brightness: 1.35 },
  gray: { tint: '#9AA0A6', brightness: 0.95 },
  red: { tint: '#E0322B', brightness: 0.9 },
  pink: { tint: '#F58FB3', brightness: 1.15 },
  orange: { tint: '#F38B24', brightness: 1.05 },
  yellow: { tint: '#F4CE2B', brightness: 1.2 },
  green: { tint: '#3F9B46', brightness: 0.9 },
  mint: { tint: '#8ADFC0', brightness: 1.15 },
  teal: { tint: '#188F8C', brightness: 0.85 },
  blue: { tint: '#2F6BE0', brightness: 0.9 },
  navy: { tint: '#24346F', brightness: 0.6 },
  purple: { tint: '#8046C9', brightness: 0.85 },
  brown: { tint: '#845433', brightness: 0.75 },
  beige: { tint: '#DCC7A1', brightness: 1.15 },
  gold: { tint: '#D2A038', brightness: 1.05 },
}

export const SIZES = [64, 200, 400, 800] as const

/** Emoji files are named with or without the "show as picture" mark, not always as the character has it. */
export function emojiFile(code: string): string | null {
  const bare = code
    .split('-')
    .filter((part) => part !== 'fe0f')
    .join('-')
  return (
    [code, `${code}-fe0f`, bare, `${bare}-fe0f`]
      .map((name) => join(FOLDER, `${name}.webp`))
      .find((file) => existsSync(file)) ?? null
  )
}

const cuts = new Map<string, Promise<Buffer>>()
/** The object without its uneven margins, so that it stands on the floor. Kept: about 15 KB each, some 500 of them. */
function cutOut(file: string): Promise<Buffer> {
  const cut = cuts.get(file) ?? sharp(file).trim().png({ compressionLevel: 1 }).toBuffer()
  cuts.set(file, cut)
  return cut
}

/** null: there is no such object. */
export async function composePicture(key: PictureKey, size: number): Promise<Buffer | null> {
  const file = emojiFile(key.emoji)
  if (!file) return null
  const scene = sceneOf(key)
  const layers = await Promise.all(
    scene.objects.map((placed) => layer(file, placed, size, colouring(key.colour, scene))),
  )
  const propFile = scene.prop && emojiFile(scene.prop.emoji)
  if (scene.prop && propFile) layers.push(await layer(propFile, scene.prop.placed, size, (image) => image))
  return sharp(Buffer.from(backdropSvg(size, scene)))
    .composite(layers)
    .webp({ quality: 80, effort: 1 })
    .toBuffer()
}

type Recolour = (image: Sharp) => Sharp

function colouring(colour: string, { hue }: Scene): Recolour {
  const own = TINTS[colour]
  if (own) return (image) => image.modulate({ brightness: own.brightness }).tint(own.tint)
  return hue === 0 ? (image) => image : (image) => image.modulate({ hue: (hue + 360) % 360 })
}

async function layer(file: string, placed: Placed, size: number, recolour: Recolour): Promise<OverlayOptions> {
  const { size: width, left, bottom, angle, flip } = placed
  const box = Math.max(8, Math.round(size * width))
  let image = recolour(sharp(await cutOut(file)).resize(box, box, { fit: 'inside' }))
  if (flip) image = image.flop()
  if (angle !== 0) image = image.rotate(angle, { background: '#00000000' })
  const { data, info } = await image.png({ compressionLevel: 0 }).toBuffer({ resolveWithObject: true })
  // A turned object may stick out of the picture: the overlay has to stay inside.
  const [w, h] = [Math.min(info.width, size), Math.min(info.height, size)]
  const input =
    w < info.width || h < info.height
      ? await sharp(data).extract({ left: 0, top: 0, width: w, height: h }).png().toBuffer()
      : data
  const clamp = (value: number, most: number) => Math.max(0, Math.min(most, Math.round(value)))
  return { input, left: clamp(left * size - w / 2, size - w), top: clamp(bottom * size - h, size - h) }
}
