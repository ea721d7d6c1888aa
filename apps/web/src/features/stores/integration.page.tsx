import { Button } from '@mantine/core'
import { Card } from '@omni/ui/card.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { SettingsFrame } from '../../shell/settings-frame.tsx'

/** Those that are built; a new one adds its row. */
const INTEGRATIONS: readonly { href: string; title: TextKey; text: TextKey }[] = [
  {
    href: '/app/setting/integration/product-copy',
    title: 'integrations.product_copy',
    text: 'integrations.product_copy_text',
  },
  { href: '/app/setting/integration/cashback_setting', title: 'cashback.title', text: 'integrations.cashback_text' },
]

/** /app/setting/integration — what Omni does besides, each on a page of its own. */
export function IntegrationPage() {
  const t = useT()
  return (
    <SettingsFrame title={t('integrations.title')} description={t('integrations.text')}>
      {INTEGRATIONS.map(({ href, title, text }) => (
        <Card
          key={href}
          title={t(title)}
          description={t(text)}
          actions={
            <Button
              component={AppLink}
              href={href}
              variant="default"
              aria-label={`${t('integrations.open')}: ${t(title)}`}
            >
              {t('integrations.open')}
            </Button>
          }
        />
      ))}
    </SettingsFrame>
  )
}
