import { ACTIVE } from './goods/active.ts'
import { BEAUTY } from './goods/beauty.ts'
import { ELECTRONICS } from './goods/electronics.ts'
import { FASHION } from './goods/fashion.ts'
import { GARDEN } from './goods/garden.ts'
import { HOME } from './goods/home.ts'
import { KITCHEN } from './goods/kitchen.ts'
import type { LeafText } from './goods/leaf.ts'
import { PARTY } from './goods/party.ts'
import { PETS } from './goods/pets.ts'
import { TOYS } from './goods/toys.ts'
import { WEARABLES } from './goods/wearables.ts'
import { WORK } from './goods/work.ts'
import type { Category, Kind } from './shapes.ts'

const LEAVES: readonly LeafText[] = [
  ...FASHION,
  ...WEARABLES,
  ...BEAUTY,
  ...HOME,
  ...KITCHEN,
  ...ELECTRONICS,
  ...TOYS,
  ...PETS,
  ...ACTIVE,
  ...GARDEN,
  ...WORK,
  ...PARTY,
]
const LINE = /^(\S+) ([^:]+): ([^|]+?)(?: \| (.+))?$/u

/** The category tree, parents before children. */
export const CATEGORIES: readonly Category[] = makeTree()
export const KINDS: readonly Kind[] = LEAVES.flatMap(readLeaf)

function makeTree(): Category[] {
  const byPath = new Map<string, Category>()
  for (const { path } of LEAVES) {
    let parent: Category | null = null
    for (const [depth, name] of path.entries()) {
      const key = path.slice(0, depth + 1).join('/')
      const found: Category = byPath.get(key) ?? {
        number: byPath.size + 1,
        name,
        parent,
        path: path.slice(0, depth + 1),
        leaf: depth === path.length - 1,
      }
      byPath.set(key, found)
      parent = found
    }
  }
  return [...byPath.values()]
}

function readLeaf({ path, price, grams, choice, materials, goods }: LeafText): Kind[] {
  const category = CATEGORIES.find((one) => one.path.join('/') === path.join('/'))
  if (!category) throw new Error(`no category ${path.join('/')}`)
  return goods
    .trim()
    .split('\n')
    .map((line) => {
      const [, emoji, names, features, own] = LINE.exec(line.trim()) ?? []
      if (!emoji || !names || !features) throw new Error(`not a good: ${line}`)
      return {
        emoji,
        names: names.split(', '),
        features: features.split(', '),
        materials: own?.split(', ') ?? materials,
        category,
        choice,
        price,
        grams,
      }
    })
}

/** Itself and everything below it. */
export const isWithin = (category: Category, number: number): boolean =>
  category.number === number || (category.parent !== null && isWithin(category.parent, number))
