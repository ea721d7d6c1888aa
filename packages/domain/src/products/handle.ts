/**
 * The last part of a product's address in a shop: 'Robe d'été, 2 pièces' -> 'robe-d-été-2-pièces'. Letters of every
 * script stay.
 */

const MAX_HANDLE = 255

/** Cut at whole letters, so no half of a sign beyond the first plane is left. */
export function handleOf(title: string): string {
  const words =
    title
      .normalize('NFC')
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  let handle = words.join('-')
  if (handle.length > MAX_HANDLE)
    handle = handle
      .slice(0, MAX_HANDLE)
      .replace(/[\uD800-\uDBFF]$/, '')
      .replace(/-+$/, '')
  return handle
}
