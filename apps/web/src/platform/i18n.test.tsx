import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { loadWorkTexts, showLanguage, useT } from './i18n.ts'

// In the order they are asked for.
const parts = [{ 'home.latest': 'Latest' }, { 'orders.title': 'Orders' }]
vi.stubGlobal('fetch', async () => {
  const texts = parts.shift()
  return { ok: true, json: async () => texts }
})

test('the words of the work screens arrive without drawing again what is on screen', async () => {
  await showLanguage('en')
  let drawn = 0
  const Part = () => {
    drawn++
    return <p>{useT()('home.latest')}</p>
  }
  render(<Part />)
  await act(loadWorkTexts)
  expect(drawn).toBe(1)
  const Work = () => <p>{useT()('orders.title')}</p>
  render(<Work />)
  expect(screen.getByText('Orders')).toBeDefined()
})
