import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import type { FunctionComponent } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import { keptPendingAction, recordBegun } from '../../platform/pending-action.ts'
import { CallbackPage } from './callback.page.tsx'
import { ChannelPage } from './channel.page.tsx'
import { InstallPage } from './install.page.tsx'
import { SettingChannelPage } from './setting-channel.page.tsx'
import type { ConnectedStore } from './store-health.ts'
import { draw } from '../../testing/draw.tsx'

const { send, go, toast, url } = vi.hoisted(() => ({
  send: vi.fn(),
  go: vi.fn(),
  toast: vi.fn(),
  url: { values: {} as Record<string, string> },
}))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/i18n.ts', async () => ({
  ...(await import('../../testing/english.ts')),
  showLanguage: vi.fn(),
  changeLanguage: vi.fn(),
}))
vi.mock('../../platform/account.ts', () => ({ useAccount: () => ({ id: 'u1' }), signOut: vi.fn() }))
vi.mock('../../platform/toasts.tsx', () => ({ toast, replyToast: vi.fn() }))
vi.mock('../../platform/navigation.ts', () => ({ go, hasPath: () => true, knownPaths: () => [] }))
vi.mock('../../platform/url-state.ts', () => ({ useUrlState: () => [url.values, vi.fn()] }))
vi.mock('../auth/showcase-panel.tsx', () => ({ ShowcasePanel: () => null }))
vi.mock('@tanstack/react-router', () => ({
  useLocation: () => ({ pathname: '/app/setting/channel' }),
  useRouter: () => ({}),
}))

const shop = (change: Partial<ConnectedStore> = {}): ConnectedStore => ({
  id: 's1',
  workplace_id: 'w1',
  platform: 'shopify',
  platform_domain: 'northwind.myshopify.com',
  domain: 'northwind.example',
  status: 'active',
  health: 'ok',
  findings: [],
  checked_at: new Date().toISOString(),
  is_default: true,
  currency: 'EUR',
  plan_name: '',
  owner_email: '',
  owner_name: '',
  owner_id: '',
  store_name: 'Northwind',
  metadata: { external_channels: [] },
  created_at: '2026-01-01T00:00:00Z',
  ...change,
})
const ok = (data: unknown) => ({ status: 200, success: true, message: '', data })
const no = (status: number, message = '') => ({ status, success: false, message, data: null, errors: null })
const account = {
  id: 'u1',
  email: 'ann@example.com',
  linked_stores: {},
  workplaces: [{ id: 'w1', name: 'W', store_domains: [] }],
}
let answers: Record<string, (input: Record<string, unknown>) => unknown> = {}
const sent = (name: string) =>
  send.mock.calls.filter(([call]) => (call as { name: string }).name === name).map(([, input]) => input as unknown) // what the mock was given

const show = (Page: FunctionComponent) => draw(<Page />)
const open = (address: string) => window.history.replaceState(null, '', address)
let assign = vi.spyOn(window.location, 'assign')

beforeEach(() => {
  vi.clearAllMocks()
  queryClient.clear()
  sessionStorage.clear()
  localStorage.clear()
  document.cookie = 'omni_connecting=; path=/; max-age=0'
  url.values = {}
  answers = {
    listStore: () => ok({ items: [shop()], connectable: ['shopify', 'woocommerce'], keys_only: [] }),
    getAccount: () => ok({ ...account, current_workplace_id: 'w1', language: 'en' }),
    getAllProductSettings: () => ok({ channels: [] }),
    listPublications: () => ok({ items: [{ id: '1', handle: 'online', name: 'Online Store' }] }),
  }
  send.mockImplementation(
    async (call: { name: string }, input: Record<string, unknown>) => answers[call.name]?.(input) ?? ok({}),
  )
  assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
})
afterEach(cleanup)

test('a disconnected store can be taken off the list; each channel has its own fee', async () => {
  answers['listStore'] = () =>
    ok({
      items: [shop({ status: 'disconnected', health: 'disconnected' })],
      connectable: ['shopify', 'tiktok'],
      keys_only: [],
    })
  const channel = { is_publish: true, allow_sell_out_of_stock: true, sync_order: true, fee_fixed: 0 }
  answers['getAllProductSettings'] = () =>
    ok({
      selling_price: { currency: 'USD' },
      channels: [
        { ...channel, channel: 'shopify', fee_percent: null },
        { ...channel, channel: 'google', fee_percent: 1 },
      ],
    })
  show(SettingChannelPage)
  fireEvent.click(await screen.findByRole('button', { name: 'Remove from the list: Northwind' }))
  await waitFor(() => expect(sent('unlinkPlatform')).toEqual([{ store_id: 's1' }]))
  const fee = await screen.findByRole('textbox', { name: 'Fee of the channel' })
  fireEvent.change(fee, { target: { value: '6,5' } })
  fireEvent.blur(fee)
  await waitFor(() => expect(sent('updateChannelSettings')).toEqual([{ channel: 'shopify', fee_percent: 6.5 }]))
  const fixed = await screen.findByRole('textbox', { name: /^Fixed fee of the channel/ })
  fireEvent.change(fixed, { target: { value: '0.35' } })
  fireEvent.blur(fixed)
  await waitFor(() => expect(sent('updateChannelSettings')[1]).toEqual({ channel: 'shopify', fee_fixed: 35 }))
})

test('a store shows how it stands; what is not built is announced and offers nothing', async () => {
  const { container } = show(ChannelPage)
  const shopify = await screen.findByRole('region', { name: 'Shopify' })
  expect(shopify.textContent).toContain('Northwind')
  expect(shopify.textContent).toContain('EUR')
  expect(await within(shopify).findByText('Can show products in: Online Store')).toBeTruthy()
  for (const name of ['Etsy', 'PrestaShop']) {
    const card = screen.getByRole('region', { name })
    expect(within(card).getByText('Coming soon')).toBeTruthy()
    expect(within(card).queryByRole('button')).toBeNull()
  }
  expect((await axe.run(container, { rules: { region: { enabled: false } } })).violations).toEqual([])
})

test('connecting: empty cannot be sent, a store that is there is refused beside the field, then the browser leaves', async () => {
  answers['linkPlatform'] = () => ok({ url: 'https://acme.myshopify.com/admin/oauth' })
  show(ChannelPage)
  fireEvent.click(await screen.findByRole('button', { name: 'Connect another: Shopify' }))
  const dialog = await screen.findByRole('dialog')
  const button = within(dialog).getByRole('button', { name: 'Connect' }) as HTMLButtonElement // a Mantine button is one
  expect(button.disabled).toBe(true)
  const field = within(dialog).getByLabelText('Store address') as HTMLInputElement // a text field
  fireEvent.change(field, { target: { value: 'Northwind' } })
  await act(async () => fireEvent.click(button))
  expect(within(dialog).getByText('This store is connected already.')).toBeTruthy()
  expect(field.value).toBe('Northwind')
  expect(sent('linkPlatform')).toEqual([])
  fireEvent.change(field, { target: { value: 'acme' } })
  await act(async () => fireEvent.click(button))
  expect(sent('linkPlatform')).toEqual([{ platform: 'shopify', shop: 'acme.myshopify.com' }])
  expect(assign).toHaveBeenCalledWith('https://acme.myshopify.com/admin/oauth')
})

test('a TikTok shop is connected without typing anything, and says what it lacks before it may list', async () => {
  const tiktok = shop({ id: 's2', platform: 'tiktok', platform_domain: '7494', domain: 'USLC1', store_name: 'Live' })
  answers['listStore'] = () => ok({ items: [tiktok], connectable: ['shopify', 'tiktok'], keys_only: [] })
  answers['getConsentUrl'] = () => ok({ url: 'https://services.tiktokshop.com/open/authorize?service_id=1' })
  answers['checkPrerequisites'] = () =>
    ok({
      is_ready: false,
      items: [
        { item: 'SHOP_TAX', is_failed: false, reasons: [] },
        { item: 'RETURN_WAREHOUSE', is_failed: true, reasons: ['Set a return warehouse.'] },
      ],
    })
  show(ChannelPage)
  expect(await screen.findByText('Cannot list yet: Set a return warehouse.')).toBeTruthy()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Connect another: TikTok Shop' })))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(assign).toHaveBeenCalledWith('https://services.tiktokshop.com/open/authorize?service_id=1')
  answers['getConsentUrl'] = () => no(201, 'Not offered here.')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Connect another: TikTok Shop' })))
  expect(toast).toHaveBeenCalledWith('error', 'Not offered here.')
})

test('a refusal of the server stands beside the field and what was typed stays', async () => {
  answers['linkPlatform'] = () => no(201, 'No shop answers there.')
  show(ChannelPage)
  fireEvent.click(await screen.findByRole('button', { name: 'Connect: WooCommerce' }))
  const field = (await screen.findByLabelText('Store address')) as HTMLInputElement // a text field
  fireEvent.change(field, { target: { value: 'https://nobody.example' } })
  await act(async () => fireEvent.submit(field))
  expect(await screen.findByText('No shop answers there.')).toBeTruthy()
  expect(field.value).toBe('https://nobody.example')
  expect(assign).not.toHaveBeenCalled()
})

test('where outlets are picked afterwards nobody types an address', async () => {
  answers['listStore'] = () => ok({ items: [], connectable: ['facebook', 'google'], keys_only: [] })
  answers['getFacebookAuth'] = () => no(201, 'Not now.')
  answers['getGoogleMerchantAuth'] = () => ok({ url: 'https://accounts.example/consent' })
  const { container } = show(ChannelPage)
  fireEvent.click(await screen.findByRole('button', { name: 'Connect: Facebook' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByLabelText('Store address')).toBeNull()
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Connect' })))
  expect(within(dialog).getByText('Not now.')).toBeTruthy()
  expect(assign).not.toHaveBeenCalled()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  fireEvent.click(screen.getByRole('button', { name: 'Connect: Google' }))
  const other = await screen.findByRole('dialog', { name: 'Connect Google' })
  await act(async () => fireEvent.click(within(other).getByRole('button', { name: 'Connect' })))
  expect(assign).toHaveBeenCalledWith('https://accounts.example/consent')
  expect((await axe.run(container, { rules: { region: { enabled: false } } })).violations).toEqual([])
})

test('a catalogue is picked: one that is refused leaves the others to pick', async () => {
  const outlets = [
    { id: '91', name: 'Main', owner: 'Northwind' },
    { id: '92', name: 'Outlet', owner: 'Northwind' },
  ]
  answers['callbackFacebook'] = () => ok({ ticket: 't1', outlets })
  answers['linkFacebook'] = ({ id }) => (id === '91' ? no(201, 'It is connected already.') : ok(shop()))
  open('/callback?code=c&state=facebook.abc')
  const { container } = show(CallbackPage)
  expect(await screen.findByRole('heading', { name: 'Choose a catalogue' })).toBeTruthy()
  expect(sent('callbackFacebook')).toEqual([{ query: { code: 'c', state: 'facebook.abc' } }])
  expect((await axe.run(container)).violations).toEqual([])
  const button = screen.getByRole('button', { name: 'Connect' })
  await act(async () => fireEvent.click(button))
  expect(screen.getByText('It is connected already.')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: /Outlet/ }))
  await act(async () => fireEvent.click(button))
  expect(sent('linkFacebook')).toEqual([
    { ticket: 't1', id: '91' },
    { ticket: 't1', id: '92' },
  ])
  expect(go).toHaveBeenCalledWith('/app/channel')
})

test('disconnecting asks first and names the store to the server', async () => {
  show(ChannelPage)
  fireEvent.click(await screen.findByRole('button', { name: 'Disconnect: Northwind' }))
  expect(sent('uninstallPlatform')).toEqual([])
  const dialog = await screen.findByRole('dialog')
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Disconnect' })))
  expect(sent('uninstallPlatform')).toEqual([{ platform: 'shopify', shop: 'northwind.myshopify.com' }])
  expect(toast).toHaveBeenCalledWith('success', 'Northwind is disconnected.')
})

test('disconnecting says that the key stays good, and when the store goes on telling us', async () => {
  const site = shop({ platform: 'woocommerce', platform_domain: 'https://pine.example', store_name: 'Pine' })
  answers['listStore'] = () => ok({ items: [site], connectable: ['woocommerce'], keys_only: [] })
  answers['uninstallPlatform'] = () => ok({ unsubscribed: false })
  show(ChannelPage)
  fireEvent.click(await screen.findByRole('button', { name: 'Disconnect: Pine' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('until you revoke it')
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Disconnect' })))
  expect(toast).toHaveBeenCalledWith('success', expect.stringMatching(/^Pine is disconnected\. .*revoke it/))
  expect(toast).toHaveBeenCalledWith('info', expect.stringContaining('Delete the webhooks'))
})

test('an account of Google is disconnected by the call it has', async () => {
  const store = shop({ platform: 'google', platform_domain: '512', store_name: 'Northwind Goods' })
  answers['listStore'] = () => ok({ items: [store], connectable: ['google'], keys_only: [] })
  show(ChannelPage)
  fireEvent.click(await screen.findByRole('button', { name: 'Disconnect: Northwind Goods' }))
  const dialog = await screen.findByRole('dialog')
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Disconnect' })))
  expect(sent('disconnectGoogleMerchant')).toEqual([{ shop: '512' }])
})

test('a check says what was found; an expired store is connected again with its own address', async () => {
  answers['listStore'] = () => ok({ items: [shop({ health: 'expired' })], connectable: ['shopify'], keys_only: [] })
  answers['verifyPlatform'] = () => ok(shop({ health: 'webhooks_lost' }))
  answers['linkPlatform'] = () => ok({ url: 'https://northwind.myshopify.com/again' })
  show(ChannelPage)
  const button = await screen.findByRole('button', { name: 'Check now: Northwind' })
  await act(async () => fireEvent.click(button))
  expect(sent('verifyPlatform')).toEqual([{ store_id: 's1' }])
  expect(toast.mock.calls[0]?.[1]).toContain('Does not tell us of changes')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Reconnect: Northwind' })))
  expect(sent('linkPlatform')).toEqual([{ platform: 'shopify', shop: 'northwind.myshopify.com' }])
})

test('what the platform keeps from us stands with the store; a scope is given by connecting again', async () => {
  const findings = [
    { is: 'protected' as const, name: 'email' },
    { is: 'scope' as const, name: 'read_publications' },
  ]
  answers['listStore'] = () => ok({ items: [shop({ findings })], connectable: ['shopify'], keys_only: [] })
  answers['linkPlatform'] = () => ok({ url: 'https://northwind.myshopify.com/again' })
  show(ChannelPage)
  expect(await screen.findByText(/kept back \(email\)/)).toBeTruthy()
  expect(screen.getByText(/permission is missing: read_publications/)).toBeTruthy()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Reconnect: Northwind' })))
  expect(sent('linkPlatform')).toEqual([{ platform: 'shopify', shop: 'northwind.myshopify.com' }])
})

test('without a store one may go on, and the pending action is carried out', async () => {
  url.values = { next: '/app/find-product?text=lamp' }
  answers['listStore'] = () => ok({ items: [], connectable: ['shopify'], keys_only: [] })
  show(ChannelPage)
  const button = await screen.findByRole('button', { name: 'Go on without a store' })
  expect(keptPendingAction()).toBe('/app/find-product?text=lamp')
  fireEvent.click(button)
  expect(go).toHaveBeenCalledWith('/app/find-product?text=lamp')
  expect(keptPendingAction()).toBeNull()
  expect(Object.keys(localStorage).some((key) => key.startsWith('omni.without-store.'))).toBe(true)
})

test('a pending action that leads elsewhere is not followed', async () => {
  url.values = { next: 'https://evil.example/app' }
  answers['listStore'] = () => ok({ items: [], connectable: [], keys_only: [] })
  show(ChannelPage)
  fireEvent.click(await screen.findByRole('button', { name: 'Go on without a store' }))
  expect(go).toHaveBeenCalledWith('/app')
})

test('the settings list the stores and read their currencies again', async () => {
  answers['refreshStoresCurrency'] = () => ok({ items: [{ store_id: 's1', currency: 'USD', changed: true }] })
  const { container } = show(SettingChannelPage)
  const button = await screen.findByRole('button', { name: 'Read currencies again' })
  await act(async () => fireEvent.click(button))
  expect(toast).toHaveBeenCalledWith('success', '1 store has another currency now.')
  expect((await axe.run(container, { rules: { region: { enabled: false } } })).violations).toEqual([])
})

test('back from the platform: the whole query is handed over once, and the pending action is carried out', async () => {
  sessionStorage.setItem('omni.pending-action', '/app/products-import')
  answers['installPlatform'] = () => ok(shop())
  open('/callback?code=c&hmac=h&shop=northwind.myshopify.com&state=s&timestamp=1')
  show(CallbackPage)
  await waitFor(() => expect(go).toHaveBeenCalledWith('/app/products-import'))
  expect(sent('installPlatform')).toEqual([
    {
      platform: 'shopify',
      query: { code: 'c', hmac: 'h', shop: 'northwind.myshopify.com', state: 's', timestamp: '1' },
    },
  ])
  expect(toast).toHaveBeenCalledWith('success', 'Northwind is connected.')
})

test('a refused consent connects nothing and says so', async () => {
  open('/callback?platform=woocommerce&success=0&user_id=1')
  const { container } = show(CallbackPage)
  expect(await screen.findByRole('heading', { name: 'Nothing was connected' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'To your channels' }).getAttribute('href')).toBe('/app/channel')
  expect(sent('installPlatform')).toEqual([])
  expect((await axe.run(container)).violations).toEqual([])
})

test('a store of another owner is named as such, with what the server says', async () => {
  answers['installPlatform'] = () => no(111, 'It belongs to bob@example.com.')
  open('/callback?platform=woocommerce&success=1&user_id=1')
  show(CallbackPage)
  expect(await screen.findByRole('heading', { name: 'This store belongs to another account' })).toBeTruthy()
  expect(screen.getByText('It belongs to bob@example.com.')).toBeTruthy()
  expect(go).not.toHaveBeenCalled()
})

test('somebody else than who began it does not get the store', async () => {
  recordBegun({ user_id: 'u2', workplace_id: 'w2' })
  open('/callback?platform=woocommerce&success=1&user_id=1')
  show(CallbackPage)
  expect(await screen.findByRole('heading', { name: 'Somebody else began this' })).toBeTruthy()
  expect(sent('installPlatform')).toEqual([])
})

test('not signed in: to sign-in, and from the channels page on with the same address', async () => {
  answers['getAccount'] = () => no(101)
  open('/callback?platform=woocommerce&success=1&user_id=1')
  show(CallbackPage)
  await waitFor(() => expect(go).toHaveBeenCalledWith('/login?next=%2Fapp%2Fchannel'))
  cleanup()
  go.mockClear()
  show(ChannelPage)
  expect(go).toHaveBeenCalledWith('/callback?platform=woocommerce&success=1&user_id=1')
})

test('/install leads to the store and notes who began it', async () => {
  answers['getShopInstallUrl'] = () => ok({ url: 'https://northwind.myshopify.com/admin/oauth' })
  open('/install?shop=northwind.myshopify.com')
  show(InstallPage)
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://northwind.myshopify.com/admin/oauth'))
  expect(sent('getShopInstallUrl')).toEqual([{ shop: 'northwind.myshopify.com' }])
  expect(document.cookie).toContain('omni_connecting=u1')
})

test('a store that hands its keys to nobody here takes a copied one; a refusal keeps what was typed', async () => {
  answers['listStore'] = () => ok({ items: [], connectable: ['woocommerce'], keys_only: ['woocommerce'] })
  answers['connectByKeys'] = () => no(201, 'The key may only read.')
  show(ChannelPage)
  fireEvent.click(await screen.findByRole('button', { name: 'Connect: WooCommerce' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('https address alone')
  const button = within(dialog).getByRole('button', { name: 'Connect' }) as HTMLButtonElement // a Mantine button is one
  fireEvent.change(within(dialog).getByLabelText('Store address'), { target: { value: 'pine.example' } })
  expect(button.disabled).toBe(true)
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Key' }), { target: { value: 'ck_1' } })
  const secret = within(dialog).getByLabelText('Secret of the key') as HTMLInputElement // a field for a password
  fireEvent.change(secret, { target: { value: 'cs_2' } })
  fireEvent.click(button)
  await within(dialog).findByText('The key may only read.')
  expect(secret.value).toBe('cs_2')
  expect((await axe.run(dialog, { rules: { region: { enabled: false } } })).violations).toEqual([])
  answers['connectByKeys'] = () => ok(shop({ platform: 'woocommerce', store_name: 'Pine' }))
  fireEvent.click(button)
  await waitFor(() => expect(go).toHaveBeenCalledWith('/app/channel'))
  const typed = { platform: 'woocommerce', shop: 'pine.example', key: 'ck_1', secret: 'cs_2' }
  expect(sent('connectByKeys')).toEqual([typed, typed])
  expect(sent('linkPlatform')).toEqual([])
})

test('with https a key may be copied as well, by choice', async () => {
  answers['listStore'] = () => ok({ items: [], connectable: ['woocommerce'], keys_only: [] })
  show(ChannelPage)
  fireEvent.click(await screen.findByRole('button', { name: 'Connect: WooCommerce' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByLabelText('Secret of the key')).toBeNull()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Enter a key instead' }))
  expect(within(dialog).getByLabelText('Secret of the key')).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Allow it at the store instead' }))
  expect(within(dialog).queryByLabelText('Secret of the key')).toBeNull()
})

test('a site whose access is over takes a new key for the address it has', async () => {
  const site = shop({ platform: 'woocommerce', platform_domain: 'https://pine.example', health: 'expired' })
  answers['listStore'] = () => ok({ items: [site], connectable: ['woocommerce'], keys_only: ['woocommerce'] })
  show(ChannelPage)
  fireEvent.click(await screen.findByRole('button', { name: 'Reconnect: Northwind' }))
  const dialog = await screen.findByRole('dialog')
  expect((within(dialog).getByLabelText('Store address') as HTMLInputElement).value).toBe('https://pine.example') // a text field
  expect(within(dialog).getByLabelText('Secret of the key')).toBeTruthy()
  expect(sent('linkPlatform')).toEqual([])
})
