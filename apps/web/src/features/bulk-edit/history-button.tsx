import { Button } from '@mantine/core'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconHistory } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useT } from '../../platform/i18n.ts'

const RunHistory = lazy(() => import('./run-history.tsx').then((module) => ({ default: module.RunHistory })))

/** The panel is downloaded when it is first opened and then kept, so that closing can play its transition. */
export function HistoryButton() {
  const t = useT()
  const [opened, setOpened] = useState(false)
  const [used, setUsed] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconHistory size={16} stroke={ICON_STROKE} aria-hidden="true" />}
        onClick={() => {
          setUsed(true)
          setOpened(true)
        }}
      >
        {t('bulk.history')}
      </Button>
      {used ? (
        <Suspense fallback={null}>
          <RunHistory opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
