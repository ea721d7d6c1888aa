import { seededRandom } from '../frame/random.ts'

/** Repeatable choices: the same seed draws the same things, whoever asks and when. */
export interface Draw {
  random(): number
  chance(share: number): boolean
  /** Whole number, both ends included. */
  int(from: number, to: number): number
  pick<T>(list: readonly T[]): T
  /** So many different ones, in the order of the list. */
  some<T>(list: readonly T[], count: number): T[]
  shuffled<T>(list: readonly T[]): T[]
  /** Standard normal (Box-Muller). */
  normal(): number
}

export function draw(seed: string): Draw {
  const random = seededRandom(seed)
  random() // neighbouring seeds start close to each other; the second number no longer shows it
  const int = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  const shuffled = <T>(list: readonly T[]): T[] => {
    const left = [...list]
    for (let i = left.length - 1; i > 0; i--) {
      const j = int(0, i)
      const moved = left[i] as T // both indexes are inside the list
      left[i] = left[j] as T
      left[j] = moved
    }
    return left
  }
  return {
    random,
    int,
    shuffled,
    chance: (share) => random() < share,
    pick<T>(list: readonly T[]) {
      if (list.length === 0) throw new Error('nothing to pick from')
      return list[int(0, list.length - 1)] as T // inside the list
    },
    some<T>(list: readonly T[], count: number) {
      const chosen = new Set(shuffled([...list.keys()]).slice(0, count))
      return list.filter((_, i) => chosen.has(i))
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  }
}
