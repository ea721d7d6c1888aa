/** Browser storage that may be forbidden (frames, private windows): then nothing is remembered, and nothing breaks. */
type Area = 'localStorage' | 'sessionStorage'

export function stored(key: string, area: Area = 'localStorage'): string | null {
  try {
    return window[area].getItem(key)
  } catch {
    return null
  }
}

export function store(key: string, value: string | null, area: Area = 'localStorage') {
  try {
    if (value === null) window[area].removeItem(key)
    else window[area].setItem(key, value)
  } catch {
    // see above
  }
}

export function storedKeys(): string[] {
  try {
    return Object.keys(window.localStorage)
  } catch {
    return []
  }
}
