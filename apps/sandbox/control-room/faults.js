import { badge, call, h, toast } from './api.js'
import { booksPanel } from './books.js'

/** What each switch is called, what it says when off, what it starts with and what can be set. */
const FAULTS = {
  rate_limit: {
    name: 'Rate limit',
    says: (fault) => `Answer 429, Retry-After ${fault.retry_after_s} s`,
    start: { retry_after_s: 2 },
    fields: [['retry_after_s', 'Retry after, s', 0, 3600]],
  },
  latency: {
    name: 'Slow answers',
    says: (fault) => `Add ${fault.min_ms / 1000}–${fault.max_ms / 1000} s to each call`,
    start: { min_ms: 1000, max_ms: 8000 },
    fields: [
      ['min_ms', 'At least, ms', 0, 120000],
      ['max_ms', 'At most, ms', 0, 120000],
    ],
  },
  server_error: {
    name: 'Server errors',
    says: (fault) => `${fault.percent} % of calls fail with ${fault.status}`,
    start: { percent: 20, status: 500 },
    fields: [
      ['percent', 'Per cent', 1, 100],
      ['status', 'Status', 500, 599],
    ],
  },
  drop_reply: {
    name: 'Time out after accept',
    says: (fault) => `Work done, ${fault.percent} % of answers lost`,
    start: { percent: 100 },
    fields: [['percent', 'Per cent', 1, 100]],
  },
  act_then_fail: {
    name: 'Failure after accept',
    says: (fault) => `Work done, ${fault.percent} % of answers say ${fault.status}`,
    start: { percent: 100, status: 500 },
    fields: [
      ['percent', 'Per cent', 1, 100],
      ['status', 'Status', 500, 599],
    ],
  },
  answer_late: {
    name: 'Late answers',
    says: (fault) => `Work done, ${fault.percent} % of answers ${fault.after_ms / 1000} s later`,
    start: { percent: 100, after_ms: 40000 },
    fields: [
      ['percent', 'Per cent', 1, 100],
      ['after_ms', 'After, ms', 0, 120000],
    ],
  },
  act_then_refuse: {
    name: 'Refusal after accept',
    says: (fault) => `Work done, ${fault.percent} % of answers refuse`,
    start: { percent: 100 },
    fields: [['percent', 'Per cent', 1, 100]],
  },
  answer_twice: {
    name: 'Doubled answers',
    says: (fault) => `${fault.percent} % of answers are written twice`,
    start: { percent: 100 },
    fields: [['percent', 'Per cent', 1, 100]],
  },
  land_late: {
    name: 'Work after a cut line',
    says: (fault) => `Cut ${fault.percent} % of lines, work ${fault.after_ms / 1000} s later`,
    start: { percent: 100, after_ms: 2000 },
    fields: [
      ['percent', 'Per cent', 1, 100],
      ['after_ms', 'After, ms', 0, 120000],
    ],
  },
  forgets_references: {
    name: 'Forgets references',
    says: () => 'a repeated reference makes another order',
    start: {},
    fields: [],
  },
  stale_reads: {
    name: 'Stale reads',
    says: (fault) => `${fault.percent} % of reads are ${fault.behind_ms / 1000} s behind`,
    start: { percent: 100, behind_ms: 5000 },
    fields: [
      ['percent', 'Per cent', 1, 100],
      ['behind_ms', 'Behind, ms', 0, 120000],
    ],
  },
  scene: {
    name: 'As really answered',
    says: (fault) =>
      fault.scene ? `Answer “${fault.scene}”, nothing is done` : 'Answer as the real vendor was seen to',
    start: {},
    fields: [],
  },
  malformed_json: { name: 'Broken JSON', says: () => 'Answer 200 with half the JSON', start: {}, fields: [] },
  duplicate_callbacks: { name: 'Duplicate webhooks', says: () => 'Send each event twice', start: {}, fields: [] },
  reorder_callbacks: {
    name: 'Out-of-order webhooks',
    says: (fault) => `Shuffle within ${fault.within_ms / 1000} s`,
    start: { within_ms: 30000 },
    fields: [['within_ms', 'Within, ms', 0, 120000]],
  },
  expired_token: { name: 'Expired sign-in', says: () => 'Refuse tokens until switched off', start: {}, fields: [] },
}

/** The chosen vendor: its switches, and what can be made to happen in it. */
export function drawPanel(vendor, changed) {
  const panel = document.getElementById('panel')
  const focused = panel.contains(document.activeElement) ? document.activeElement?.dataset?.focus : undefined
  const on = new Set(vendor.faults.map((fault) => fault.kind)).size
  const save = async (faults) => {
    if (await call('PUT', `/vendors/${vendor.id}/faults`, faults)) changed()
  }
  panel.replaceChildren(
    h(
      'section',
      { class: 'card', 'aria-label': `${vendor.name}: faults` },
      h(
        'div',
        { class: 'panel-head' },
        badge(vendor),
        h('div', {}, h('h2', {}, vendor.name), h('span', { class: 'note' }, 'Faults apply at once')),
        on > 0 ? h('span', { class: 'tag red' }, `${on} on`) : undefined,
      ),
      vendor.offers.map((kind) => faultRow(vendor, kind, save)),
    ),
    booksPanel(vendor),
    vendor.actions.length > 0 ? actions(vendor, changed) : '',
    h(
      'section',
      { class: 'card address', 'aria-label': `${vendor.name}: address` },
      'Lives at',
      h('code', {}, vendor.address),
    ),
  )
  if (focused) panel.querySelector(`[data-focus="${focused}"]`)?.focus()
}

function faultRow(vendor, kind, save) {
  const { name, says, start, fields } = FAULTS[kind]
  const [fault, ...more] = vendor.faults.filter((fault) => fault.kind === kind)
  const others = vendor.faults.filter((fault) => fault.kind !== kind)
  const id = `fault-${kind}`
  // A scene is one of several, so the first one is switched on.
  const started = { kind, ...start, ...(kind === 'scene' && { scene: vendor.scenes[0] }) }
  const change = (part) => save([...others, { ...fault, ...part }, ...more])
  const number = (key, label, min, max, extra = {}) =>
    h(
      'label',
      { class: 'field' },
      label,
      h('input', {
        type: 'number',
        min,
        max,
        value: fault[key] ?? '',
        'data-focus': `${kind}-${key}`,
        ...extra,
        onchange: (event) => change({ [key]: event.target.value === '' ? undefined : Number(event.target.value) }),
      }),
    )
  const choice = (key, label, values, none) =>
    h(
      'label',
      { class: 'field' },
      label,
      h(
        'select',
        { 'data-focus': `${kind}-${key}`, onchange: (event) => change({ [key]: event.target.value || undefined }) },
        none && h('option', { value: '' }, none),
        values.map((one) => h('option', { value: one, selected: fault[key] === one }, one)),
      ),
    )
  return h(
    'div',
    { class: 'fault' },
    h(
      'div',
      { class: 'fault-row' },
      h('div', {}, h('b', { id }, name), h('span', { class: 'note' }, says(fault ?? start))),
      h('button', {
        type: 'button',
        class: 'switch',
        role: 'switch',
        'aria-checked': String(fault !== undefined),
        'aria-labelledby': id,
        'data-focus': `switch-${kind}`,
        onclick: () => save(fault ? others : [...others, started]),
      }),
    ),
    fault &&
      h(
        'div',
        { class: 'params' },
        fields.map((field) => number(...field)),
        kind === 'scene' && choice('scene', 'Scene', vendor.scenes),
        vendor.endpoints.length > 1 && choice('endpoint', 'Endpoint', vendor.endpoints, 'All'),
        number('times', 'Calls left', 1, 1000000, { placeholder: 'No end' }),
        more.map((one) => h('p', { class: 'also' }, `Also at ${one.endpoint ?? 'all endpoints'}: ${says(one)}`)),
      ),
  )
}

function actions(vendor, changed) {
  return h(
    'section',
    { class: 'card actions', 'aria-label': `${vendor.name}: make something happen` },
    h('h2', {}, 'Make something happen'),
    vendor.actions.map(({ name, label, fields }) =>
      h(
        'form',
        {
          onsubmit: async (event) => {
            event.preventDefault()
            const input = Object.fromEntries(new FormData(event.target))
            if (!(await call('POST', `/vendors/${vendor.id}/actions/${name}`, input))) return
            toast(`${label}: done`)
            changed()
          },
        },
        fields.map((field) =>
          h(
            'label',
            { class: fields.length === 1 ? 'field wide' : 'field' },
            field.label,
            h('input', {
              name: field.name,
              type: field.type,
              value: String(field.value),
              required: true,
              step: field.type === 'number' ? 'any' : undefined,
              'data-focus': `${name}-${field.name}`,
            }),
          ),
        ),
        h('button', { class: 'button', 'data-focus': `act-${name}` }, label),
      ),
    ),
  )
}
