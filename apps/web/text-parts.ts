import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Which texts come with the first screen and which with the work screens that alone use them: the editor's words are a
 * third of all,
 * and nobody who signs in needs them. vite.config.ts cuts each language's file by it; lazy-page.tsx waits for the
 * second part.
 */
const WORK_SECTIONS = [
  'account',
  'analytics',
  'auto_update',
  'automation',
  'billing',
  'bulk',
  'cashback',
  'channels',
  'editor',
  'evidence',
  'extension',
  'feedback',
  'ingest_plan',
  'integrations',
  'listings',
  'mapping',
  'notify',
  'order_payments',
  'order_settings',
  'manage',
  'orders',
  'parcels',
  'pictures',
  'placement',
  'product_center',
  'product_settings',
  'profit',
  'push',
  'refunds',
  'selling_price',
  'source_accounts',
  'two_factor',
  'wallet',
  'house_option',
]
/**
 * Named by menus and page titles, which are there before the page is, by fields that every screen may use, and by the
 * profit on the home screen.
 */
const NAMED_OUTSIDE = [
  'selling_price.not_an_amount',
  'analytics.title',
  'analytics.home_title',
  'analytics.period',
  'analytics.home_link',
  'analytics.failed',
  'analytics.home_empty',
  'analytics.days_1',
  'analytics.days_7',
  'analytics.days_30',
  'analytics.days_60',
  'analytics.days_90',
  'profit.at_most',
  'profit.one_piece',
  'analytics.profit',
  'analytics.revenue',
  'analytics.orders',
  'analytics.margin',
  'analytics.home_chart',
  'analytics.this_period',
  'analytics.period_before',
  'analytics.home_estimated',
  'channels.title',
  'channels.settings_title',
  'channels.callback_title',
  'channels.install_title',
  'channels.move_title',
  'channels.move_confirm_title',
  'auto_update.title',
  'billing.change_title',
  'cashback.title',
  'integrations.title',
  'integrations.product_copy',
  'listings.title',
  'source_accounts.title',
  'order_settings.title',
  'house_option.title',
  'manage.title',
  'manage.tracking_title',
  'orders.title',
  'orders.create_title',
  'order_payments.success_title',
  'order_payments.confirm_title',
  'push.push',
  'editor.product',
  'selling_price.title',
  'product_settings.product',
  'product_settings.monitoring',
  'product_settings.automation',
  'product_center.title',
  'product_center.pushed_title',
  'product_center.suppliers_title',
]

export type TextPart = 'first' | 'work'
export const partOfText = (key: string): TextPart =>
  WORK_SECTIONS.includes(key.split('.', 1)[0] ?? '') && !NAMED_OUTSIDE.includes(key) ? 'work' : 'first'

let building = false

/** `de.json?first` and `de.json?work`: the address of a part of a language's texts. */
export const textParts: Plugin = {
  name: 'omni-text-parts',
  enforce: 'pre',
  configResolved({ command }) {
    building = command === 'build'
  },
  load(id) {
    const [, file, part] = /^(.*\/locales\/[\w-]+\.json)\?(first|work)$/.exec(id) ?? []
    if (!file) return null
    this.addWatchFile(file)
    // checked by scripts/check-locales.ts
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    const source = JSON.stringify(Object.fromEntries(Object.entries(texts).filter(([key]) => partOfText(key) === part)))
    if (!building)
      return {
        code: `export default 'data:application/json;base64,${Buffer.from(source).toString('base64')}'`,
        moduleType: 'js',
      }
    const reference = this.emitFile({
      type: 'asset',
      name: `${part === 'first' ? '' : 'work-'}${basename(file)}`,
      source,
    })
    return { code: `export default import.meta.ROLLUP_FILE_URL_${reference}`, moduleType: 'js' }
  },
}
