import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import { go } from './navigation.ts'

type AppLinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string }

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented

/** A link by its address: inside the app without a reload and fetched on approach, outside in a new tab. */
export function AppLink({ href, onClick, children, ...rest }: AppLinkProps) {
  const router = useRouter()
  if (!href.startsWith('/'))
    return (
      <a {...rest} href={href} target="_blank" rel="noreferrer" onClick={onClick}>
        {children}
      </a>
    )
  const warm = () => void router.preloadRoute({ to: href.replace(/[?#].*$/, '') }).catch(() => undefined)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!isPlainClick(event)) return
    event.preventDefault()
    go(href)
  }
  return (
    <a {...rest} href={href} onClick={follow} onMouseEnter={warm} onFocus={warm}>
      {children}
    </a>
  )
}
