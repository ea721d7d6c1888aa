/**
 * Addresses as customers write them, country by country: what the supplier's folder declares is enough for it to take the order,
 * and without that it makes nothing.
 */
import { iossFor } from '@omni/domain/order-settings/order-settings.ts'
import { EMPTY_ADDRESS, type OrderAddress } from '@omni/domain/orders/document.ts'
import { placeFinder } from '@omni/domain/orders/places.ts'
import { addressFor } from '@omni/domain/orders/supplier-address.ts'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { CASE_MS } from '../../conformance/vendor-subject.ts'
import type { SupplierDefinition } from '../supplier.ts'
import type { NewSupplyOrder, SupplyAddress } from '../supply-order.ts'
import { findGoods } from './find-goods.ts'
import { open, type Subject } from './subject.ts'

const SEND_WITHIN_MS = 5_000
const IOSS = { ioss: 'IM1234567890', ioss_mode: 'own' } as const

const ABROAD: Record<string, Partial<OrderAddress>> = {
  DE: { city: 'Stuttgart', zip: '70173', phone: '0711 / 123 45 67' },
  FR: { city: 'Lyon', province: 'Auvergne-Rhône-Alpes', zip: '69002', phone: '+33 4 72 00 00 00' },
  GB: { city: 'Leeds', zip: 'ls15hd', phone: '07936781278' },
  BR: {
    city: 'São Paulo',
    province: 'São Paulo',
    province_code: 'SP',
    zip: '01310100',
    phone: '+5511987654321',
    tax_number: '529.982.247-25',
  },
  MX: {
    city: 'Guadalajara',
    province: 'Jalisco',
    province_code: 'JAL',
    zip: '44100',
    phone: '3312345678',
    tax_number: 'GODE561231GR8',
  },
  KR: { city: 'Gangnam-gu', province: 'Seoul', zip: '06236', phone: '010-1234-5678', tax_number: 'P123456789012' },
  JP: { city: 'Shibuya', province: 'Tokyo', zip: '1500002', phone: '090-1234-5678' },
  IL: { city: 'Tel Aviv', zip: '6100000', phone: '050-1234567' },
  TR: { city: 'Kadıköy', province: 'İstanbul', zip: '34710', phone: '+90 532 000 00 00' },
  SA: { city: 'Riyadh', zip: '12211', phone: '0501234567', tax_number: 'RRRD2929' },
}

export function addressCases(definition: SupplierDefinition, subject: () => Promise<Subject>): void {
  const rules = definition.address ?? {}
  for (const [country_code, written] of Object.entries(ABROAD))
    test(
      `${country_code}: an address as a customer writes it is taken as declared, and nothing is made without that`,
      async ({ skip }) => {
        const ready = await subject()
        const { orders } = open(definition, ready)
        const { buying } = ready
        if (!orders || !buying) return skip('the other side takes no orders')
        const goods = await findGoods(definition, ready, country_code)
        const places = (await orders.places?.({ country_code })) ?? null
        const address = {
          ...EMPTY_ADDRESS,
          name: 'Ada Lovelace',
          address1: '1 Analytical Road',
          country_code,
          ...written,
        }
        const { sent: good_address, asks } = addressFor(rules, address, places && placeFinder(places))
        expect(asks).toEqual([])
        const ioss = iossFor(IOSS, rules, { country_code, ship_from: goods.ship_from })
        if (ioss === 'missing') throw new Error('the number is there')
        const { province_code: _code, tax_number: tax_id, ...fields } = good_address
        const good: SupplyAddress = {
          ...fields,
          tax_id,
          email: 'ada@example.com',
          country_name: country_code,
          ...(ioss && { ioss }),
        }
        const create = async (sent: SupplyAddress) => {
          const order: NewSupplyOrder = { ...goods, address: sent, reference: `om${randomUUID().slice(0, 18)}-1` }
          const outcome = await (await orders.create.prepare(order))(performance.now() + SEND_WITHIN_MS)
          return { outcome, booked: (await buying.books(order.reference)).orders.length }
        }
        expect(await create(good)).toMatchObject({ outcome: { outcome: 'done', reply: { is: 'order' } }, booked: 1 })
        if (!definition.address) return
        const { ioss: _ioss, ...undeclared } = good
        const bad = { ...undeclared, province: rules.province === 'listed' ? 'Nowhere' : '', tax_id: '' }
        expect(await create(bad)).toMatchObject({ outcome: { outcome: 'refused' }, booked: 0 })
        if (ioss) expect(await create(undeclared)).toMatchObject({ outcome: { kind: 'needs_ioss' }, booked: 0 })
        if (rules.numbers?.[country_code])
          expect(await create({ ...good, tax_id: '' })).toMatchObject({ outcome: { kind: 'invalid' }, booked: 0 })
      },
      CASE_MS,
    )
}
