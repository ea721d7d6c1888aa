import { Button, Select, TextInput } from '@mantine/core'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import type { FormEvent } from 'react'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { ADDRESS_FIELDS, ADDRESS_PROBLEMS } from './address-texts.ts'
import classes from './placement.module.css'
import type { PreviewOrder } from './placement-texts.ts'

type Ask = PreviewOrder['asks'][number]
/** Its number is no tax number. */
const NATIONAL_ADDRESS = 'SA'

/** What was typed and is not kept yet. */
export type AddressDraft = Partial<Record<Ask['field'], string>>

interface AskedFieldsProps {
  order: PreviewOrder
  typed: AddressDraft
  onType: (typed: AddressDraft) => void
  onSaved: () => void
}

/** What a supplier wants of the address besides what the customer gave. It is kept with the order, and asked again. */
export function AskedFields({ order, typed, onType, onSaved }: AskedFieldsProps) {
  const t = useT()
  const save = useAct(orderCalls.updateCustomer, { refresh: [orderCalls.getOrderDetail, orderCalls.listOrders] })
  const { address, asks } = order
  if (!address || asks.length === 0) return null
  const keep = async (event: FormEvent) => {
    event.preventDefault()
    // The code of another province would win over the name.
    const next = { ...address, ...(typed.province !== undefined && { province_code: '' }), ...typed }
    const reply = await save.run({ order_id: order.order_id, address: next, repair: true })
    if (!reply.success) return
    onType({})
    onSaved()
  }
  const label = ({ field }: Ask) =>
    field === 'tax_number' && address.country_code === NATIONAL_ADDRESS
      ? t('placement.ask_national_address')
      : t(ADDRESS_FIELDS[field])
  return (
    <form className={classes.asks} onSubmit={(event) => void keep(event)}>
      {asks.map((ask) => {
        const { field, says, source, choices, such_as } = ask
        const value = typed[field] ?? address[field]
        const shared = {
          label: label(ask),
          description: [
            t('placement.ask_by', { source: VENDOR_NAMES[source] }),
            such_as && t('placement.ask_such_as', { example: such_as }),
          ]
            .filter(Boolean)
            .join(' '),
          error: typed[field] === undefined ? t(ADDRESS_PROBLEMS[says]) : undefined,
        }
        return choices.length > 0 ? (
          <Select
            key={field}
            {...shared}
            data={choices}
            value={choices.includes(value) ? value : null}
            searchable
            nothingFoundMessage={t('form.nothing_found')}
            onChange={(chosen) => chosen !== null && onType({ ...typed, [field]: chosen })}
          />
        ) : (
          <TextInput
            key={field}
            {...shared}
            value={value}
            onChange={(event) => onType({ ...typed, [field]: event.currentTarget.value })}
          />
        )
      })}
      <Button type="submit" size="xs" loading={save.pending} disabled={Object.keys(typed).length === 0}>
        {t('placement.ask_save')}
      </Button>
    </form>
  )
}
