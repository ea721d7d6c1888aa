/** Names of provinces and cities as a supplier lists them, and how what a customer wrote is found among them. */
export interface Place {
  province: string
  cities: readonly string[]
}

/** The others do not tell two provinces apart. */
const KINDS = /\b(state|province|region|prefecture|county|governorate)( of)?\b/g
const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
/** Letters of their own, not a letter with a sign. */
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }

/** Without accents, signs and case: "Saint-Étienne" and "ST ETIENNE" are one. */
const bare = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/[ßæøłđı]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/\bst\b/g, 'saint')
    .replace(/\bste\b/g, 'sainte')

/** An umlaut is written in two ways abroad. */
function keysOf(name: string): string[] {
  const spelt = name.toLowerCase().replace(/[äöüøå]/g, (letter) => UMLAUTS[letter] ?? letter)
  const keys = [bare(name), bare(spelt)].flatMap((key) => [key, key.replace(KINDS, ' ').replace(/\s+/g, ' ').trim()])
  return [...new Set(keys)].filter((key) => key !== '')
}

/** What one key stands for; null: for more than one thing, so that it proves nothing. */
function indexOf<T>(entries: readonly (readonly [string, T])[]): Map<string, T | null> {
  const index = new Map<string, T | null>()
  for (const [name, value] of entries)
    for (const key of keysOf(name)) index.set(key, index.has(key) && index.get(key) !== value ? null : value)
  return index
}
const find = <T>(index: ReadonlyMap<string, T | null>, name: string): T | null => {
  const found = new Set(keysOf(name).flatMap((key) => index.get(key) ?? []))
  const [only, another] = found
  return another === undefined ? (only ?? null) : null
}

export interface PlaceFinder {
  provinces: string[]
  /** By its own name, else as the only province with such a city. Null: a person has to say. */
  province(province: string, city: string): string | null
  /** As the list spells it. Null: it is not on the list. */
  city(province: string, city: string): string | null
}

/** What was found before. */
export const foundPlace = ({ province, city }: { province: string; city: string }): PlaceFinder => ({
  provinces: [province],
  province: () => province,
  city: () => city,
})

export function placeFinder(places: readonly Place[]): PlaceFinder {
  const byName = indexOf(places.map(({ province }) => [province, province] as const))
  const byCity = indexOf(places.flatMap(({ province, cities }) => cities.map((city) => [city, province] as const)))
  const cities = new Map<string, Map<string, string | null>>()
  const citiesOf = (province: string) => {
    const known = cities.get(province)
    if (known) return known
    const own = places.find((place) => place.province === province)?.cities ?? []
    const index = indexOf(own.map((city) => [city, city] as const))
    cities.set(province, index)
    return index
  }
  return {
    provinces: places.map(({ province }) => province),
    province: (province, city) => find(byName, province) ?? find(byCity, city),
    city: (province, city) => find(citiesOf(province), city),
  }
}
