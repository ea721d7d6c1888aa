import { badge, call, chips, emptyState, h, icon, millis } from './api.js'

const KEEP = 300
const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'call', label: 'Calls' },
  { value: 'webhook', label: 'Webhooks' },
  { value: 'mail', label: 'Mail' },
  { value: 'fault', label: 'Faults' },
  { value: 'control', label: 'Control' },
]
const PAUSE = 'M9 6v12M15 6v12'
const PLAY = 'M8 6l10 6-10 6z'

let events = []
let waiting = []
let filter = 'all'
let paused = false
let drawing = false
let vendorById = () => undefined

export async function startLog(findVendor, onEvent) {
  vendorById = findVendor
  const first = await call('GET', `/events?limit=${KEEP}`)
  events = first?.events ?? []
  drawTools()
  draw()
  const stream = new EventSource(`/control/stream?after=${first?.last_id ?? 0}`)
  stream.onopen = () => setLive('good', 'Live')
  stream.onerror = () => setLive('bad', 'Not connected')
  stream.onmessage = ({ data }) => {
    const event = JSON.parse(data)
    // After a reconnect the server resumes from the last id; a reset elsewhere starts a new page here too.
    if (event.kind === 'control' && event.name.startsWith('world reset')) {
      events = []
      waiting = []
    }
    waiting.push(event)
    if (waiting.length > KEEP) waiting.shift()
    onEvent(event)
    if (!paused) soon()
  }
}

/** However many events come, the page is touched once per frame. */
function soon() {
  if (drawing) return
  drawing = true
  requestAnimationFrame(() => {
    drawing = false
    if (paused) return
    const fresh = waiting
    waiting = []
    events = [...events, ...fresh].slice(-KEEP)
    const log = document.getElementById('log')
    const rows = fresh.filter(isShown).map(row).reverse()
    if (events.length === fresh.length || !log.querySelector('.event')) return draw()
    log.prepend(...rows)
    while (log.childElementCount > KEEP) log.lastElementChild.remove()
  })
}

function draw() {
  const log = document.getElementById('log')
  const rows = events.filter(isShown).map(row).reverse()
  const nothing =
    filter === 'all'
      ? 'Nothing has happened yet. Calls, webhooks and mail show here as they come.'
      : 'Nothing of this kind has happened yet.'
  log.replaceChildren(...(rows.length > 0 ? rows : [emptyState(nothing)]))
}

function drawTools() {
  chips(document.getElementById('filters'), FILTERS, filter, (value) => {
    filter = value
    drawTools()
    draw()
    document.querySelector('#filters [aria-pressed=true]').focus()
  })
  const button = document.getElementById('pause')
  button.replaceChildren(icon(paused ? PLAY : PAUSE))
  button.onclick = () => {
    paused = !paused
    button.setAttribute('aria-pressed', String(paused))
    setLive(paused ? 'warn' : 'good', paused ? 'Paused' : 'Live')
    drawTools()
    if (!paused) soon()
  }
}

function setLive(tone, word) {
  if (paused && word === 'Live') return
  document.getElementById('live').replaceChildren(h('i', { class: `dot ${tone}` }), h('span', {}, word))
}

const isShown = (event) => filter === 'all' || event.kind === filter
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })
const clockTime = (at) => `${time.format(at)}.${String(at.getMilliseconds()).padStart(3, '0')}`

function row(event) {
  const vendor = vendorById(event.vendor)
  const at = new Date(event.at)
  const element = h(
    'details',
    { class: 'event' },
    h(
      'summary',
      {},
      h('time', { datetime: event.at, title: at.toLocaleString('en-GB') }, clockTime(at)),
      badge(vendor, true),
      h('span', { class: 'tag' }, event.kind),
      h('span', { class: 'what', title: `${vendor?.name ?? 'Sandbox'}: ${event.name}` }, what(event)),
      h('span', { class: 'ms' }, event.ms === null ? '' : millis(event.ms)),
      h('span', { class: 'status' }, ...status(event)),
    ),
  )
  // The detail is built when someone opens it: most never are.
  element.addEventListener('toggle', () => {
    if (element.open && element.childElementCount === 1) {
      const { id, vendor: from, detail } = event
      const text = JSON.stringify({ id, vendor: from, at: event.at, ...detail }, null, 2)
      element.append(h('pre', { tabindex: '0', role: 'region', 'aria-label': 'Detail' }, text))
    }
  })
  return element
}

function what(event) {
  const fault = event.kind === 'call' && event.detail.fault ? ` (fault: ${event.detail.fault})` : ''
  const subject = event.kind === 'mail' && event.detail.subject ? `: ${event.detail.subject}` : ''
  return `${event.name}${subject}${fault}`
}

function status(event) {
  if (event.kind === 'control' || event.kind === 'fault') return []
  const lost = event.detail.fault === 'drop_reply'
  const good = event.status !== null && event.status < 400
  const tone = good ? (event.detail.fault ? 'warn' : 'good') : 'bad'
  const code = event.status === null ? 'failed' : String(event.status)
  const word = lost ? 'lost' : event.kind === 'mail' && good ? 'sent' : code
  return [h('i', { class: `dot ${tone}` }), word]
}
