/** Whoever tells what currencies are worth. */
export interface RatesSource {
  latest: () => Promise<{ as_of: Date; rates: Record<string, number> }>
}
