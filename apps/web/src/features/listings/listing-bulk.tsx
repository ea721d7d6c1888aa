import { Button, Menu } from '@mantine/core'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconChevronUp } from '@tabler/icons-react'
import { useT } from '../../platform/i18n.ts'
import type { Tab } from './use-listings.ts'

interface ListingBulkProps {
  tab: Tab
  onMap: () => void
  onHide: (hidden: boolean) => void
  onWatch: (enabled: boolean) => void
  onPanel: (panel: 'keep' | 'copy' | 'unmap') => void
}

/** What can be done with all that is selected. */
export function ListingBulk({ tab, onMap, onHide, onWatch, onPanel }: ListingBulkProps) {
  const t = useT()
  if (tab === 'hidden')
    return (
      <Button size="xs" variant="default" onClick={() => onHide(false)}>
        {t('mapping.show_again')}
      </Button>
    )
  if (tab === 'unmapped')
    return (
      <>
        <Button size="xs" onClick={onMap}>
          {t('mapping.bulk_map')}
        </Button>
        <Button size="xs" variant="default" onClick={() => onHide(true)}>
          {t('mapping.hide')}
        </Button>
      </>
    )
  return (
    <>
      <Button size="xs" onClick={() => onPanel('keep')}>
        {t('mapping.keep')}
      </Button>
      <Button size="xs" variant="default" onClick={() => onPanel('copy')}>
        {t('mapping.copy')}
      </Button>
      <Menu position="top-end">
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            rightSection={<IconChevronUp size={14} stroke={ICON_STROKE} aria-hidden="true" />}
          >
            {t('mapping.more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onWatch(true)}>{t('mapping.watch_on')}</Menu.Item>
          <Menu.Item onClick={() => onWatch(false)}>{t('mapping.watch_off')}</Menu.Item>
          <Menu.Item onClick={() => onPanel('unmap')}>{t('mapping.unmap')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
