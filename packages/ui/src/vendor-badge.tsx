import { VisuallyHidden } from '@mantine/core'
import { VENDOR_COLOURS } from './tokens.ts'
import classes from './vendor-badge.module.css'

export type VendorName = keyof typeof VENDOR_COLOURS

/** Glyphs drawn by us on a 20 px square, so that a badge hints at a vendor without being its logo. */
const GLYPHS: Record<VendorName, string> = {
  aliexpress: 'M6 8a4 4.4 0 0 0 8 0',
  cj: 'M9 7.4a3 3 0 1 0 0 5.2M14 6.5v5a2 2 0 0 1-2.6 1.9',
  temu: 'M6 7h8M10 7v7M7.5 10.5h5',
  ebay: 'M6.6 10.4h6.8a3.4 3.4 0 1 0-1 2.4',
  amazon: 'M6 12.2c2.6 1.8 5.6 1.8 8 0M10 10V6.6',
  zopi: 'M6.8 6.8h6.4l-6.4 6.4h6.4',
  alibaba: 'M12.6 7.2a3.2 3.2 0 1 0 0 5.6M12.8 6.8v5.4q0 1.2 1.4 1',
  shopify: 'M6.6 8h6.8l.6 6H6zM8.2 8a1.8 1.8 0 0 1 3.6 0',
  woocommerce: 'm5.6 7 1.8 6L10 8.4l2.6 4.6 1.8-6',
  tiktok: 'M10.6 6v6.2a2 2 0 1 1-2-2M10.6 6a3 3 0 0 0 3 2.6',
  facebook: 'M12.4 6.2h-1a1.6 1.6 0 0 0-1.6 1.6V14M8 10.2h4',
  google: 'M13.6 10H10.4M13 7.4a4 4 0 1 0 .6 2.6',
}

export const isVendorName = (name: string): name is VendorName => name in VENDOR_COLOURS

/** `label` names the vendor for readers who do not see the colour. */
export function VendorBadge({ vendor, label, size = 20 }: { vendor: VendorName; label: string; size?: number }) {
  return (
    <span className={classes.frame}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <svg className={classes.badge} width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
        <rect width="20" height="20" rx="5.6" fill={VENDOR_COLOURS[vendor]} />
        <rect className={classes.edge} x="0.5" y="0.5" width="19" height="19" rx="5.1" />
        <path className={classes.glyph} d={GLYPHS[vendor]} />
      </svg>
    </span>
  )
}
