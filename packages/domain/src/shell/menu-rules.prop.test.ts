import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  appSwitcherEntries,
  extraEntries,
  mobileEntries,
  selectedEntry,
  sidebarEntries,
  topBarEntries,
  userMenuEntries,
} from './menu-rules.ts'

const flags = fc.record({
  embedded: fc.boolean(),
  billing_hidden: fc.boolean(),
  is_user_mkt: fc.boolean(),
  onboarding: fc.boolean(),
  has_shop: fc.boolean(),
  free: fc.boolean(),
  payment_provider: fc.constantFrom(null, '', 'shopify', 'paddle'),
})

test('hidden entries never show, the working ones always do', () => {
  fc.assert(
    fc.property(flags, (f) => {
      const side = sidebarEntries(f)
      expect(side.slice(0, 5)).toEqual(['catalog', 'import_list', 'products', 'orders', 'analytics'])
      expect(side.slice(5)).toEqual(f.embedded ? ['general_setting'] : [])
      expect(extraEntries(f)).not.toContain('manage')
      expect(mobileEntries(f).slice(0, 4)).toEqual(['home', 'catalog', 'products', 'orders'])
      expect(topBarEntries(f).filter((e) => e !== 'upgrade')).toEqual([
        'usage',
        'language',
        'notifications',
        'app_switcher',
        'user_menu',
      ])
      expect(userMenuEntries(f).slice(-2)).toEqual(['help_center', 'log_out'])
    }),
  )
  expect(appSwitcherEntries({ researcher: true })).toEqual(['omni', 'researcher'])
  expect(appSwitcherEntries({ researcher: false })).toEqual(['omni'])
})

test('settings are reachable from one place at most, and from none only where billing is hidden', () => {
  fc.assert(
    fc.property(flags, (f) => {
      const places = [...sidebarEntries(f), ...extraEntries(f)].filter((e) => e === 'general_setting').length
      expect(places).toBe(f.embedded || !f.billing_hidden ? 1 : 0)
      if (f.embedded) expect(extraEntries(f)).toEqual([])
      if (f.billing_hidden) expect(mobileEntries(f)).not.toContain('more')
    }),
  )
})

test('billing links vanish for marketplace users and hidden billing, and only for the stated reasons', () => {
  fc.assert(
    fc.property(flags, (f) => {
      const lost = f.is_user_mkt || f.billing_hidden
      const viaProvider = f.embedded && (f.payment_provider ?? '') !== ''
      expect(userMenuEntries(f).includes('billing_plan')).toBe(!lost && !viaProvider && !f.onboarding)
      expect(userMenuEntries(f).includes('linked_stores')).toBe(!f.onboarding)
      expect(topBarEntries(f).includes('upgrade')).toBe(!lost && f.has_shop && f.free)
    }),
  )
})

test('the path selects its entry, whatever follows it', () => {
  const tail = fc.constantFrom('', '/', '?page=2', '#x', '/detail/1', '///')
  fc.assert(
    fc.property(tail, (rest) => {
      expect(selectedEntry(`/app/products-import${rest}`)).toBe('import_list')
      expect(selectedEntry(`/app/products${rest}`)).toBe('products')
      expect(selectedEntry(`/app/v2/orders${rest}`)).toBe('orders')
      expect(selectedEntry(`/app/find-product${rest}`)).toBe('catalog')
      expect(selectedEntry(`/app/community${rest}`)).toBeUndefined()
    }),
  )
  expect(['/app', '/app/?a=/app/orders', '/login'].map(selectedEntry)).toEqual(['home', 'home', undefined])
})
