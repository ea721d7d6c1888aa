import { Button, CloseButton, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { DRAWER_CLOSE_MS, DRAWER_WIDTH, LAYERS, MOBILE_QUERY } from './measures.ts'
import classes from './side-panel.module.css'
import { useUiText } from './ui-text.tsx'

interface PanelButton {
  label: string
  onClick: () => void
  loading?: boolean
  disabled?: boolean
}

interface SidePanelProps {
  opened: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  /** `side` is the right edge, mirrored in right-to-left languages. */
  from?: 'side' | 'bottom'
  width?: number
  closeIcon?: boolean
  primary?: PanelButton
  secondary?: PanelButton
  /** Acts on everything selected inside; stands apart at the start of the footer. */
  bulk?: PanelButton[]
  children: ReactNode
}

/**
 * The generic drawer of foundation spec §2: overlay, title, description, optional close icon and up to three kinds of
 * footer buttons. Content mounts on opening and unmounts after the closing transition; the page behind does not scroll.
 */
export function SidePanel(props: SidePanelProps) {
  const { opened, onClose, title, description, from = 'side', width = DRAWER_WIDTH, closeIcon = true } = props
  const { primary, secondary, bulk = [], children } = props
  const words = useUiText()
  const mobile = useMediaQuery(MOBILE_QUERY, false, { getInitialValueInEffect: false })
  const rising = mobile || from === 'bottom'
  const hasFooter = primary ?? secondary ?? bulk.length > 0
  return (
    // A class given to Content would land on its positioning wrapper as well; the Root's classNames do not.
    <Drawer.Root
      classNames={{ content: classes.content ?? '' }}
      opened={opened}
      onClose={onClose}
      position={rising ? 'bottom' : 'right'}
      size={rising ? 'auto' : width}
      zIndex={LAYERS.drawer}
      closeOnEscape
      closeOnClickOutside
      lockScroll
      keepMounted={false}
      transitionProps={{ duration: DRAWER_CLOSE_MS }}
    >
      <Drawer.Overlay />
      <Drawer.Content data-rising={rising || undefined} aria-label={title}>
        <div className={classes.head}>
          <div className={classes.words}>
            <h2 className={classes.title}>{title}</h2>
            {description ? <p className={classes.description}>{description}</p> : null}
          </div>
          {closeIcon ? <CloseButton size={32} aria-label={words.close} onClick={onClose} /> : null}
        </div>
        <div className={classes.body}>{children}</div>
        {hasFooter ? (
          <div className={classes.footer}>
            <div className={classes.bulk}>
              {bulk.map((button) => (
                <PanelFooterButton key={button.label} button={button} />
              ))}
            </div>
            {secondary ? <PanelFooterButton button={secondary} /> : null}
            {primary ? <PanelFooterButton button={primary} filled /> : null}
          </div>
        ) : null}
      </Drawer.Content>
    </Drawer.Root>
  )
}

function PanelFooterButton({ button, filled = false }: { button: PanelButton; filled?: boolean }) {
  const { label, onClick, loading = false, disabled = false } = button
  return (
    <Button variant={filled ? 'filled' : 'default'} onClick={onClick} loading={loading} disabled={disabled}>
      {label}
    </Button>
  )
}
