import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { type Canvas, type Overlay, paint, paintShadow, seenPart } from './canvas.ts'
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

/** Objects are 256 pixels wide as they come: a larger picture would show nothing more. */
export const FULL_SIZE = 512
export const SIZES = [64, 200, 400, FULL_SIZE] as const

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
/** Some 80 KB each. */
const MOST_CUTS = 600

/** The object in its colours and without its uneven margins, so that it stands on the floor. */
function cutOut(file: string, { name, recolour }: Colouring): Promise<Buffer> {
  const key = `${file} ${name}`
  const cut = cuts.get(key) ?? makeCut(file, recolour)
  cuts.delete(key)
  cuts.set(key, cut)
  for (const oldest of cuts.keys()) if (cuts.size > MOST_CUTS) cuts.delete(oldest)
  return cut
}

async function makeCut(file: string, recolour: Colouring['recolour']): Promise<Buffer> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const cut = sharp(data, { raw: { width, height, channels } }).extract(seenPart(data, width))
  return recolour(cut).png({ compressionLevel: 1 }).toBuffer()
}

const backdrops = new Map<string, Promise<Buffer>>()
/** Drawing one costs five times as much as reading it. Kept: some 60 in each size, 100 KB at most. */
function backdropOf(size: number, { palette, backdrop }: Scene): Promise<Buffer> {
  const key = `${size} ${backdrop} ${palette.join()}`
  const drawn =
    backdrops.get(key) ??
    sharp(Buffer.from(backdropSvg(size, palette, backdrop)))
      .removeAlpha()
      .png({ compressionLevel: 1 })
      .toBuffer()
  backdrops.set(key, drawn)
  return drawn
}

/** null: there is no such object. */
export async function composePicture(key: PictureKey, size: number): Promise<Buffer | null> {
  const file = emojiFile(key.emoji)
  if (!file) return null
  const scene = sceneOf(key)
  const colouring = colouringOf(key.colour, scene)
  const layers = scene.objects.map((placed) => layer(file, placed, size, colouring))
  const propFile = scene.prop && emojiFile(scene.prop.emoji)
  if (scene.prop && propFile) layers.push(layer(propFile, scene.prop.placed, size, OWN_COLOURS))
  const canvas: Canvas = {
    pixels: await sharp(await backdropOf(size, scene))
      .raw()
      .toBuffer(),
    side: size,
  }
  for (const placed of scene.objects) paintShadow(canvas, placed, scene.palette[3] ?? '#000000')
  for (const overlay of await Promise.all(layers)) paint(canvas, overlay)
  return sharp(canvas.pixels, { raw: { width: size, height: size, channels: 3 } })
    .webp({ quality: 80, effort: 0 })
    .toBuffer()
}

interface Colouring {
  name: string
  recolour: (image: Sharp) => Sharp
}
const OWN_COLOURS: Colouring = { name: '', recolour: (image) => image }

function colouringOf(colour: string, { hue }: Scene): Colouring {
  const own = TINTS[colour]
  if (own) return { name: colour, recolour: (image) => image.modulate({ brightness: own.brightness }).tint(own.tint) }
  if (hue === 0) return OWN_COLOURS
  return { name: `${hue}`, recolour: (image) => image.modulate({ hue: (hue + 360) % 360 }) }
}

const inside = (value: number, most: number) => Math.max(0, Math.min(most, Math.round(value)))

async function layer(file: string, placed: Placed, size: number, colouring: Colouring): Promise<Overlay> {
  const { left, bottom } = placed
  const { data, info } = await placeObject(await cutOut(file, colouring), placed, size)
  return {
    pixels: data,
    width: info.width,
    height: info.height,
    left: inside(left * size - info.width / 2, size - info.width),
    top: inside(bottom * size - info.height, size - info.height),
  }
}

/**
 * As large as it stands in the picture, and turned. Enlarging and turning in one step costs a third of doing one after
 * the other; made smaller that way it would lose its edges.
 */
async function placeObject(cut: Buffer, { size: share, angle, flip }: Placed, size: number) {
  const box = Math.max(8, Math.round(size * share))
  const own = await sharp(cut).flop(flip).raw().toBuffer({ resolveWithObject: true })
  const raw = { width: own.info.width, height: own.info.height, channels: own.info.channels }
  const scale = box / Math.max(raw.width, raw.height)
  if (scale < 1) {
    const small = sharp(own.data, { raw }).resize(box, box, { fit: 'inside' })
    const turned = angle === 0 ? small : small.rotate(angle, { background: '#00000000' })
    return turned.raw().toBuffer({ resolveWithObject: true })
  }
  const [sine, cosine] = [Math.sin, Math.cos].map((part) => scale * part((angle * Math.PI) / 180)) as [number, number]
  return sharp(own.data, { raw })
    .affine([cosine, -sine, sine, cosine], { background: '#00000000', interpolator: 'bilinear' })
    .raw()
    .toBuffer({ resolveWithObject: true })
}
