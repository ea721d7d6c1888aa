/**
 * Pages behind the sign-in. They are a part of their own: otherwise the names of all their files travel with the sign-in
 * page (routes.tsx holds the pages outside).
 */
import type { FunctionComponent } from 'react'

export const APP_PAGES = import.meta.glob<Record<string, FunctionComponent>>(
  ['./*/*.page.tsx', '!./{auth,help,landing}/*', '!./stores/{callback,install,store-migrate-verification}.page.tsx'],
  { base: './features' },
)
