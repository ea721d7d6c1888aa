import { VENDORS } from '@omni/domain/vendors/badges.ts'
import { GlyphBadge } from '@omni/ui/glyph-badge.tsx'
import type { VendorName } from './vendor-names.ts'

export function VendorBadge({ vendor, ...shown }: { vendor: VendorName; label: string; size?: number }) {
  const { colour, glyph } = VENDORS[vendor]
  return <GlyphBadge colour={colour} glyph={glyph} {...shown} />
}
