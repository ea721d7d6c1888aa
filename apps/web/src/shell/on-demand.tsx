import { cloneElement, type ComponentProps, type ComponentType, type ReactElement, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useT } from '../platform/i18n.ts'
import { toast } from '../platform/toasts.tsx'

export interface BehindProps {
  /** The button itself; what is behind it is placed by it. */
  target: ReactElement
  opened: boolean
  setOpened: (opened: boolean) => void
}

interface OnDemandProps {
  /** What opens, as a screen reader says it beforehand. */
  kind: 'menu' | 'dialog'
  load: () => Promise<ComponentType<BehindProps>>
  children: ReactElement<ComponentProps<'button'> & { 'data-opens'?: string }>
}

/**
 * A button of the frame with something behind it, which is downloaded when a pointer or the focus comes near and built
 * at the first click. Menus are the largest part of the frame, and most visits open none.
 */
export function OnDemand({ kind, load, children }: OnDemandProps) {
  const t = useT()
  const name = useId()
  const [Behind, setBehind] = useState<ComponentType<BehindProps> | null>(null)
  const [opened, setOpened] = useState(false)
  if (Behind) {
    // A menu listens to its button by itself.
    const own = kind === 'menu' ? {} : { onClick: () => setOpened(!opened) }
    const target = cloneElement(children, { 'data-opens': name, ...own })
    return <Behind target={target} opened={opened} setOpened={setOpened} />
  }
  const prepare = () => void load().catch(() => undefined)
  const open = async () => {
    try {
      const component = await load()
      flushSync(() => setBehind(() => component))
      // The button was built anew inside its menu; the focus goes back to it from there when the menu closes.
      document.querySelector<HTMLElement>(`[data-opens="${name}"]`)?.focus()
      setOpened(true)
    } catch {
      toast('error', t('errors.network'))
    }
  }
  return cloneElement(children, {
    'aria-haspopup': kind,
    'aria-expanded': false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: () => void open(),
  })
}
