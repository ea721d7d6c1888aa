import { draw } from '../draw.ts'
import { FIRST_BUYER_PICTURE, type PictureKey } from './picture-key.ts'

/** Wall, wall in the light, floor, shadow. */
const PALETTES = [
  ['#DDE5FB', '#F7F9FF', '#C3D0F2', '#22306B'],
  ['#F6DDE2', '#FFF6F7', '#E9C5CC', '#6B2236'],
  ['#F1E7D2', '#FDF9F0', '#DFCFAE', '#5A4520'],
  ['#E4E7EC', '#FAFBFC', '#CDD2DA', '#2B3140'],
  ['#D8E9F5', '#F5FAFE', '#BBD5E7', '#1E4562'],
  ['#E3DDF8', '#F8F6FF', '#CBC1EE', '#3B2A78'],
  ['#F8E2D6', '#FFF7F2', '#EBCBB8', '#6B3820'],
  ['#DAEFE4', '#F5FCF8', '#BCDDCB', '#1F4D37'],
  ['#FFFFFF', '#FFFFFF', '#EDEDED', '#3A3A3A'],
  ['#F7F0C9', '#FFFDF0', '#E8DC9C', '#5C5010'],
  ['#D5EEF0', '#F2FCFC', '#B4DBDE', '#134B50'],
  ['#EADFD8', '#FBF7F4', '#D3C1B5', '#4A372B'],
] as const

export interface Placed {
  /** Of the picture's width. */
  size: number
  left: number
  bottom: number
  angle: number
  flip: boolean
}

export interface Scene {
  palette: readonly string[]
  backdrop: 'room' | 'plain' | 'disc' | 'split' | 'podium'
  objects: readonly Placed[]
  /** A small thing beside it. */
  prop: { emoji: string; placed: Placed } | null
  /** Degrees the object's own colours are turned by: each make of a good has its own. */
  hue: number
}

const PROPS = [
  '1f33f',
  '2b50',
  '1f381',
  '1f4a7',
  '1f338',
  '1f4e6',
  '1f343',
  '1f31f',
  '1f9f6',
  '1f33c',
  '1f33e',
  '1f490',
]

/** Plants, food and animals: nobody buys a blue banana. */
const NATURAL = /^1f(3[3-5]|4[0-3]|9[589a])[0-9a-f]/

/** The same good stands a little differently at each seller, and differently in each picture of the listing. */
export function sceneOf(key: PictureKey): Scene {
  const own = draw(`good ${key.good}`)
  const by = draw(`scene ${key.good} ${key.seller} ${key.index}`)
  const seller = draw(`studio ${key.seller} ${key.good % 7}`)
  const main = key.index === 0
  const buyer = key.index >= FIRST_BUYER_PICTURE
  const palette = main ? seller.pick(PALETTES) : by.pick(PALETTES)
  const tilt = main ? by.int(-4, 4) : by.int(-18, 18)
  const hero: Placed = {
    size: main ? 0.62 + by.random() * 0.08 : 0.5 + by.random() * 0.25,
    left: 0.5 + (by.random() - 0.5) * (main ? 0.04 : 0.16),
    bottom: 0.8 + by.random() * 0.05,
    angle: buyer ? by.int(-30, 30) : tilt,
    flip: !main && by.chance(0.5),
  }
  const pair = !main && by.chance(0.3)
  const objects = pair
    ? [
        { ...hero, size: hero.size * 0.62, left: 0.32 },
        { ...hero, size: hero.size * 0.7, left: 0.68, angle: -hero.angle },
      ]
    : [hero]
  const placed: Placed = {
    size: 0.16 + by.random() * 0.08,
    left: by.chance(0.5) ? 0.15 : 0.85,
    bottom: 0.9,
    angle: by.int(-20, 20),
    flip: by.chance(0.5),
  }
  return {
    palette,
    backdrop: main
      ? seller.pick(['room', 'plain', 'disc', 'podium'] as const)
      : by.pick(['room', 'plain', 'disc', 'split', 'podium'] as const),
    objects,
    prop: main || by.chance(0.4) ? null : { emoji: by.pick(PROPS), placed },
    hue: own.pick(NATURAL.test(key.emoji) ? [0, 0, 0, 8, -8, 14, -14, 20] : [0, 0, 0, 35, -35, 70, 140, 200]),
  }
}

/** Wall and floor, without what stands there. */
export function backdropSvg(size: number, [wall, light, floor]: Scene['palette'], backdrop: Scene['backdrop']): string {
  const shapes = {
    room: `<rect y="66" width="100" height="34" fill="url(#floor)"/><rect y="66" width="100" height=".4" fill="${light}" opacity=".7"/>`,
    plain: '',
    disc: `<circle cx="50" cy="50" r="38" fill="${floor}" opacity=".55"/>`,
    split: `<path d="M0 100 L100 38 V100 Z" fill="${floor}" opacity=".8"/>`,
    podium: `<rect x="14" y="80" width="72" height="20" fill="${floor}"/><ellipse cx="50" cy="80" rx="36" ry="6" fill="${light}"/>`,
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 100 100">
  <defs><radialGradient id="light" cx="50%" cy="42%" r="65%"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${wall}"/></radialGradient>
  <linearGradient id="floor" x2="0" y2="1"><stop offset="0" stop-color="${floor}"/><stop offset="1" stop-color="${wall}"/></linearGradient></defs>
  <rect width="100" height="100" fill="url(#light)"/>${shapes[backdrop]}</svg>`
}
