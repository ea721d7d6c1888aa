declare module 'heic-decode' {
  /** RGBA of the first picture inside, turned as the file says. */
  export default function decode(input: {
    buffer: Uint8Array
  }): Promise<{ width: number; height: number; data: Uint8ClampedArray }>
}
