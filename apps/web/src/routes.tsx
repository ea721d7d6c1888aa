/** The router: route-table.ts with its pages, the shell around those that need a session, and the fallbacks. */
import { CODES } from '@omni/contracts/codes.ts'
import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { loadAccount } from './platform/load-account.ts'
import { loadWorkTexts, textsReady, translate, type TextKey } from './platform/i18n.ts'
import { lazyPage, type LazyPage } from './platform/lazy-page.tsx'
import { registerRouter } from './platform/navigation.ts'
import { CallFailure } from './platform/query.ts'
import { signInAddress } from './platform/react-to-reply.ts'
import { mode } from './platform/session.ts'
import { storedKeys } from './platform/storage.ts'
import { LoadFailed } from './platform/load-failed.tsx'
import { parseSearch, stringifySearch } from './platform/search-text.ts'
import { ROUTE_TABLE, type RouteRow } from './route-table.ts'

type Load = () => Promise<Record<string, FunctionComponent>>

/** Pages outside. Those behind the sign-in are in app-pages.ts. */
const PAGES = import.meta.glob<Record<string, FunctionComponent>>(
  ['./{auth,help,landing}/*.page.tsx', './stores/{callback,install,store-migrate-verification}.page.tsx'],
  { base: './features' },
)

const loaderOf =
  (file: string): Load =>
  async () => {
    const load = (await import('./app-pages.ts')).APP_PAGES[file]
    if (!load) throw new Error(`no file for the page ${file}`)
    return load()
  }

/** `ob-welcome` -> `ObWelcomePage`. */
const componentName = (file: string) =>
  `${file.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}Page`

function pageOf({ page, work }: RouteRow): LazyPage {
  const file = `./${page}.page.tsx`
  return lazyPage(PAGES[file] ?? loaderOf(file), componentName(page.split('/').at(-1) ?? ''), work && loadWorkTexts)
}

interface Row {
  path: string
  auth: boolean
  title: TextKey
  component: LazyPage
}
const TABLE = ROUTE_TABLE.map((row): Row => ({
  path: row.path,
  auth: row.auth,
  title: row.title,
  component: pageOf(row),
}))

const Shell = lazyPage(() => import('./shell/shell.tsx'), 'Shell')
const NotFoundInApp = lazyPage(() => import('./features/fallback/not-found.page.tsx'), 'NotFoundInAppPage')
const NotFound = lazyPage(() => import('./features/fallback/not-found.page.tsx'), 'NotFoundPage')

const root = createRootRoute({ component: Outlet, errorComponent: LoadFailed })

const hasLeftEdits = () => storedKeys().some((key) => key.startsWith('omni.edits.'))
let checkedLeftEdits = false
/** What a tab that died had typed into a product goes out as soon as somebody is signed in. */
function sendLeftEdits() {
  if (checkedLeftEdits || !hasLeftEdits()) return
  checkedLeftEdits = true
  void import('./features/editor/left-edits.ts').then((module) => module.sendLeftEdits()).catch(() => undefined)
}

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  errorComponent: LoadFailed,
  beforeLoad: async ({ location }) => {
    try {
      await loadAccount()
      sendLeftEdits()
    } catch (error) {
      const unauthorized = error instanceof CallFailure && error.envelope.status === CODES.unauthorized.status
      if (unauthorized)
        throw redirect({ href: mode.embedded ? `/install${mode.search}` : signInAddress(location.href) })
      throw error
    }
  },
})

/** '{social}' is '$social' to the router. Home ends in a slash there, or the fallback below it would win. */
const toRouterPath = (path: string) => (path === '/app' ? '/app/' : path.replace(/\{(\w+)\}/g, '$$$1'))

const toRoute = ({ path, component, auth, title }: Row) =>
  createRoute({
    getParentRoute: () => (auth ? shell : root),
    path: toRouterPath(path),
    component,
    staticData: { title },
  })

const inShell = TABLE.filter((row) => row.auth).map(toRoute)
const outside = TABLE.filter((row) => !row.auth).map(toRoute)
const appFallback = createRoute({
  getParentRoute: () => shell,
  path: '/app/$',
  component: NotFoundInApp,
  staticData: { title: 'not_found.title' },
})
const fallback = createRoute({
  getParentRoute: () => root,
  path: '$',
  component: NotFound,
  staticData: { title: 'not_found.title' },
})

export const router = createRouter({
  parseSearch,
  stringifySearch,
  routeTree: root.addChildren([shell.addChildren([...inShell, appFallback]), ...outside, fallback]),
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: LoadFailed,
  defaultPendingMs: 150,
})

registerRouter(
  TABLE.map(({ path, title, auth }) => ({ path, title, auth })),
  (href, { replace = false, stay = false }) => void router.navigate({ href, replace, resetScroll: !stay }),
)

export function showTitle() {
  const title = router.state.matches.at(-1)?.staticData.title
  document.title = title ? `${translate(title)} · Omni` : 'Omni'
}
// A page opened by its address can be there before the first words are.
router.subscribe('onResolved', () => void textsReady.then(showTitle))

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: TextKey
  }
}

/** '/a/{b}' and '/a/x'. */
function fits(path: string, pathname: string): boolean {
  const [pattern, parts] = [path.split('/'), pathname.split('/')]
  return pattern.length === parts.length && pattern.every((part, at) => part.startsWith('{') || part === parts[at])
}

/**
 * Starts the downloads of the first screen before React does: account, shell and page at once, not one after another.
 */
export function warmUp(pathname: string) {
  const row = TABLE.find(({ path }) => path === pathname) ?? TABLE.find(({ path }) => fits(path, pathname))
  void row?.component.preload()
  if (pathname !== '/app' && !pathname.startsWith('/app/')) return
  void Shell.preload()
  // A failure is met again by the guard, which says it.
  loadAccount().catch(() => undefined)
}
