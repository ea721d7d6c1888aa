import { call, h } from './api.js'

/** Who keeps money: what its rows are called, and where Omni shows its own side of them. */
const BOOKS = {
  stripe: { type: (row) => row.type, name: (row) => row.intent, page: '/app/setting/wallet' },
  paypal: { type: (row) => row.code, name: (row) => row.order, page: '/app/setting/wallet' },
  paddle: { type: (row) => row.type, name: (row) => row.transaction, page: '/app/setting/billing' },
}
const SHOWN = 12

const money = (amount, currency) =>
  new Intl.NumberFormat('en', { style: 'currency', currency: (currency ?? 'USD').toUpperCase() }).format(amount / 100)
const when = (text) =>
  new Date(text).toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** The vendor's own books: they are the judge of what Omni says. Empty for whoever keeps no money. */
export function booksPanel(vendor) {
  const { type, name, page } = BOOKS[vendor.id] ?? {}
  if (!page) return ''
  const body = h('div', { class: 'books' }, h('p', { class: 'note' }, 'Reading…'))
  const panel = h(
    'section',
    { class: 'card', 'aria-label': `${vendor.name}: its own books` },
    h('h2', {}, 'Its own books'),
    body,
  )
  void call('GET', `/${vendor.id}/books`).then((books) => {
    if (!books) return
    const rows = books.movements.slice(-SHOWN).reverse()
    body.replaceChildren(
      h(
        'p',
        {},
        'Holds ',
        h('b', {}, money(books.balance, rows[0]?.currency)),
        ` after ${books.movements.length} movements.`,
      ),
      rows.length > 0 &&
        h(
          'table',
          {},
          h(
            'thead',
            {},
            h(
              'tr',
              {},
              ['When', 'What', 'Amount', 'Fee'].map((text) => h('th', { scope: 'col' }, text)),
            ),
          ),
          h(
            'tbody',
            {},
            rows.map((row) =>
              h(
                'tr',
                { title: `${name(row)} ${row.reference ?? ''}` },
                h('td', {}, when(row.created)),
                h('td', {}, type(row)),
                h('td', { class: 'number' }, money(row.amount, row.currency)),
                h('td', { class: 'number' }, money(row.fee, row.currency)),
              ),
            ),
          ),
        ),
      h(
        'p',
        { class: 'note' },
        'Omni compares these every night. Its own side: ',
        h('a', { href: `${vendor.omni_url}${page}` }, page),
      ),
    )
  })
  return panel
}
