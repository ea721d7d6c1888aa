import { Button, TextInput } from '@mantine/core'
import type { Out } from '@omni/contracts/kernel.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { countryName } from '@omni/domain/countries.ts'
import { DIAL_CODES, joinPhone, splitPhone } from '@omni/domain/orders/dial-codes.ts'
import { PhoneInput } from '@omni/ui/phone-input.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { intlLocale, useLanguage } from '../../platform/i18n.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import { ADDRESS_FIELDS, ADDRESS_PROBLEMS } from '../placement/address-texts.ts'
import classes from './orders.module.css'

type Detail = Out<typeof orderCalls.getOrderDetail>
type Address = NonNullable<Detail['address']>

const REFRESH = [orderCalls.listOrders, orderCalls.countOrderStatus, orderCalls.getOrderDetail, orderCalls.getLogs]
const SHOWN_FIELDS = [
  'name',
  'address1',
  'address2',
  'city',
  'province',
  'province_code',
  'zip',
  'country_code',
  'phone',
  'tax_number',
] as const

/** What is wrong stands at its field; what needs no person is put right by one click. */
export function AddressPart({ order }: { order: Detail }) {
  const { t } = useCardShow()
  const locale = intlLocale(useLanguage())
  const save = useAct(orderCalls.updateCustomer, { refresh: REFRESH })
  const [draft, setDraft] = useState<Address | null>(null)
  const problems = order.address_problems
  if (!order.address) return null
  const address = draft ?? order.address
  const mendable = problems.some(({ repair }) => repair !== null)
  const keep = async () => {
    if (draft && (await save.run({ order_id: order.order_id, address: draft, repair: true })).success) setDraft(null)
  }
  return (
    <section aria-label={t('orders.address')}>
      <h3>{t('orders.address')}</h3>
      {draft || problems.length > 0 ? (
        <div className={classes.form}>
          {SHOWN_FIELDS.map((field) => {
            const problem = problems.find((one) => one.field === field)
            const error = problem && !draft ? t(ADDRESS_PROBLEMS[problem.says]) : undefined
            if (field === 'phone')
              return (
                <PhoneInput
                  key={field}
                  label={t(ADDRESS_FIELDS.phone)}
                  regionLabel={t('orders.phone_region')}
                  regions={DIAL_CODES}
                  {...splitPhone(address.phone, address.country_code)}
                  error={error ?? null}
                  onChange={({ region, local }) => setDraft({ ...address, phone: joinPhone(region, local) })}
                />
              )
            return (
              <TextInput
                key={field}
                label={t(ADDRESS_FIELDS[field])}
                value={address[field]}
                error={error}
                onChange={(event) => setDraft({ ...address, [field]: event.currentTarget.value })}
              />
            )
          })}
        </div>
      ) : (
        <address className={classes.address} dir="auto">
          {[
            address.name,
            address.company,
            address.address1,
            address.address2,
            [address.zip, address.city, address.province].filter(Boolean).join(' '),
            countryName(address.country_code, locale),
            address.phone,
          ]
            .filter((line) => line.trim() !== '')
            .map((line) => (
              <span key={line}>{line}</span>
            ))}
        </address>
      )}
      <div className={classes.buttons}>
        {mendable && !draft ? (
          <Button
            size="xs"
            loading={save.pending}
            onClick={() => void save.run({ order_id: order.order_id, repair: true })}
          >
            {t('orders.repair')}
          </Button>
        ) : null}
        {draft ? (
          <Button size="xs" loading={save.pending} onClick={() => void keep()}>
            {t('orders.save_address')}
          </Button>
        ) : problems.length === 0 ? (
          <Button size="xs" variant="default" onClick={() => setDraft(address)}>
            {t('orders.edit_address')}
          </Button>
        ) : null}
      </div>
    </section>
  )
}
