/** spec: not shown. */
const MAX_NAME = 120
const NAMELESS = 'image'

/**
 * A file's name as a text to show, never part of a path: without folders, and without signs that are not seen or that
 * turn the reading
 * order around (\p{C}: controls, formats, halves of signs).
 */
export function cleanName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const seen = last.replace(/\p{C}/gu, '').replace(/\s+/g, ' ').trim()
  const kept = [...seen].slice(0, MAX_NAME).join('').trim()
  return /^\.*$/.test(kept) ? NAMELESS : kept
}

/** What the last part of an address is called. */
export function nameOfLink(link: string): string {
  const path = URL.parse(link)?.pathname ?? ''
  try {
    return cleanName(decodeURIComponent(path))
  } catch {
    return cleanName(path) // percent signs that mean themselves
  }
}
