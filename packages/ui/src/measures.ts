/** Every interface number of foundation spec §2, §5 and §9, and the measures of look/README.md. Pixels unless said. */

/** §9 layers. */
export const LAYERS = {
  appHeader: 10,
  menuMobile: 100,
  drawer: 171,
  notification: 520,
  dropdown: 1050,
  imagePreview: 1080,
  modal: 1300,
  snackbar: 1400,
  tooltip: 1500,
} as const

/** §9 breakpoints. */
export const BREAKPOINTS = { xs: 0, sm: 600, md: 992, lg: 1200, xl: 1536 } as const
/** §9: below this width the phone layout is used. */
const MOBILE_SWITCH = 768

/** §2 generic drawer. */
export const DRAWER_WIDTH = 1050
export const DRAWER_CLOSE_MS = 350

/** design/ui.md: toasts. `INDIVIDUAL` is a toast a screen raises itself. */
export const TOAST_MS = 3000
export const TOAST_INDIVIDUAL_MS = 4500
export const TOAST_FADE_MS = 500
export const UNDO_MS = 10_000

/** §2: the button appears after this much scrolling. */
export const BACK_TO_TOP_AFTER = 500

/** §9 transitions, milliseconds. */
export const TRANSITION_MS = 300

/** §9: pictures start loading this far outside the view. */
export const LAZY_IMAGE_MARGIN = 200
export const CROP_DEBOUNCE_MS = 1000

/** §5 phone input heights. */
export const PHONE_INPUT_HEIGHT = { small: 26, middle: 32, large: 36 } as const

/** look/README.md measures. */
export const CONTROL_HEIGHT = { xs: 28, sm: 34, md: 42, lg: 44, xl: 48 } as const
export const ROW_HEIGHT = 44
export const RADIUS = { tag: 5, thumb: 6, control: 8, card: 10, modal: 14 } as const
export const ICON_STROKE = 1.7

/** Named media queries, written `@media (--mobile)` in CSS modules; the web build replaces them. */
export const MEDIA = {
  '--mobile': `max-width: ${MOBILE_SWITCH - 0.02}px`,
  '--desktop': `min-width: ${MOBILE_SWITCH}px`,
  '--narrow': `max-width: ${BREAKPOINTS.sm - 0.02}px`,
  '--stacked': `max-width: ${BREAKPOINTS.md - 0.02}px`,
  '--tablet': `max-width: ${BREAKPOINTS.lg - 0.02}px`,
} as const
export const MOBILE_QUERY = `(${MEDIA['--mobile']})`
