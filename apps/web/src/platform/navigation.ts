import type { TextKey } from './i18n.ts'

/** Going somewhere from code that is not a component. The router registers itself at start. */
export interface KnownPath {
  /** As in the spec, braces included. */
  path: string
  title: TextKey
  auth: boolean
}

let navigate: (href: string) => void = (href) => window.location.assign(href)
let known: readonly KnownPath[] = []

export function registerRouter(paths: readonly KnownPath[], go: (href: string) => void) {
  known = paths
  navigate = go
}

export const go = (href: string) => (href.startsWith('/') ? navigate(href) : window.location.assign(href))

export const knownPaths = () => known

/** Menus show only what can be opened: areas that are not built are absent. */
export const hasPath = (path: string) => known.some((other) => other.path === path.replace(/[?#].*$/, ''))
