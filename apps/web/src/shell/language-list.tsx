import { Menu } from '@mantine/core'
import { LANGUAGES } from '@omni/domain/languages.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconCheck } from '@tabler/icons-react'
import { changeLanguage } from '../platform/account.ts'
import { useLanguage, useT } from '../platform/i18n.ts'
import type { BehindProps } from './on-demand.tsx'

export function LanguageList({ target, opened, setOpened }: BehindProps) {
  const t = useT()
  const current = useLanguage()
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" width={220} withinPortal={false}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {LANGUAGES.map(({ code, name }) => (
          <Menu.Item
            key={code}
            lang={code}
            onClick={() => void changeLanguage(code)}
            rightSection={
              code === current ? <IconCheck size={16} stroke={ICON_STROKE} aria-label={t('shell.current')} /> : null
            }
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
