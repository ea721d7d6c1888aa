import { call, chips, emptyState, h } from './api.js'

let mails = []
let chosen
let view = 'html'

const when = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

export function startMail() {
  let typing
  document.getElementById('mail-to').addEventListener('input', () => {
    clearTimeout(typing)
    typing = setTimeout(refreshMails, 200)
  })
  return refreshMails()
}

export async function refreshMails() {
  const to = document.getElementById('mail-to').value.trim()
  const answer = await call('GET', `/mails?limit=200${to ? `&to=${encodeURIComponent(to)}` : ''}`)
  if (!answer) return
  mails = answer.mails
  if (!to) document.getElementById('mail-count').textContent = mails.length ? String(mails.length) : ''
  if (chosen !== undefined && !mails.some((mail) => mail.id === chosen)) chosen = undefined
  drawList(to)
  if (chosen === undefined) drawNothing(to)
}

function drawList(to) {
  const list = document.getElementById('mails')
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.id : undefined
  list.replaceChildren(
    ...mails.map((mail) =>
      h(
        'li',
        {},
        h(
          'button',
          {
            type: 'button',
            'aria-current': String(mail.id === chosen),
            'data-id': mail.id,
            onclick: () => open(mail.id, to),
          },
          h('b', {}, mail.subject || '(no subject)'),
          h('span', {}, `To ${mail.to.join(', ')}`),
          h('span', {}, when.format(new Date(mail.at))),
        ),
      ),
    ),
  )
  if (focused) list.querySelector(`[data-id="${focused}"]`)?.focus()
}

function drawNothing(to) {
  const none = to
    ? `No mail to ${to} yet. The whole address is needed.`
    : 'No mail yet. Everything Omni sends lands here, whoever it is for.'
  document.getElementById('mail').replaceChildren(emptyState(mails.length > 0 ? 'Choose a mail to read it.' : none))
}

async function open(id, to) {
  const mail = await call('GET', `/mails/${id}`)
  if (!mail) return
  chosen = id
  drawList(to)
  drawMail(mail)
}

function drawMail(mail) {
  const shown = mail.html ? view : 'text'
  const bar = h('div', { class: 'mail-bar chips', role: 'group', 'aria-label': 'Show the mail as' })
  const options = [
    ...(mail.html ? [{ value: 'html', label: 'As sent' }] : []),
    { value: 'text', label: 'Text' },
    { value: 'headers', label: 'Headers' },
  ]
  chips(bar, options, view === 'headers' ? 'headers' : shown, (value) => {
    view = value
    drawMail(mail)
    document.querySelector('.mail-bar [aria-pressed=true]').focus()
  })
  const plain = (label, content) => h('pre', { tabindex: '0', role: 'region', 'aria-label': label }, content)
  const headers = () => plain('Headers', mail.headers.map(({ key, value }) => `${key}: ${value}`).join('\n'))
  const text = () => plain('Text', mail.text || '(no text part)')
  // Strangers' HTML runs nothing: the frame is sandboxed here and by the policy it is served with.
  const html = () =>
    h('iframe', {
      title: `Mail: ${mail.subject}`,
      src: `/control/mails/${mail.id}/html`,
      sandbox: 'allow-popups allow-popups-to-escape-sandbox',
    })
  const files = mail.attachments.map((file) => `${file.filename} (${Math.ceil(file.bytes / 1024)} KB)`)
  document
    .getElementById('mail')
    .replaceChildren(
      h(
        'div',
        { class: 'mail-head' },
        h('h3', {}, mail.subject || '(no subject)'),
        h('p', {}, `From ${mail.from} to ${mail.to.join(', ')} · ${when.format(new Date(mail.at))}`),
        files.length > 0 ? h('p', {}, `Attached: ${files.join(', ')}`) : undefined,
      ),
      bar,
      view === 'headers' ? headers() : shown === 'html' ? html() : text(),
      ...(mail.links.length > 0 ? [linkList(mail.links)] : []),
    )
}

function linkList(links) {
  const anchors = links.map((link) => h('a', { href: link, target: '_blank', rel: 'noreferrer noopener' }, link))
  return h('div', { class: 'links' }, h('b', {}, links.length === 1 ? '1 link' : `${links.length} links`), anchors)
}
