import { VisuallyHidden } from '@mantine/core'
import classes from './glyph-badge.module.css'

interface GlyphBadgeProps {
  colour: string
  /** A path on a square of 20. */
  glyph: string
  /** For readers who do not see the colour. */
  label: string
  size?: number
}

export function GlyphBadge({ colour, glyph, label, size = 20 }: GlyphBadgeProps) {
  return (
    <span className={classes.frame}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <svg className={classes.badge} width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
        <rect width="20" height="20" rx="5.6" fill={colour} />
        <rect className={classes.edge} x="0.5" y="0.5" width="19" height="19" rx="5.1" />
        <path className={classes.glyph} d={glyph} />
      </svg>
    </span>
  )
}
