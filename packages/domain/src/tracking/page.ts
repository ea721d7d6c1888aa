/** The page on which a buyer follows an order. spec: not shown. */
export const MAX_CSS = 8000
export const MAX_RECOMMENDED = 6

const channel = (part: string): number => {
  const value = Number.parseInt(part, 16) / 255
  return value <= 0.039_28 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** Relative luminance of #rrggbb (WCAG 2.2). */
export const luminance = (colour: string): number =>
  0.2126 * channel(colour.slice(1, 3)) + 0.7152 * channel(colour.slice(3, 5)) + 0.0722 * channel(colour.slice(5, 7))

export const contrast = (a: string, b: string): number => {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number] // two in, two out
  return (light + 0.05) / (dark + 0.05)
}

/** Black or white, whichever is read better on a colour. */
export const readableOn = (colour: string): '#000000' | '#ffffff' =>
  contrast(colour, '#000000') >= contrast(colour, '#ffffff') ? '#000000' : '#ffffff'

/** A colour as text on a ground: itself where it can be read there (4.5:1), black or white otherwise. */
export const textColour = (colour: string, ground: string): string =>
  contrast(colour, ground) >= 4.5 ? colour : readableOn(ground)
