import type { CSSVariablesResolver, MantineColorsTuple, MantineThemeOverride } from '@mantine/core'
import { BREAKPOINTS, CONTROL_HEIGHT, LAYERS, RADIUS, TRANSITION_MS } from './measures.ts'
import { DARK, DARK_RAMP, FIXED, GREY_RAMP, LIGHT, ULTRAMARINE } from './tokens.ts'

const px = (value: number) => `${value}px`
const em = (value: number) => `${value / 16}em`
// a ramp has ten shades by definition
const tuple = (shades: readonly string[]) => shades as unknown as MantineColorsTuple

type Size = keyof typeof CONTROL_HEIGHT
const isSize = (size: unknown): size is Size => typeof size === 'string' && size in CONTROL_HEIGHT
const height = (size: unknown) => px(CONTROL_HEIGHT[isSize(size) ? size : 'sm'])
const controlText = (size: unknown) => (size === 'md' || size === 'lg' || size === 'xl' ? '14px' : '13px')

const BUTTON_PADDING: Record<Size, string> = { xs: '10px', sm: '14px', md: '16px', lg: '18px', xl: '20px' }

/** Plain objects, not `Button.extend`: naming a component here would ship it with every page. */
const components: NonNullable<MantineThemeOverride['components']> = {
  Button: {
    defaultProps: { size: 'sm' },
    vars: (_theme: unknown, props: { size?: unknown }) => ({
      root: {
        '--button-height': height(props.size),
        '--button-fz': controlText(props.size),
        '--button-padding-x': BUTTON_PADDING[isSize(props.size) ? props.size : 'sm'],
      },
    }),
  },
  ActionIcon: { defaultProps: { size: 32, variant: 'subtle', color: 'gray' } },
  Input: {
    defaultProps: { size: 'sm' },
    vars: (_theme: unknown, props: { size?: unknown }) => ({
      wrapper: { '--input-height': height(props.size), '--input-fz': controlText(props.size) },
    }),
  },
  InputWrapper: { defaultProps: { size: 'sm', inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
  TextInput: { defaultProps: { size: 'sm' } },
  PasswordInput: { defaultProps: { size: 'sm' } },
  Textarea: { defaultProps: { size: 'sm' } },
  Select: { defaultProps: { size: 'sm', comboboxProps: { zIndex: LAYERS.dropdown } } },
  Checkbox: { defaultProps: { size: 'xs', radius: 4 } },
  Switch: { defaultProps: { size: 'sm', withThumbIndicator: false } },
  Popover: { defaultProps: { zIndex: LAYERS.dropdown, shadow: 'md', radius: 'lg' } },
  Menu: { defaultProps: { withInitialFocusPlaceholder: false, zIndex: LAYERS.dropdown, shadow: 'md', radius: 'lg' } },
  Tooltip: { defaultProps: { zIndex: LAYERS.tooltip, openDelay: TRANSITION_MS, withArrow: false } },
  Modal: {
    defaultProps: {
      zIndex: LAYERS.modal,
      radius: 'xl',
      centered: true,
      overlayProps: { backgroundOpacity: 0, className: 'omni-overlay' },
    },
  },
  Drawer: {
    defaultProps: { zIndex: LAYERS.drawer, overlayProps: { backgroundOpacity: 0, className: 'omni-overlay' } },
  },
  Avatar: { defaultProps: { size: 30, radius: 'xl' } },
  Skeleton: { defaultProps: { radius: 'sm' } },
  SegmentedControl: { defaultProps: { size: 'xs' } },
}

export const theme: MantineThemeOverride = {
  primaryColor: 'ultramarine',
  primaryShade: { light: 6, dark: 5 },
  colors: { ultramarine: tuple(ULTRAMARINE), gray: tuple(GREY_RAMP), dark: tuple(DARK_RAMP) },
  black: LIGHT.text,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '24px', xl: '28px' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  headings: {
    fontFamily: 'var(--font)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
      h4: { fontSize: '13px', lineHeight: '18px' },
    },
  },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '24px' },
  radius: {
    xs: px(RADIUS.tag),
    sm: px(RADIUS.thumb),
    md: px(RADIUS.control),
    lg: px(RADIUS.card),
    xl: px(RADIUS.modal),
  },
  defaultRadius: 'md',
  breakpoints: {
    xs: em(BREAKPOINTS.xs),
    sm: em(BREAKPOINTS.sm),
    md: em(BREAKPOINTS.md),
    lg: em(BREAKPOINTS.lg),
    xl: em(BREAKPOINTS.xl),
  },
  shadows: { md: 'var(--shadow-float)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components,
}

function schemeVariables(tokens: Record<keyof typeof LIGHT, string>) {
  const own = Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--${name}`, value]))
  return {
    ...own,
    '--mantine-color-body': tokens.bg,
    '--mantine-color-text': tokens.text,
    '--mantine-color-dimmed': tokens['text-2'],
    '--mantine-color-placeholder': tokens['text-3'],
    '--mantine-color-anchor': tokens['accent-text'],
    '--mantine-color-error': tokens.red,
    '--mantine-color-default': tokens.surface,
    '--mantine-color-default-hover': tokens.hover,
    '--mantine-color-default-color': tokens.text,
    '--mantine-color-default-border': tokens['border-strong'],
    '--mantine-color-disabled': tokens.sunken,
    '--mantine-color-disabled-color': tokens['text-3'],
    '--mantine-color-ultramarine-filled': tokens.accent,
    '--mantine-color-ultramarine-filled-hover': tokens['accent-hover'],
    '--mantine-color-ultramarine-light': tokens['accent-soft'],
    '--mantine-color-ultramarine-light-hover': tokens['accent-soft'],
    '--mantine-color-ultramarine-light-color': tokens['accent-text'],
    '--mantine-color-ultramarine-text': tokens['accent-text'],
    '--mantine-color-red-filled': LIGHT.red,
    '--mantine-color-red-filled-hover': LIGHT.red,
    '--mantine-color-red-text': tokens.red,
    '--mantine-color-gray-text': tokens['text-2'],
    '--mantine-color-gray-light-color': tokens['text-2'],
  }
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: Object.fromEntries(Object.entries(FIXED).map(([name, value]) => [`--${name}`, value])),
  light: schemeVariables(LIGHT),
  dark: schemeVariables(DARK),
})
