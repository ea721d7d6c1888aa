import { call, toast } from './api.js'
import { startLog } from './event-log.js'
import { drawPanel } from './faults.js'
import { refreshMails, startMail } from './mail.js'
import { drawVendors } from './vendors.js'

/** Vendors are asked for again after an event, but not more often than this. */
const REFRESH_MS = 700

let vendors = []
let chosen = location.hash.slice(1)
let clock = { now: Date.now(), at: performance.now(), speed: 1 }
let refreshing

async function refresh() {
  const answer = await call('GET', '/vendors')
  if (!answer) return
  const before = JSON.stringify(vendors)
  vendors = answer.vendors
  if (before !== JSON.stringify(vendors)) draw()
}

function draw() {
  if (!vendors.some((vendor) => vendor.id === chosen)) chosen = vendors[0]?.id
  drawVendors(vendors, chosen, { choose, changed: refresh })
  const vendor = vendors.find((vendor) => vendor.id === chosen)
  // Only when its switches changed: rebuilding under someone who types a number would take the number away.
  const look = JSON.stringify([vendor?.id, vendor?.faults, vendor?.kind === 'payment' && vendor.calls])
  if (vendor && look !== draw.look) drawPanel(vendor, refresh)
  draw.look = look
}

function choose(id) {
  chosen = id
  history.replaceState(null, '', `#${id}`)
  draw()
  if (innerWidth < 992) document.getElementById('panel').scrollIntoView({ block: 'start' })
}

function refreshSoon() {
  refreshing ??= setTimeout(() => {
    refreshing = undefined
    void refresh()
  }, REFRESH_MS)
}

function setClock(reading) {
  clock = { now: Date.parse(reading.now), at: performance.now(), speed: reading.speed }
  for (const input of document.querySelectorAll('#speed input')) input.checked = Number(input.value) === reading.speed
  drawClock()
}

function drawClock() {
  const now = new Date(clock.now + (performance.now() - clock.at) * clock.speed)
  const year = now.getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' }
  const parts = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }
  const text = now.toLocaleString('en-GB', { ...parts, ...year })
  const element = document.getElementById('now')
  if (element.textContent !== text) element.textContent = text
  element.dateTime = now.toISOString()
}

async function steer(body, done) {
  const reading = await call('POST', '/clock', body)
  if (!reading) return
  setClock(reading)
  toast(done)
}

for (const button of document.querySelectorAll('[data-advance]')) {
  const done = `The sandbox is ${button.textContent.trim().slice(1)} further on`
  button.addEventListener('click', () => steer({ advance_ms: Number(button.dataset.advance) }, done))
}
document.getElementById('speed').addEventListener('change', (event) => {
  const speed = Number(event.target.value)
  void steer({ speed }, speed === 1 ? 'The clock runs as usual' : `The clock runs ${speed} times as fast`)
})

const dialog = document.getElementById('confirm')
document.getElementById('reset').addEventListener('click', () => {
  dialog.returnValue = 'no'
  dialog.showModal()
})
dialog.addEventListener('close', async () => {
  if (dialog.returnValue !== 'yes') return
  const answer = await call('POST', '/reset', {})
  if (!answer) return
  setClock(answer.clock)
  toast(`The world is new. This is chapter ${answer.chapter}.`)
  await Promise.all([refresh(), refreshMails()])
})

const tabs = [...document.querySelectorAll('[role=tab]')]
function selectTab(tab) {
  for (const one of tabs) {
    one.setAttribute('aria-selected', String(one === tab))
    one.tabIndex = one === tab ? 0 : -1
    document.getElementById(one.getAttribute('aria-controls')).hidden = one !== tab
  }
}
for (const tab of tabs) {
  tab.addEventListener('click', () => selectTab(tab))
  tab.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const other = tabs.find((one) => one !== tab)
    selectTab(other)
    other.focus()
  })
}

setInterval(drawClock, 250)
const reading = await call('GET', '/clock')
if (reading) setClock(reading)
await refresh()
await Promise.all([
  startMail(),
  startLog(
    (id) => vendors.find((vendor) => vendor.id === id),
    (event) => {
      refreshSoon()
      if (event.kind === 'mail' || event.vendor === 'mailbox') void refreshMails()
      if (event.vendor === 'sandbox') void call('GET', '/clock').then((one) => one && setClock(one))
    },
  ),
])
