import { Menu, useMantineColorScheme } from '@mantine/core'
import { type UserMenuEntry, userMenuEntries } from '@omni/domain/shell/menu-rules.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import {
  IconBuildingStore,
  IconCheck,
  IconKeyboard,
  IconLifebuoy,
  IconLogout,
  IconReceipt,
  IconSettings,
} from '@tabler/icons-react'
import { signOut, useAccount, useShellFlags } from '../platform/account.ts'
import { HELP_CENTER_URL } from '../platform/addresses.ts'
import { AppLink } from '../platform/app-link.tsx'
import { useT } from '../platform/i18n.ts'
import { hasPath } from '../platform/navigation.ts'
import { openPanel } from '../platform/panels.ts'
import { SCHEMES } from './color-schemes.ts'
import type { BehindProps } from './on-demand.tsx'
import classes from './top-bar.module.css'

const icon = { size: 16, stroke: ICON_STROKE, 'aria-hidden': true } as const
const SETTINGS = '/app/setting'
const BILLING = '/app/setting/billing'
const LINKED_STORES = '/app/setting/account#linked-stores'

/** Foundation spec §2, user menu with its hiding rules; theme and keys are ours. */
export function UserEntries({ target, opened, setOpened }: BehindProps) {
  const t = useT()
  const { name, email } = useAccount()
  const entries = userMenuEntries(useShellFlags())
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const shown = (entry: UserMenuEntry) => entries.includes(entry)
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" width={240} withinPortal={false}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <div className={classes.whoName}>{name}</div>
          <div className={classes.whoMail}>{email}</div>
        </div>
        <Menu.Divider />
        <Menu.Item component={AppLink} href={SETTINGS} leftSection={<IconSettings {...icon} />}>
          {t('shell.settings')}
        </Menu.Item>
        {shown('billing_plan') && hasPath(BILLING) ? (
          <Menu.Item component={AppLink} href={BILLING} leftSection={<IconReceipt {...icon} />}>
            {t('shell.billing_plan')}
          </Menu.Item>
        ) : null}
        {shown('linked_stores') ? (
          <Menu.Item component={AppLink} href={LINKED_STORES} leftSection={<IconBuildingStore {...icon} />}>
            {t('shell.linked_stores')}
          </Menu.Item>
        ) : null}
        {shown('help_center') ? (
          <Menu.Item component={AppLink} href={HELP_CENTER_URL} leftSection={<IconLifebuoy {...icon} />}>
            {t('shell.help_center')}
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<IconKeyboard {...icon} />} onClick={() => openPanel('keys')}>
          {t('keys.title')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('theme.title')}</Menu.Label>
        {SCHEMES.map((scheme) => (
          <Menu.Item
            key={scheme.value}
            leftSection={<scheme.icon {...icon} />}
            onClick={() => setColorScheme(scheme.value)}
            closeMenuOnClick={false}
            rightSection={
              scheme.value === colorScheme ? (
                <IconCheck size={16} stroke={ICON_STROKE} aria-label={t('shell.current')} />
              ) : null
            }
          >
            {t(scheme.text)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {shown('log_out') ? (
          <Menu.Item leftSection={<IconLogout {...icon} />} onClick={() => void signOut()}>
            {t('shell.log_out')}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}
