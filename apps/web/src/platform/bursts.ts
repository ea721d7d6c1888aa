const APART_MS = 500

/**
 * Names that come in bursts, as while a hundred products are imported: the first of a name is handed on at once, what
 * follows within half a second once more at its end. So the last one is never lost, and nothing is read ten times a
 * second.
 */
export function inBursts<Name extends string>(handOn: (names: readonly Name[]) => void) {
  /** Handed on lately; true: came again since. */
  const lately = new Map<Name, boolean>()

  function open(names: readonly Name[]): void {
    if (names.length === 0) return
    for (const name of names) lately.set(name, false)
    setTimeout(() => {
      const again = names.filter((name) => lately.get(name))
      for (const name of names) lately.delete(name)
      open(again)
    }, APART_MS)
    handOn(names)
  }

  return (names: readonly Name[]): void => {
    const fresh = names.filter((name) => !lately.has(name))
    for (const name of names) if (!fresh.includes(name)) lately.set(name, true)
    open(fresh)
  }
}
