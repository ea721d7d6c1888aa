/**
 * Every screen of the app: ONE flat table in the order of the spec (foundation and sourcing spec §2). A new page is one
 * row. Plain data: the router, the build (which files a page needs first), `npm run find` and `npm run shots` read it.
 */
export interface RouteRow {
  /** Spelt as in the spec, braces included. */
  path: string
  /** `home/community` is `features/home/community.page.tsx`, which exports `CommunityPage`. */
  page: string
  /** Needs a session, and shows inside the shell. */
  auth: boolean
  /** A key of locales/; routes.tsx does not compile with another. */
  title: string
  /** Needs the words of the work screens (text-parts.ts) before it can be drawn. */
  work?: true
}

export const ROUTE_TABLE = [
  { path: '/app', page: 'home/home', auth: true, title: 'home.title' },
  { path: '/app/community', page: 'home/community', auth: true, title: 'community.title' },
  { path: '/app/notifications', page: 'notifications/notifications', auth: true, title: 'notifications.title' },
  {
    path: '/app/recent-notification',
    page: 'notifications/recent-notification',
    auth: true,
    title: 'notifications.recent_title',
  },
  { path: '/app/channel', page: 'stores/channel', auth: true, title: 'channels.title', work: true },
  { path: '/app/guide-line', page: 'onboarding/guide-line', auth: true, title: 'quick_start.title' },
  { path: '/app/ob-welcome', page: 'onboarding/ob-welcome', auth: true, title: 'welcome.title' },
  { path: '/app/catalog', page: 'catalog/catalog', auth: true, title: 'shell.catalog' },
  { path: '/app/catalog/dropshipping', page: 'catalog/dropshipping', auth: true, title: 'dropshipping.title' },
  { path: '/app/catalog/personalized', page: 'catalog/personalized', auth: true, title: 'personalized.title' },
  { path: '/app/find-product', page: 'catalog/find-product', auth: true, title: 'find.title' },
  { path: '/app/find-product/{collectionId}', page: 'catalog/find-product', auth: true, title: 'find.title' },
  { path: '/app/find-product/collection', page: 'catalog/collection', auth: true, title: 'collections.title' },
  { path: '/app/find-product/image', page: 'catalog/image', auth: true, title: 'image.title' },
  {
    path: '/app/find-product/{productSource}/detail/{productId}/{shipTo}',
    page: 'product-detail/detail',
    auth: true,
    title: 'detail.title',
  },
  {
    path: '/app/find-product/favorite-supplier',
    page: 'suppliers/favorite-supplier',
    auth: true,
    title: 'suppliers.title',
  },
  { path: '/app/find-product/experts-choice', page: 'catalog/experts-choice', auth: true, title: 'experts.title' },
  {
    path: '/app/products-import',
    page: 'import-list/products-import',
    auth: true,
    title: 'import_list.title',
    work: true,
  },
  {
    path: '/app/products-import/editor/{productCenterId}',
    page: 'editor/editor',
    auth: true,
    title: 'editor.product',
    work: true,
  },
  {
    path: '/app/products',
    page: 'product-center/products',
    auth: true,
    title: 'product_center.pushed_title',
    work: true,
  },
  {
    path: '/app/products-center',
    page: 'product-center/products-center',
    auth: true,
    title: 'product_center.title',
    work: true,
  },
  {
    path: '/app/products-center/supplier-list',
    page: 'product-center/supplier-list',
    auth: true,
    title: 'product_center.suppliers_title',
    work: true,
  },
  {
    path: '/app/products-center/editor/{productCenterId}',
    page: 'editor/editor',
    auth: true,
    title: 'editor.product',
    work: true,
  },
  {
    path: '/app/products/auto-update',
    page: 'auto-update/auto-update',
    auth: true,
    title: 'auto_update.title',
    work: true,
  },
  { path: '/app/list', page: 'listings/list', auth: true, title: 'listings.title', work: true },
  { path: '/app/orders', page: 'orders/orders', auth: true, title: 'orders.title', work: true },
  { path: '/app/orders/create', page: 'orders/create', auth: true, title: 'orders.create_title', work: true },
  { path: '/app/orders/shipment', page: 'orders/shipment', auth: true, title: 'orders.title', work: true },
  { path: '/app/orders/cancel-refund', page: 'orders/cancel-refund', auth: true, title: 'orders.title', work: true },
  {
    path: '/app/orders/payment-success',
    page: 'order-payments/payment-success',
    auth: true,
    title: 'order_payments.success_title',
    work: true,
  },
  {
    path: '/app/orders/payment-confirmation',
    page: 'order-payments/payment-confirmation',
    auth: false,
    title: 'order_payments.confirm_title',
    work: true,
  },
  { path: '/app/v2/orders', page: 'orders/orders', auth: true, title: 'orders.title', work: true },
  { path: '/app/setting', page: 'settings/setting', auth: true, title: 'settings.general' },
  { path: '/app/setting/account', page: 'account/account', auth: true, title: 'settings.account', work: true },
  {
    path: '/app/setting/notification',
    page: 'settings/notification',
    auth: true,
    title: 'settings.notification',
    work: true,
  },
  {
    path: '/app/setting/source-account',
    page: 'source-accounts/source-account',
    auth: true,
    title: 'source_accounts.title',
    work: true,
  },
  { path: '/app/setting/migrate', page: 'stores/migrate', auth: true, title: 'channels.move_title', work: true },
  { path: '/app/setting/integration', page: 'stores/integration', auth: true, title: 'integrations.title', work: true },
  {
    path: '/app/setting/integration/product-copy',
    page: 'mapping/product-copy',
    auth: true,
    title: 'integrations.product_copy',
    work: true,
  },
  {
    path: '/app/setting/channel',
    page: 'stores/setting-channel',
    auth: true,
    title: 'channels.settings_title',
    work: true,
  },
  {
    path: '/app/setting/product',
    page: 'product-settings/product',
    auth: true,
    title: 'product_settings.product',
    work: true,
  },
  {
    path: '/app/setting/selling-price',
    page: 'product-settings/selling-price',
    auth: true,
    title: 'selling_price.title',
    work: true,
  },
  {
    path: '/app/setting/monitoring',
    page: 'product-settings/monitoring',
    auth: true,
    title: 'product_settings.monitoring',
    work: true,
  },
  {
    path: '/app/setting/automation',
    page: 'product-settings/automation',
    auth: true,
    title: 'product_settings.automation',
    work: true,
  },
  {
    path: '/app/setting/order/order-placement',
    page: 'order-settings/order-placement',
    auth: true,
    title: 'order_settings.title',
    work: true,
  },
  {
    path: '/app/setting/zopi-fulfillment',
    page: 'order-settings/zopi-fulfillment',
    auth: true,
    title: 'zopi_fulfilment.title',
    work: true,
  },
  { path: '/app/setting/wallet', page: 'wallet/wallet', auth: true, title: 'settings.wallet', work: true },
  { path: '/app/setting/payments', page: 'wallet/payments', auth: true, title: 'settings.payments', work: true },
  { path: '/', page: 'landing/landing', auth: false, title: 'landing.title' },
  { path: '/public/pricing', page: 'landing/pricing', auth: false, title: 'public.pricing' },
  { path: '/login', page: 'auth/login', auth: false, title: 'auth.sign_in' },
  { path: '/signup', page: 'auth/signup', auth: false, title: 'auth.create_account' },
  { path: '/signup/confirm', page: 'auth/confirm', auth: false, title: 'auth.confirm_title' },
  { path: '/signup/email-resend', page: 'auth/signup-email-resend', auth: false, title: 'auth.resend_title' },
  { path: '/signout', page: 'auth/signout', auth: false, title: 'auth.signout_title' },
  { path: '/forgot-password', page: 'auth/forgot-password', auth: false, title: 'auth.forgot_title' },
  {
    path: '/forgot-password/email-resend',
    page: 'auth/forgot-email-resend',
    auth: false,
    title: 'auth.forgot_sent_title',
  },
  { path: '/reset-password', page: 'auth/reset-password', auth: false, title: 'auth.reset_title' },
  { path: '/auth/email-verification', page: 'auth/email-verification', auth: false, title: 'auth.verify_title' },
  {
    path: '/auth/store-migrate-verification',
    page: 'stores/store-migrate-verification',
    auth: false,
    title: 'channels.move_confirm_title',
    work: true,
  },
  {
    path: '/auth/platform/{platform}/auto-login',
    page: 'auth/auto-login',
    auth: false,
    title: 'auth.auto_login_title',
  },
  {
    path: '/app/auth/bind/platform',
    page: 'stores/bind-platform',
    auth: true,
    title: 'channels.callback_title',
    work: true,
  },
  { path: '/callback', page: 'stores/callback', auth: false, title: 'channels.callback_title', work: true },
  { path: '/install', page: 'stores/install', auth: false, title: 'channels.install_title', work: true },
  { path: '/auth/{social}/callback', page: 'auth/callback', auth: false, title: 'auth.sign_in' },
  { path: '/recommended/apps', page: 'landing/apps', auth: false, title: 'apps.title' },
] as const satisfies readonly RouteRow[]

/** Where the page's file is, below `src/`. */
export const pageFile = (page: string) => `features/${page}.page.tsx`
