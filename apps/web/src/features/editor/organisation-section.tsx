import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { TagsInput, TextInput } from '@mantine/core'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { MAX_TAG, MAX_TAGS } from '@omni/domain/products/product.ts'
import { useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { useSettled } from '../../platform/settled.ts'
import classes from './editor.module.css'
import { Section } from './section.tsx'
import { useField } from './use-editor.ts'

const ASK_AFTER_MS = 250
const MAX_COLLECTIONS = 100
const clean = (tags: string[]) => [...new Set(tags.map((tag) => tag.trim().slice(0, MAX_TAG)).filter(Boolean))]

/** Type, vendor, tags and collections; what this workplace uses already is offered first. */
export function OrganisationSection() {
  const t = useT()
  const type = useField('product_type')
  const vendor = useField('vendor')
  const tags = useField('tags')
  const collections = useField('collections')
  const [typed, setTyped] = useState('')
  const text = useSettled(typed, ASK_AFTER_MS)
  const known = useCall(productCenterCalls.listTags, { text }, { quiet: true, keep: true }).data?.tags ?? []
  const named = useCall(productCenterCalls.listCollectionNames, {}, { quiet: true }).data?.collections ?? []
  return (
    <Section name="organisation" description={t('editor.organisation_text')}>
      <div className={classes.fields}>
        <TextInput
          label={t('editor.product_type')}
          value={type.value}
          maxLength={255}
          error={type.error}
          dir="auto"
          onChange={(event) => type.set(event.currentTarget.value)}
        />
        <TextInput
          label={t('editor.vendor')}
          value={vendor.value}
          maxLength={255}
          error={vendor.error}
          dir="auto"
          onChange={(event) => vendor.set(event.currentTarget.value)}
        />
        <TagsInput
          label={t('editor.tags')}
          description={t('editor.tags_text')}
          value={tags.value}
          data={known.map(({ name }) => name)}
          searchValue={typed}
          onSearchChange={setTyped}
          maxTags={MAX_TAGS}
          clearable
          splitChars={[',', ';', '\n']}
          error={tags.error}
          clearButtonProps={{ 'aria-label': t('editor.clear_tags') }}
          onChange={(next) => tags.set(clean(next))}
        />
        <TagsInput
          label={t('editor.collections')}
          description={t('editor.collections_text')}
          value={collections.value}
          data={named.map(({ name }) => name)}
          maxTags={MAX_COLLECTIONS}
          clearable
          splitChars={[',', ';', '\n']}
          error={collections.error}
          clearButtonProps={{ 'aria-label': t('editor.clear_collections') }}
          onChange={(next) => collections.set(clean(next))}
        />
      </div>
    </Section>
  )
}
