/** Stands in for vitest in a rule's tests: keeps them instead of running them, so that each runs as often as it is needed. */
export * from 'vitest'

type Body = (...row: unknown[]) => unknown
export const tests: { id: string; run: () => unknown }[] = []

let names: string[] = []

/** Tests of two files may have one name: the number tells them apart. */
function keep(name: string, run: () => unknown) {
  tests.push({ id: `${tests.length} ${[...names, name].join(' ')}`, run })
}
const bodyOf = (first: object | Body, second?: Body): Body =>
  typeof first === 'function' ? (first as Body) : (second ?? (() => undefined)) // options stand before the body

export const test = Object.assign(
  (name: string, first: object | Body, second?: Body) => keep(name, bodyOf(first, second)),
  {
    each: (rows: readonly unknown[]) => (name: string, first: object | Body, second?: Body) => {
      const body = bodyOf(first, second)
      for (const row of rows) keep(name, () => (Array.isArray(row) ? body(...row) : body(row)))
    },
  },
)
export const it = test

export function describe(name: string, body: () => void) {
  const outer = names
  names = [...outer, name]
  body()
  names = outer
}

/** What tests made stays until the last mutant was tried. */
export const afterAll = (): void => undefined
