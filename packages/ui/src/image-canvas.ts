/**
 * Reading, shrinking and cutting pictures in the browser. Sizes and qualities come from the caller (domain/images.ts).
 */
export interface PixelSize {
  width: number
  height: number
}
/** Percent of the picture. */
export interface CropArea extends PixelSize {
  x: number
  y: number
}

export async function readImage(file: Blob): Promise<ImageBitmap> {
  // Photographs carry their rotation as a note; without this they come out lying down.
  return createImageBitmap(file, { imageOrientation: 'from-image' })
}

function draw(image: ImageBitmap, from: { x: number; y: number } & PixelSize, to: PixelSize, background?: string) {
  const canvas = document.createElement('canvas')
  canvas.width = to.width
  canvas.height = to.height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser cannot draw images')
  if (background) {
    context.fillStyle = background
    context.fillRect(0, 0, to.width, to.height)
  }
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, from.x, from.y, from.width, from.height, 0, 0, to.width, to.height)
  return canvas
}

const toBlob = (canvas: HTMLCanvasElement, type: string, quality: number) =>
  new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the image could not be written'))), type, quality)
  })

interface Output {
  type: string
  quality: number
}

/** Jpeg has no transparency: what was see-through would turn black without a ground. */
const groundFor = (type: string) => (type === 'image/jpeg' ? 'white' : undefined)

/** Without a `size` the cut keeps its own pixels. */
export async function cropToBlob(
  image: ImageBitmap,
  area: CropArea,
  { type, quality }: Output,
  size?: PixelSize,
): Promise<Blob> {
  const from = {
    x: (area.x / 100) * image.width,
    y: (area.y / 100) * image.height,
    width: Math.max(1, (area.width / 100) * image.width),
    height: Math.max(1, (area.height / 100) * image.height),
  }
  const to = size ?? { width: Math.round(from.width), height: Math.round(from.height) }
  return toBlob(draw(image, from, to, groundFor(type)), type, quality)
}
