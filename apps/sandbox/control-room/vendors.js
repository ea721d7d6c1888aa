import { badge, call, chips, dotOf, h, millis, svg } from './api.js'

const KINDS = {
  supplier: ['Supplier', 'Suppliers'],
  channel: ['Channel', 'Channels'],
  payment: ['Payment', 'Payments'],
  tracking: ['Tracking', 'Tracking'],
  service: ['Service', 'Services'],
}

let kind = 'all'

/** The cards. Rebuilt as a whole: a dozen of them, and only when something changed. */
export function drawVendors(vendors, chosen, { choose, changed }) {
  const present = Object.keys(KINDS).filter((one) => vendors.some((vendor) => vendor.kind === one))
  const options = [
    { value: 'all', label: 'All', count: vendors.length },
    ...present.map((value) => {
      return { value, label: KINDS[value][1], count: vendors.filter((vendor) => vendor.kind === value).length }
    }),
  ]
  const again = (value) => {
    kind = value
    drawVendors(vendors, chosen, { choose, changed })
  }
  const container = document.getElementById('cards')
  const focused = document.activeElement?.dataset?.focus
  chips(document.getElementById('kinds'), present.length > 1 ? options : [], kind, again)
  const shown = vendors.filter((vendor) => kind === 'all' || vendor.kind === kind)
  container.replaceChildren(...shown.map((vendor) => card(vendor, vendor.id === chosen, { choose, changed })))
  if (focused) container.querySelector(`[data-focus="${focused}"]`)?.focus()
}

function card(vendor, isChosen, { choose, changed }) {
  const tone = dotOf[vendor.health.state]
  const calls = `${vendor.calls.toLocaleString('en')} ${vendor.calls === 1 ? 'call' : 'calls'}`
  const pick = {
    type: 'button',
    class: 'pick',
    title: vendor.name,
    'aria-pressed': String(isChosen),
    'data-focus': `pick-${vendor.id}`,
    onclick: () => choose(vendor.id),
  }
  return h(
    'div',
    { class: `card vendor${isChosen ? ' chosen' : ''}` },
    h(
      'div',
      { class: 'vendor-row' },
      h(
        'div',
        { class: 'who' },
        badge(vendor),
        h('div', {}, h('button', pick, vendor.name), h('small', {}, KINDS[vendor.kind][0])),
      ),
      vendor.offers.includes('server_error') ? answersSwitch(vendor, changed) : undefined,
    ),
    h(
      'div',
      { class: 'vendor-row' },
      h(
        'div',
        {},
        h('div', { class: 'health' }, h('i', { class: `dot ${tone}` }), vendor.health.word),
        h('span', { class: 'note' }, vendor.last_ms === null ? 'No calls yet' : `${millis(vendor.last_ms)} · ${calls}`),
      ),
      sparkline(vendor.series, tone),
    ),
  )
}

/** Off = the whole vendor is down: the same server error switch the panel shows, at 100 %. */
function answersSwitch(vendor, changed) {
  const down = vendor.faults.some(isDown)
  return h('button', {
    type: 'button',
    class: 'switch',
    role: 'switch',
    'aria-checked': String(!down),
    'aria-label': `${vendor.name} answers`,
    title: down ? 'Let it answer again' : 'Take it down: every call fails with 503',
    'data-focus': `up-${vendor.id}`,
    onclick: async () => {
      const others = vendor.faults.filter((fault) => !(fault.kind === 'server_error' && fault.endpoint === undefined))
      const faults = down ? others : [...others, { kind: 'server_error', percent: 100, status: 503 }]
      if (await call('PUT', `/vendors/${vendor.id}/faults`, faults)) changed()
    },
  })
}

const isDown = (fault) => fault.kind === 'server_error' && fault.percent === 100 && fault.endpoint === undefined

function sparkline(series, tone) {
  const [width, height] = [84, 32]
  const drawing = svg('svg', { class: `spark ${tone}`, viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' })
  if (series.length < 2) return drawing
  const top = Math.max(...series, 10)
  const x = (i) => ((i / (series.length - 1)) * width).toFixed(1)
  const y = (ms) => (height - 3 - (ms / top) * (height - 8)).toFixed(1)
  const points = series.map((ms, i) => `${x(i)},${y(ms)}`).join(' ')
  drawing.append(svg('polygon', { points: `0,${height} ${points} ${width},${height}` }), svg('polyline', { points }))
  return drawing
}
