/**
 * Every screen of the app: ONE flat table in the order of the spec (foundation and sourcing spec §2). A new page is one
 * row.
 */
import { CODES } from '@omni/contracts/codes.ts'
import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
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

interface Row {
  /** Spelt as in the spec, braces included. */
  path: string
  page: LazyPage
  /** Needs a session, and shows inside the shell. */
  auth: boolean
  title: TextKey
}

const TABLE: readonly Row[] = [
  {
    path: '/app',
    auth: true,
    title: 'home.title',
    page: lazyPage(() => import('./features/home/home.page.tsx'), 'HomePage'),
  },
  {
    path: '/app/community',
    auth: true,
    title: 'community.title',
    page: lazyPage(() => import('./features/home/community.page.tsx'), 'CommunityPage'),
  },
  {
    path: '/app/notifications',
    auth: true,
    title: 'notifications.title',
    page: lazyPage(() => import('./features/notifications/notifications.page.tsx'), 'NotificationsPage'),
  },
  {
    path: '/app/recent-notification',
    auth: true,
    title: 'notifications.recent_title',
    page: lazyPage(() => import('./features/notifications/recent-notification.page.tsx'), 'RecentNotificationPage'),
  },
  {
    path: '/app/guide-line',
    auth: true,
    title: 'quick_start.title',
    page: lazyPage(() => import('./features/onboarding/guide-line.page.tsx'), 'GuideLinePage'),
  },
  {
    path: '/app/ob-welcome',
    auth: true,
    title: 'welcome.title',
    page: lazyPage(() => import('./features/onboarding/ob-welcome.page.tsx'), 'ObWelcomePage'),
  },
  {
    path: '/app/catalog',
    auth: true,
    title: 'shell.catalog',
    page: lazyPage(() => import('./features/catalog/catalog.page.tsx'), 'CatalogPage'),
  },
  {
    path: '/app/catalog/dropshipping',
    auth: true,
    title: 'dropshipping.title',
    page: lazyPage(() => import('./features/catalog/dropshipping.page.tsx'), 'DropshippingPage'),
  },
  {
    path: '/app/catalog/personalized',
    auth: true,
    title: 'personalized.title',
    page: lazyPage(() => import('./features/catalog/personalized.page.tsx'), 'PersonalizedPage'),
  },
  {
    path: '/app/find-product',
    auth: true,
    title: 'find.title',
    page: lazyPage(() => import('./features/catalog/find-product.page.tsx'), 'FindProductPage'),
  },
  {
    path: '/app/find-product/{collectionId}',
    auth: true,
    title: 'find.title',
    page: lazyPage(() => import('./features/catalog/find-product.page.tsx'), 'FindProductPage'),
  },
  {
    path: '/app/find-product/collection',
    auth: true,
    title: 'collections.title',
    page: lazyPage(() => import('./features/catalog/collection.page.tsx'), 'CollectionPage'),
  },
  {
    path: '/app/find-product/image',
    auth: true,
    title: 'image.title',
    page: lazyPage(() => import('./features/catalog/image.page.tsx'), 'ImagePage'),
  },
  {
    path: '/app/find-product/{productSource}/detail/{productId}/{shipTo}',
    auth: true,
    title: 'detail.title',
    page: lazyPage(() => import('./features/product-detail/detail.page.tsx'), 'DetailPage'),
  },
  {
    path: '/app/find-product/favorite-supplier',
    auth: true,
    title: 'suppliers.title',
    page: lazyPage(() => import('./features/suppliers/favorite-supplier.page.tsx'), 'FavoriteSupplierPage'),
  },
  {
    path: '/app/find-product/experts-choice',
    auth: true,
    title: 'experts.title',
    page: lazyPage(() => import('./features/catalog/experts-choice.page.tsx'), 'ExpertsChoicePage'),
  },
  {
    path: '/app/products-import',
    auth: true,
    title: 'import_list.title',
    page: lazyPage(
      () => import('./features/import-list/products-import.page.tsx'),
      'ProductsImportPage',
      loadWorkTexts,
    ),
  },
  {
    path: '/app/products-import/editor/{productCenterId}',
    auth: true,
    title: 'editor.product',
    page: lazyPage(() => import('./features/editor/editor.page.tsx'), 'EditorPage', loadWorkTexts),
  },
  {
    path: '/app/products',
    auth: true,
    title: 'product_center.pushed_title',
    page: lazyPage(() => import('./features/product-center/products.page.tsx'), 'ProductsPage', loadWorkTexts),
  },
  {
    path: '/app/products-center',
    auth: true,
    title: 'product_center.title',
    page: lazyPage(
      () => import('./features/product-center/products-center.page.tsx'),
      'ProductsCenterPage',
      loadWorkTexts,
    ),
  },
  {
    path: '/app/products-center/supplier-list',
    auth: true,
    title: 'product_center.suppliers_title',
    page: lazyPage(() => import('./features/product-center/supplier-list.page.tsx'), 'SupplierListPage', loadWorkTexts),
  },
  {
    path: '/app/products-center/editor/{productCenterId}',
    auth: true,
    title: 'editor.product',
    page: lazyPage(() => import('./features/editor/editor.page.tsx'), 'EditorPage', loadWorkTexts),
  },
  {
    path: '/app/setting',
    auth: true,
    title: 'settings.general',
    page: lazyPage(() => import('./features/settings/setting.page.tsx'), 'SettingPage'),
  },
  {
    path: '/app/setting/account',
    auth: true,
    title: 'settings.account',
    page: lazyPage(() => import('./features/account/account.page.tsx'), 'AccountPage'),
  },
  {
    path: '/app/setting/notification',
    auth: true,
    title: 'settings.notification',
    page: lazyPage(() => import('./features/settings/notification.page.tsx'), 'NotificationPage'),
  },
  {
    path: '/app/setting/source-account',
    auth: true,
    title: 'source_accounts.title',
    page: lazyPage(() => import('./features/source-accounts/source-account.page.tsx'), 'SourceAccountPage'),
  },
  {
    path: '/app/setting/product',
    auth: true,
    title: 'product_settings.product',
    page: lazyPage(() => import('./features/product-settings/product.page.tsx'), 'ProductPage', loadWorkTexts),
  },
  {
    path: '/app/setting/selling-price',
    auth: true,
    title: 'selling_price.title',
    page: lazyPage(
      () => import('./features/product-settings/selling-price.page.tsx'),
      'SellingPricePage',
      loadWorkTexts,
    ),
  },
  {
    path: '/app/setting/monitoring',
    auth: true,
    title: 'product_settings.monitoring',
    page: lazyPage(() => import('./features/product-settings/monitoring.page.tsx'), 'MonitoringPage', loadWorkTexts),
  },
  {
    path: '/app/setting/automation',
    auth: true,
    title: 'product_settings.automation',
    page: lazyPage(() => import('./features/product-settings/automation.page.tsx'), 'AutomationPage', loadWorkTexts),
  },
  {
    path: '/',
    auth: false,
    title: 'landing.title',
    page: lazyPage(() => import('./features/landing/landing.page.tsx'), 'LandingPage'),
  },
  {
    path: '/public/pricing',
    auth: false,
    title: 'public.pricing',
    page: lazyPage(() => import('./features/landing/pricing.page.tsx'), 'PricingPage'),
  },
  {
    path: '/login',
    auth: false,
    title: 'auth.sign_in',
    page: lazyPage(() => import('./features/auth/login.page.tsx'), 'LoginPage'),
  },
  {
    path: '/signup',
    auth: false,
    title: 'auth.create_account',
    page: lazyPage(() => import('./features/auth/signup.page.tsx'), 'SignupPage'),
  },
  {
    path: '/signup/confirm',
    auth: false,
    title: 'auth.confirm_title',
    page: lazyPage(() => import('./features/auth/confirm.page.tsx'), 'ConfirmPage'),
  },
  {
    path: '/signup/email-resend',
    auth: false,
    title: 'auth.resend_title',
    page: lazyPage(() => import('./features/auth/signup-email-resend.page.tsx'), 'SignupEmailResendPage'),
  },
  {
    path: '/signout',
    auth: false,
    title: 'auth.signout_title',
    page: lazyPage(() => import('./features/auth/signout.page.tsx'), 'SignoutPage'),
  },
  {
    path: '/forgot-password',
    auth: false,
    title: 'auth.forgot_title',
    page: lazyPage(() => import('./features/auth/forgot-password.page.tsx'), 'ForgotPasswordPage'),
  },
  {
    path: '/forgot-password/email-resend',
    auth: false,
    title: 'auth.forgot_sent_title',
    page: lazyPage(() => import('./features/auth/forgot-email-resend.page.tsx'), 'ForgotEmailResendPage'),
  },
  {
    path: '/reset-password',
    auth: false,
    title: 'auth.reset_title',
    page: lazyPage(() => import('./features/auth/reset-password.page.tsx'), 'ResetPasswordPage'),
  },
  {
    path: '/auth/email-verification',
    auth: false,
    title: 'auth.verify_title',
    page: lazyPage(() => import('./features/auth/email-verification.page.tsx'), 'EmailVerificationPage'),
  },
  {
    path: '/auth/{social}/callback',
    auth: false,
    title: 'auth.sign_in',
    page: lazyPage(() => import('./features/auth/callback.page.tsx'), 'CallbackPage'),
  },
  {
    path: '/recommended/apps',
    auth: false,
    title: 'apps.title',
    page: lazyPage(() => import('./features/landing/apps.page.tsx'), 'AppsPage'),
  },
]

const Shell = lazyPage(() => import('./shell/shell.tsx'), 'Shell')
const NotFoundInApp = lazyPage(() => import('./features/fallback/not-found.page.tsx'), 'NotFoundInAppPage')
const NotFound = lazyPage(() => import('./features/fallback/not-found.page.tsx'), 'NotFoundPage')

const root = createRootRoute({ component: Outlet, errorComponent: LoadFailed })

const hasLeftEdits = () => storedKeys().some((key) => key.startsWith('omni.edits.'))
let looked = false
/** What a tab that died had typed into a product goes out as soon as somebody is signed in. */
function sendLeftEdits() {
  if (looked || !hasLeftEdits()) return
  looked = true
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

const toRoute = ({ path, page, auth, title }: Row) =>
  createRoute({
    getParentRoute: () => (auth ? shell : root),
    path: toRouterPath(path),
    component: page,
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
  (href) => void router.navigate({ href }),
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
  const [wanted, given] = [path.split('/'), pathname.split('/')]
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith('{') || part === given[at])
}

/**
 * Starts the downloads of the first screen before React does: account, shell and page at once, not one after another.
 */
export function warmUp(pathname: string) {
  const row = TABLE.find(({ path }) => path === pathname) ?? TABLE.find(({ path }) => fits(path, pathname))
  void row?.page.preload()
  if (pathname !== '/app' && !pathname.startsWith('/app/')) return
  void Shell.preload()
  // A failure is met again by the guard, which says it.
  loadAccount().catch(() => undefined)
}
