import type { TextKey } from './i18n.ts'

/** Going somewhere from code that is not a component. The router registers itself at start. */
export interface KnownPath {
  /** As in the spec, braces included. */
  path: string
  title: TextKey
  auth: boolean
}

interface Navigation {
  /** In the place of this entry of the history, not behind it. */
  replace?: boolean
  /** The page stays where it was scrolled to: something opens or closes over it. */
  stay?: boolean
}
type Navigate = (href: string, how: Navigation) => void

let navigate: Navigate = (href) => window.location.assign(href)
let known: readonly KnownPath[] = []

export function registerRouter(paths: readonly KnownPath[], go: Navigate) {
  known = paths
  navigate = go
}

export const go = (href: string, how: Navigation = {}) =>
  href.startsWith('/') ? navigate(href, how) : window.location.assign(href)

export const knownPaths = () => known

/** Menus show only what can be opened: areas that are not built are absent. */
export const hasPath = (path: string) => known.some((other) => other.path === path.replace(/[?#].*$/, ''))
