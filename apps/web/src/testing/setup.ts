/**
 * Set up for every file of screen tests. They share a process and its window, which took longer to make than most files
 * take; what a file leaves behind is put away here.
 */
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, inject, vi } from 'vitest'

// What a test waits for comes when the machine gets to it; the limit is there for what never comes.
configure({ asyncUtilTimeout: 30_000 * inject('patience') })

// The next file reads the product's modules anew, with what it replaces in place.
vi.resetModules()

/** Stands in for the browser's: no condition holds, or every one. */
const mediaThat = (matches: boolean) => () => ({
  matches,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
})
beforeEach(() => {
  vi.stubGlobal('matchMedia', mediaThat(false))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
afterAll(() => {
  document.head.replaceChildren()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
})

declare module 'vitest' {
  interface ProvidedContext {
    patience: number
  }
}
