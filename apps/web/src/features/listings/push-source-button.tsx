import { Button } from '@mantine/core'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconSend } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { loadWorkTexts, useT } from '../../platform/i18n.ts'
import type { PushedCard } from './push-source.tsx'
import { useMayPush } from './use-may-push.ts'

const PushSource = lazy(() => import('./push-source.tsx').then((module) => ({ default: module.PushSource })))
/** What one call takes; more are pushed by a second click. */
const MOST_SOURCE = 20

interface PushSourceButtonProps {
  products: readonly PushedCard[]
  favourites?: boolean
}

/** Sourcing spec §2: push to store from the detail of a product, and of the favourites. */
export function PushSourceButton({ products, favourites = false }: PushSourceButtonProps) {
  const t = useT()
  const mayPush = useMayPush()
  const [opened, setOpened] = useState(false)
  const some = products.slice(0, MOST_SOURCE)
  const open = async () => {
    if (!mayPush([], window.location.pathname + window.location.search)) return
    await loadWorkTexts()
    setOpened(true)
  }
  return (
    <>
      <Button
        variant="default"
        disabled={some.length === 0}
        leftSection={<IconSend size={16} stroke={ICON_STROKE} aria-hidden="true" />}
        onClick={() => void open()}
      >
        {t('push.push')}
        {favourites ? ` (${some.length})` : null}
      </Button>
      <Suspense fallback={null}>
        {opened ? <PushSource products={some} favourites={favourites} onClose={() => setOpened(false)} /> : null}
      </Suspense>
    </>
  )
}
