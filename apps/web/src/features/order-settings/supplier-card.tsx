import { ActionIcon, Button, Radio, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { IOSS_MODES, PHONE_USES } from '@omni/domain/order-settings/order-settings.ts'
import { addressRulesOf } from '@omni/domain/orders/supplier-address.ts'
import { Card } from '@omni/ui/card.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../platform/i18n.ts'
import { useCountryOptions } from './country-options.ts'
import classes from './order-settings.module.css'
import { problemText, type SettingsFields } from './settings-fields.ts'

const LONGEST_NOTE = 500
const PHONES = {
  customer: { text: 'order_settings.phone_customer', note: 'order_settings.phone_customer_text' },
  always: { text: 'order_settings.phone_always', note: 'order_settings.phone_always_text' },
} as const

const IOSS = {
  none: { text: 'order_settings.ioss_none', note: 'order_settings.ioss_none_text' },
  own: { text: 'order_settings.ioss_own', note: 'order_settings.ioss_own_text' },
  supplier: { text: 'order_settings.ioss_supplier', note: 'order_settings.ioss_supplier_text' },
} as const

interface IossProps extends Pick<SettingsFields, 'source' | 'settings' | 'onChange'> {
  error: ReactNode
}

/** Who declares import tax where the supplier's orders have a place for it; elsewhere the number alone. */
function IossFields({ source, settings: { ioss, ioss_mode }, error, onChange }: IossProps) {
  const t = useT()
  const isDeclared = addressRulesOf(source).ioss === true
  return (
    <>
      {isDeclared ? (
        <Radio.Group
          label={t('order_settings.ioss_mode')}
          name={`ioss-${source}`}
          value={ioss_mode}
          onChange={(value) => {
            const mode = IOSS_MODES.find((one) => one === value)
            if (mode) onChange({ ioss_mode: mode })
          }}
        >
          <Stack gap={12} mt={10}>
            {IOSS_MODES.map((mode) => (
              <Radio key={mode} value={mode} label={t(IOSS[mode].text)} description={t(IOSS[mode].note)} />
            ))}
          </Stack>
        </Radio.Group>
      ) : null}
      {isDeclared && ioss_mode !== 'own' ? null : (
        <TextInput
          className={classes.short ?? ''}
          label={t('order_settings.ioss')}
          description={t('order_settings.ioss_text')}
          dir="ltr"
          maxLength={20}
          placeholder="IM1234567890"
          value={ioss}
          error={error}
          onChange={(event) => onChange({ ioss: event.currentTarget.value.replace(/\s/g, '').toUpperCase() })}
        />
      )}
    </>
  )
}

/** What the supplier is told with every order: a message, a phone number, tax numbers. */
export function SupplierCard({ source, settings, problems, onChange }: SettingsFields) {
  const t = useT()
  const { note, phone, tax_ids } = settings
  const countries = useCountryOptions()
  const used = tax_ids.map(({ country_code }) => country_code)
  const left = countries.filter(({ value }) => !used.includes(value))
  const error = (field: 'phone' | 'ioss' | 'tax_ids') => {
    const key = problemText(problems, field)
    return key && t(key)
  }
  return (
    <Card title={t('order_settings.supplier')} description={t('order_settings.supplier_text')}>
      <div className={classes.stack}>
        <Textarea
          label={t('order_settings.note')}
          description={t('order_settings.note_text')}
          value={note}
          maxLength={LONGEST_NOTE}
          rows={3}
          onChange={(event) => onChange({ note: event.currentTarget.value })}
        />
        <Radio.Group
          label={t('order_settings.phone')}
          name={`phone-${source}`}
          value={phone.use}
          onChange={(value) => {
            const use = PHONE_USES.find((one) => one === value)
            if (use) onChange({ phone: { ...phone, use } })
          }}
        >
          <Stack gap={12} mt={10}>
            {PHONE_USES.map((use) => (
              <Radio key={use} value={use} label={t(PHONES[use].text)} description={t(PHONES[use].note)} />
            ))}
          </Stack>
        </Radio.Group>
        <TextInput
          className={classes.short ?? ''}
          label={t('order_settings.phone_number')}
          description={t('order_settings.phone_number_text')}
          type="tel"
          dir="ltr"
          maxLength={20}
          placeholder="+15551234567"
          value={phone.number}
          error={error('phone')}
          onChange={(event) =>
            onChange({ phone: { ...phone, number: event.currentTarget.value.replace(/[\s()./-]/g, '') } })
          }
        />
        <IossFields {...{ source, settings, onChange }} error={error('ioss')} />
        <fieldset className={`${classes.stack} ${classes.group}`} aria-label={t('order_settings.tax_ids')}>
          <div>
            <div className={classes.name}>{t('order_settings.tax_ids')}</div>
            <div className={classes.words}>{t('order_settings.tax_ids_text')}</div>
          </div>
          {tax_ids.map((row, at) => (
            <div className={classes.line} key={row.country_code}>
              <Select
                aria-label={t('order_settings.country_of', { number: at + 1 })}
                data={countries.filter(({ value }) => value === row.country_code || !used.includes(value))}
                value={row.country_code}
                searchable
                allowDeselect={false}
                nothingFoundMessage={t('form.nothing_found')}
                onChange={(country_code) =>
                  country_code && onChange({ tax_ids: tax_ids.with(at, { ...row, country_code }) })
                }
              />
              <TextInput
                aria-label={t('order_settings.tax_id_of', { number: at + 1 })}
                dir="ltr"
                maxLength={50}
                value={row.tax_id}
                error={error('tax_ids')}
                onChange={(event) =>
                  onChange({ tax_ids: tax_ids.with(at, { ...row, tax_id: event.currentTarget.value }) })
                }
              />
              <ActionIcon
                aria-label={t('order_settings.remove_line', { number: at + 1 })}
                onClick={() => onChange({ tax_ids: tax_ids.filter((_, other) => other !== at) })}
              >
                <IconTrash size={16} stroke={ICON_STROKE} />
              </ActionIcon>
            </div>
          ))}
          <div>
            <Button
              variant="default"
              size="xs"
              disabled={left.length === 0}
              leftSection={<IconPlus size={14} stroke={ICON_STROKE} aria-hidden="true" />}
              onClick={() => {
                const [next] = left
                if (next) onChange({ tax_ids: [...tax_ids, { country_code: next.value, tax_id: '' }] })
              }}
            >
              {t('order_settings.add_tax_id')}
            </Button>
          </div>
        </fieldset>
      </div>
    </Card>
  )
}
