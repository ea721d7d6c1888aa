import { MantineProvider } from '@mantine/core'
import { type UiText, UiTextProvider } from '@omni/ui/ui-text.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { queryClient } from '../platform/query.ts'

const WITH_VALUES: Pick<UiText, 'selected' | 'sortBy' | 'typeToConfirm'> = {
  selected: (count) => `${count} selected`,
  sortBy: (column) => `sort ${column}`,
  typeToConfirm: String,
}
/** Each word of the kit is its own name, so that no test takes one for the screen's. */
const words = new Proxy(WITH_VALUES, {
  get: (said, name) => (name in said ? Reflect.get(said, name) : String(name)) as unknown,
}) as UiText

/** What app.tsx puts around every screen. */
const Frame = ({ children }: { children: ReactNode }) => (
  <MantineProvider env="test">
    <QueryClientProvider client={queryClient}>
      <UiTextProvider text={words}>{children}</UiTextProvider>
    </QueryClientProvider>
  </MantineProvider>
)

/** Draws a screen, or a part of one, as the app does. */
export const draw = (screen: ReactNode) => render(screen, { wrapper: Frame })
