import { Button, NumberInput, Select, TextInput } from '@mantine/core'
import { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { COUNTRIES } from '@omni/domain/countries.ts'
import { DIAL_CODES, joinPhone } from '@omni/domain/orders/dial-codes.ts'
import { Page } from '@omni/ui/page.tsx'
import { PhoneInput } from '@omni/ui/phone-input.tsx'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useCall } from '../../platform/query.ts'
import { useSettled } from '../../platform/settled.ts'
import { toast } from '../../platform/toasts.tsx'
import { useCardShow } from '../../product-cards/card-show.ts'
import { ADDRESS_FIELDS } from '../placement/address-texts.ts'
import classes from './orders.module.css'

const TYPING_MS = 300
const MAX_QUANTITY = 9999
const ADDRESS = ['name', 'address1', 'address2', 'city', 'province', 'zip', 'tax_number'] as const
const EMPTY = { name: '', address1: '', address2: '', city: '', province: '', zip: '', tax_number: '' }

interface NewLine {
  variant_id: string
  label: string
  quantity: number
  unit_price: number
  currency: string
}

/** /app/orders/create — an order that came by mail or telephone (orders spec §2). */
export function CreatePage() {
  const { t, money } = useCardShow()
  const navigate = useNavigate()
  const [address, setAddress] = useState(EMPTY)
  const [country_code, setCountry] = useState('US')
  const [email, setEmail] = useState('')
  // Until somebody chooses, the number is of the country that the order goes to.
  const [typed, setPhone] = useState<{ region?: string; local: string }>({ local: '' })
  const phone = joinPhone(typed.region ?? country_code, typed.local)
  const [lines, setLines] = useState<readonly NewLine[]>([])
  const create = useAct(orderCalls.createOrder, { refresh: [orderCalls.listOrders, orderCalls.countOrderStatus] })
  const currency = lines[0]?.currency ?? 'USD'
  const total = lines.reduce((sum, { quantity, unit_price }) => sum + quantity * unit_price, 0)
  const submit = async () => {
    const reply = await create.run({
      customer: { name: address.name, email, phone },
      address: { ...address, phone, country_code },
      lines: lines.map(({ variant_id, quantity, unit_price }) => ({ variant_id, quantity, unit_price })),
      currency,
    })
    if (!reply.data) return
    toast('success', t('orders.created', { number: reply.data.number }))
    void navigate({ to: '/app/orders' })
  }
  return (
    <Page title={t('orders.create_title')} width="narrow">
      <form
        className={classes.panel}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <section aria-label={t('orders.items')}>
          <h2>{t('orders.items')}</h2>
          <ul className={classes.lines}>
            {lines.map((line, at) => (
              <li key={line.variant_id} className={classes.newLine}>
                <span dir="auto">{line.label}</span>
                <NumberInput
                  aria-label={t('orders.quantity')}
                  min={1}
                  max={MAX_QUANTITY}
                  allowDecimal={false}
                  value={line.quantity}
                  onChange={(value) => setLines(lines.with(at, { ...line, quantity: Math.max(1, Number(value) || 1) }))}
                />
                <span>{money(line.unit_price, line.currency).text}</span>
                <Button size="xs" variant="default" onClick={() => setLines(lines.toSpliced(at, 1))}>
                  {t('orders.remove_line')}
                </Button>
              </li>
            ))}
          </ul>
          <VariantPicker
            currency={lines[0]?.currency}
            onPick={(line) => {
              if (!lines.some(({ variant_id }) => variant_id === line.variant_id)) setLines([...lines, line])
            }}
          />
        </section>
        <section aria-label={t('orders.address')}>
          <h2>{t('orders.address')}</h2>
          <div className={classes.form}>
            {ADDRESS.map((field) => (
              <TextInput
                key={field}
                label={t(ADDRESS_FIELDS[field])}
                required={field === 'name' || field === 'address1' || field === 'city'}
                value={address[field]}
                onChange={(event) => setAddress({ ...address, [field]: event.currentTarget.value })}
              />
            ))}
            <Select
              label={t(ADDRESS_FIELDS.country_code)}
              searchable
              allowDeselect={false}
              data={COUNTRIES.map(({ code, name }) => ({ value: code, label: name }))}
              value={country_code}
              onChange={(code) => setCountry(code ?? 'US')}
            />
            <PhoneInput
              label={t(ADDRESS_FIELDS.phone)}
              regionLabel={t('orders.phone_region')}
              regions={DIAL_CODES}
              region={typed.region ?? country_code}
              local={typed.local}
              onChange={setPhone}
            />
            <TextInput
              label={t('orders.email')}
              type="email"
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
          </div>
        </section>
        <div className={classes.buttons}>
          <b>
            {t('orders.total')} {money(total, currency).text}
          </b>
          <Button type="submit" disabled={lines.length === 0} loading={create.pending}>
            {t('orders.create')}
          </Button>
        </div>
      </form>
    </Page>
  )
}

/** A product of the workplace, then one of its variants. An order has one currency. */
function VariantPicker({ currency, onPick }: { currency: string | undefined; onPick: (line: NewLine) => void }) {
  const { t } = useCardShow()
  const [text, setText] = useState('')
  const [product_id, setProduct] = useState<string | null>(null)
  const found = useCall(
    productCenterCalls.listProducts,
    { page_size: 20, ...(useSettled(text.trim(), TYPING_MS) && { text: text.trim() }) },
    { quiet: true, keep: true },
  )
  const product = useCall(
    mappingCalls.getMapping,
    { id: product_id ?? '' },
    { quiet: true, enabled: product_id !== null },
  ).data
  const variants = product_id === null ? [] : (product?.variants ?? []).filter(({ enabled }) => enabled)
  return (
    <div className={classes.form}>
      <Select
        label={t('orders.product')}
        searchable
        searchValue={text}
        onSearchChange={setText}
        filter={({ options }) => options}
        data={(found.data?.items ?? []).map(({ product_id: value, title }) => ({ value, label: title }))}
        value={product_id}
        onChange={setProduct}
      />
      <Select
        label={t('orders.variant')}
        disabled={product_id === null}
        data={variants.map(({ variant_id, option_values }) => ({
          value: variant_id,
          label: option_values.join(' / ') || (product?.title ?? ''),
        }))}
        value={null}
        onChange={(variant_id) => {
          const variant = variants.find((one) => one.variant_id === variant_id)
          if (!variant || !product) return
          if (currency !== undefined && currency !== product.currency) {
            toast('error', t('orders.one_currency', { currency }))
            return
          }
          onPick({
            variant_id: variant.variant_id,
            label: [product.title, variant.option_values.join(' / ')].filter(Boolean).join(' · '),
            quantity: 1,
            unit_price: variant.price,
            currency: product.currency,
          })
        }}
      />
    </div>
  )
}
