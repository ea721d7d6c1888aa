import { CAMPAIGNS } from '@omni/domain/catalog/campaigns.ts'
import { CATEGORIES } from '@omni/domain/catalog/categories.ts'
import { expect, test } from 'vitest'
import en from '../../../locales/en.json'

test('every category and every campaign has its name', () => {
  const wanted = [
    ...CATEGORIES.map(({ slug }) => `category.${slug}`),
    ...CAMPAIGNS.map(({ slug }) => `campaign.${slug}`),
  ]
  expect(wanted.filter((key) => !Object.hasOwn(en, key))).toEqual([])
})
