/**
 * A sentence beside the control that was pressed. Foundation spec §8 allows no toast for a rate limit, and a save that
 * was not made must not look as if it was.
 */
import classes from './beside.module.css'

const CONTROLS = 'button, a, input, select, textarea, [role="switch"], [role="option"], [role="menuitem"]'
const GAP = 6
const SHOWN_MS = 8000

let pressed: HTMLElement | null = null
let remove: (() => void) | undefined

const remember = ({ target }: Event) => {
  remove?.()
  if (target instanceof Element) pressed = target.closest<HTMLElement>(CONTROLS)
}
for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, remember, true)

/** What the person pressed last. Asked for when an act begins; the reply comes later. */
export const pressedControl = () => pressed

/** False: the control is gone, and somebody else has to say it. */
export function sayBeside(control: HTMLElement | null, text: string): boolean {
  if (!control?.isConnected || text === '') return false
  remove?.()
  const note = document.createElement('div')
  note.className = classes['note'] ?? ''
  note.setAttribute('role', 'alert')
  note.textContent = text
  document.body.append(note)
  const at = control.getBoundingClientRect()
  const edge = window.scrollX + document.documentElement.clientWidth - note.offsetWidth - 16
  note.style.top = `${window.scrollY + at.bottom + GAP}px`
  note.style.insetInlineStart = 'auto'
  note.style.left = `${Math.max(16, Math.min(window.scrollX + at.left, edge))}px`
  const timer = setTimeout(() => remove?.(), SHOWN_MS)
  remove = () => {
    clearTimeout(timer)
    note.remove()
    remove = undefined
  }
  return true
}
