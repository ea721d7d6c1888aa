import { VisuallyHidden } from '@mantine/core'
import { ErrorState } from '@omni/ui/error-state.tsx'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useT } from './i18n.ts'
import { CallFailure } from './query.ts'

/** A screen that could not start: the server is away, or a newer version replaced the files this tab knows. */
export function LoadFailed({ error }: ErrorComponentProps) {
  const t = useT()
  const router = useRouter()
  const text = error instanceof CallFailure && error.envelope.message ? error.envelope.message : t('errors.page_text')
  const retry = () => {
    // A chunk of an older version is gone for good: only a full load brings the new one.
    if (error instanceof CallFailure) void router.invalidate()
    else window.location.reload()
  }
  // The cause is for the operator's console; the reader gets a way on.
  useEffect(() => console.error(error), [error])
  return (
    <main>
      <VisuallyHidden component="h1">{t('errors.page_title')}</VisuallyHidden>
      <ErrorState title={t('errors.page_title')} text={text} onRetry={retry} />
    </main>
  )
}
