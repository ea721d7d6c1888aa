import { ErrorState } from '@omni/ui/error-state.tsx'
import { type TextKey, useT } from './i18n.ts'

interface ReadFailedProps {
  reading: { error: Error | null; isFetching: boolean; refetch: () => unknown }
  /** What happened. */
  title: TextKey
}

/** What was asked for did not come: why, and once more. */
export function ReadFailed({ reading: { error, isFetching, refetch }, title }: ReadFailedProps) {
  const t = useT()
  return <ErrorState title={t(title)} text={error?.message} onRetry={() => void refetch()} retrying={isFetching} />
}
