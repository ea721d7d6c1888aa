/**
 * What replies look like, field by field and without their values: two systems that should answer alike are compared by
 * it. Arrays are one place (`items[].id`), and so are keys that are numbers.
 */
import { type ObservedReply, REPLIES } from '../http.ts'

/** The types seen at each place of a reply, by the call that was answered. */
export type Shapes = Record<string, Record<string, string[]>>

const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

function collect(value: unknown, place: string, seen: Record<string, string[]>): void {
  const types = (seen[place] ??= [])
  const type = typeOf(value)
  if (!types.includes(type)) types.push(type)
  if (Array.isArray(value)) for (const item of value) collect(item, `${place}[]`, seen)
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) collect(inner, `${place}.${/^\d+$/.test(key) ? '#' : key}`, seen)
}

/** Ids within a path are one place as well. Vendors with one address for everything name the call in what is asked. */
function callOf({ method, url, asked }: ObservedReply): string {
  const { pathname, searchParams } = new URL(url)
  const text = asked === undefined ? '' : String(asked)
  const named =
    /\b(?:query|mutation)\s+(\w+)/.exec(text)?.[1] ??
    searchParams.get('method') ??
    /(?:^|&)method=([\w.]+)/.exec(text)?.[1] ??
    searchParams.get('rest_route') ??
    undefined
  const path = (named ?? pathname)
    .split('/')
    .map((part) => (/^[\w-]*\d[\w-]{3,}$|^\d+$/.test(part) ? '#' : part))
    .slice(named === undefined ? -PATH_PARTS : 0)
    .join('/')
  return `${method} ${path}`
}
/** The parts before say where a shop or a sandbox is. */
const PATH_PARTS = 3

/** Everything `vendor` answers from now on. */
export function recordShapes(vendor: string): Shapes {
  const shapes: Shapes = {}
  REPLIES.subscribe((message) => {
    const observed = message as ObservedReply // the one thing that is published there
    if (observed.vendor !== vendor || observed.status >= 300) return
    collect(observed.body, '', (shapes[callOf(observed)] ??= {}))
  })
  return shapes
}

const parentOf = (place: string) => place.replace(/(\[\]|\.[^.[\]]*)$/, '')

/** What `other` answers otherwise than `reference`, of the calls that both answered. */
export function differences(reference: Shapes, other: Shapes): string[] {
  return Object.keys(reference).flatMap((call) => {
    const [known = {}, found] = [reference[call], other[call]]
    if (!found) return []
    const lines = Object.entries(known).flatMap(([place, types]) => {
      const there = found[place]
      // Below something that is missing or empty there, nothing can be said.
      if (!there) {
        const parent = found[parentOf(place)] ?? []
        const isEmpty = place.endsWith('[]') || !parent.includes('object')
        return isEmpty ? [] : [`${place}: missing`]
      }
      const strange = there.filter((type) => !types.includes(type))
      return strange.length > 0 ? [`${place}: ${strange.join(', ')} where the sandbox has ${types.join(', ')}`] : []
    })
    const more = Object.keys(found).filter((place) => !(place in known) && parentOf(place) in known)
    if (more.length > 0) lines.push(`fields that the sandbox does not have: ${more.join(', ')}`)
    return lines.map((line) => `${call}  ${line.replace(/^\./, '')}`)
  })
}
