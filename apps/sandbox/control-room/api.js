/** Talks to the control API and builds elements. Nothing here knows what a vendor is. */

const toastTime = 4500
let toastTimer

export function toast(sentence) {
  clearTimeout(toastTimer)
  document.getElementById('toast').replaceChildren(h('p', {}, sentence))
  toastTimer = setTimeout(() => document.getElementById('toast').replaceChildren(), toastTime)
}

/** Gives the answer's body, or undefined after having told the person what went wrong. */
export async function call(method, path, body) {
  try {
    const response = await fetch(`/control${path}`, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const answer = await response.json()
    if (response.ok) return answer
    toast(answer.message)
  } catch {
    toast('The sandbox does not answer. Is it still running?')
  }
  return undefined
}

export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== undefined && value !== false && value !== null) element.setAttribute(name, value)
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false))
  return element
}

export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

export const icon = (path) =>
  svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: path }))

export function badge(vendor, small = false) {
  const look = small ? 'badge small' : 'badge'
  const element = h('span', { class: look, 'aria-hidden': 'true' }, vendor?.badge.glyph ?? '•')
  // Through the style object: the page's policy allows no style attributes.
  element.style.background = vendor?.badge.colour ?? '#3A4253'
  return element
}

export const dotOf = { healthy: 'good', slow: 'warn', failing: 'bad' }

export const millis = (ms) => (ms === null ? '–' : ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(2)} s`)

/** The same chips everywhere: one of several is pressed. */
export function chips(container, options, chosen, choose) {
  container.replaceChildren(
    ...options.map(({ value, label, count }) =>
      h(
        'button',
        { type: 'button', class: 'chip', 'aria-pressed': String(value === chosen), onclick: () => choose(value) },
        label,
        count === undefined ? undefined : h('span', {}, String(count)),
      ),
    ),
  )
}

const QUIET_BOX = 'M6 40h52M12 40V18a4 4 0 0 1 4-4h32a4 4 0 0 1 4 4v22M22 24h20M22 31h12M32 14V7m-4 0h8'

export function emptyState(sentence) {
  const drawing = svg('svg', { viewBox: '0 0 64 48', 'aria-hidden': 'true' }, svg('path', { d: QUIET_BOX }))
  return h('div', { class: 'empty' }, drawing, h('p', {}, sentence))
}
