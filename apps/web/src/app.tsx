import { DirectionProvider, MantineProvider, type MantineThemeOverride, useDirection } from '@mantine/core'
import { direction } from '@omni/domain/languages.ts'
import { cssVariables, theme } from '@omni/ui/theme.ts'
import { type UiText, UiTextProvider } from '@omni/ui/ui-text.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { colorSchemeManager } from './platform/color-scheme.ts'
import { currentLanguage, type Translate, useLanguage, useT } from './platform/i18n.ts'
import { queryClient } from './platform/query.ts'
import { closeToasts, Toasts } from './platform/toasts.tsx'
import { router } from './routes.tsx'

const uiText = (t: Translate): UiText => ({
  close: t('actions.close'),
  retry: t('actions.retry'),
  cancel: t('actions.cancel'),
  clearSelection: t('table.clear_selection'),
  selectAll: t('table.select_all'),
  selectRow: t('table.select_row'),
  columns: t('table.columns'),
  exportCsv: t('table.export_csv'),
  backToTop: t('shell.back_to_top'),
  unlimited: t('usage.unlimited'),
  required: t('form.required'),
  loading: t('shell.loading'),
  previous: t('actions.previous'),
  next: t('actions.next'),
  asTable: t('chart.as_table'),
  selected: (count) => t('table.selected', { count }),
  sortBy: (column) => t('table.sort_by', { column }),
  typeToConfirm: (name) => t('confirm.type_name', { name }),
})

/** Mantine places popovers and slides by a direction of its own; it follows the language. */
function FollowLanguage({ children }: { children: ReactNode }) {
  const t = useT()
  const wanted = direction(useLanguage())
  const { setDirection } = useDirection()
  useEffect(() => setDirection(wanted), [wanted, setDirection])
  return <UiTextProvider text={uiText(t)}>{children}</UiTextProvider>
}

/** Words inside Mantine components that it would say in English. */
const themeIn = (t: Translate): MantineThemeOverride => ({
  ...theme,
  components: {
    ...theme.components,
    PasswordInput: {
      defaultProps: { size: 'sm', visibilityToggleButtonProps: { 'aria-label': t('form.show_password'), tabIndex: 0 } },
    },
  },
})

/** Orders spec §4: what is on screen is about the page that was left. */
const closeOnLeaving = () => router.subscribe('onResolved', ({ pathChanged }) => pathChanged && closeToasts())

export function App() {
  const t = useT()
  useEffect(closeOnLeaving, [])
  return (
    <DirectionProvider initialDirection={direction(currentLanguage())} detectDirection={false}>
      <MantineProvider
        theme={themeIn(t)}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
      >
        <QueryClientProvider client={queryClient}>
          <FollowLanguage>
            <RouterProvider router={router} />
            <Toasts />
          </FollowLanguage>
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}
