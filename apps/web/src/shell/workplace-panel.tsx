import { SidePanel } from '@omni/ui/side-panel.tsx'
import { useT } from '../platform/i18n.ts'
import { WorkplaceList } from './workplace-list.tsx'

const WIDTH = 520

export function WorkplacePanel({
  opened,
  creating,
  onClose,
}: {
  opened: boolean
  creating: boolean
  onClose: () => void
}) {
  const t = useT()
  return (
    <SidePanel
      opened={opened}
      onClose={onClose}
      width={WIDTH}
      title={t('workplaces.title')}
      description={t('workplaces.text')}
    >
      <WorkplaceList creating={creating} onCreated={onClose} />
    </SidePanel>
  )
}
