/** The colours of the product, light and dark. The only place where a colour is written (look/README.md). */
export const LIGHT = {
  bg: '#F7F8FA', surface: '#FFFFFF', sunken: '#F1F3F6', hover: '#F5F6F9',
  border: '#E4E7ED', 'border-strong': '#CDD2DC', control: '#8A91A1',
  text: '#14171F', 'text-2': '#4F5666', 'text-3': '#666D7E',
  accent: '#2F5AF4', 'accent-hover': '#2448D6', 'accent-soft': '#EEF2FF', 'accent-text': '#2448D6',
  green: '#0B7A41', 'green-soft': '#E6F6ED', 'green-dot': '#18A45B',
  red: '#C02B22', 'red-soft': '#FDECEA', 'red-dot': '#E5484D',
  amber: '#8A5200', 'amber-soft': '#FFF5DF', 'amber-dot': '#E8A317',
  'grey-dot': '#666D7E', 'chart-prev': '#AEB5C4', segment: '#FFFFFF',
  overlay: 'rgba(16, 19, 28, 0.42)', 'badge-line': 'transparent',
} as const

export const DARK: Record<keyof typeof LIGHT, string> = {
  bg: '#0B0D12', surface: '#13161D', sunken: '#0F1218', hover: '#191D26',
  border: '#252B37', 'border-strong': '#3A4253', control: '#6A7386',
  text: '#ECEEF4', 'text-2': '#A9B0C0', 'text-3': '#8D95A7',
  accent: '#3F68F6', 'accent-hover': '#355DEB', 'accent-soft': '#18234A', 'accent-text': '#93ACFF',
  green: '#4CCB87', 'green-soft': '#0F2A1D', 'green-dot': '#2FBF74',
  red: '#FF8A80', 'red-soft': '#35191A', 'red-dot': '#F2555A',
  amber: '#F2BC4B', 'amber-soft': '#2F240E', 'amber-dot': '#E8A317',
  'grey-dot': '#8D95A7', 'chart-prev': '#566074', segment: '#2B3242',
  overlay: 'rgba(4, 6, 10, 0.62)', 'badge-line': 'rgba(255, 255, 255, 0.16)',
}

/** The same in both schemes: the bulk bar is always dark, counters on icons always red, text on the accent white. */
export const FIXED = {
  'bulk-bg': '#171B26', 'bulk-border': '#2B3140', 'bulk-text': '#ECEEF4', 'bulk-text-2': '#A9B0C0',
  counter: '#C9302C', 'on-fill': '#FFFFFF', 'avatar-from': '#2F5AF4', 'avatar-to': '#7A4FF0',
} as const

/** Mantine wants ten shades; 6 is the light accent, 7 its hover. */
export const ULTRAMARINE = [
  '#EEF2FF', '#DCE4FF', '#B8C8FF', '#8FA8FF', '#6485FB', '#4670F8', '#2F5AF4', '#2448D6', '#1E3BAE', '#182D80',
] as const

/** Mantine reads its neutral surfaces from these two ramps, so they carry our tokens. */
export const GREY_RAMP = [
  '#F7F8FA', '#F1F3F6', '#E4E7ED', '#E4E7ED', '#CDD2DC', '#AEB5C4', '#666D7E', '#4F5666', '#2B3140', '#14171F',
] as const
export const DARK_RAMP = [
  '#ECEEF4', '#A9B0C0', '#8D95A7', '#6A7386', '#252B37', '#191D26', '#13161D', '#0B0D12', '#0F1218', '#080A0E',
] as const

/** One colour per supplier and channel, for badges drawn by us. */
export const VENDOR_COLOURS = {
  aliexpress: '#D93025', cj: '#D96A00', temu: '#E8590C', ebay: '#1D63D8', amazon: '#27364B', zopi: '#6B3FE0',
  alibaba: '#A8480F',
  shopify: '#4E8A2E', woocommerce: '#7A4FB5', tiktok: '#15171C', facebook: '#1B6FE0', google: '#1A73C8',
} as const
