import { SegmentedControl, Skeleton, Textarea } from '@mantine/core'
import { MAX_DESCRIPTION } from '@omni/domain/products/product.ts'
import { useNear } from '@omni/ui/use-near.ts'
import { lazy, Suspense, useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import classes from './editor.module.css'
import { Section } from './section.tsx'
import { useField } from './use-editor.ts'

const RichText = lazy(() => import('./rich-text.tsx').then((module) => ({ default: module.RichText })))
/** The text editor is the largest part of this page: it is downloaded when somebody comes near it. */
const NEAR_PX = 400

export function DescriptionSection() {
  const t = useT()
  const { value, error, set } = useField('description')
  const [mode, setMode] = useState('text')
  const { place, near } = useNear<HTMLDivElement>(NEAR_PX)
  const toggle = (
    <SegmentedControl
      aria-label={t('editor.description_view')}
      value={mode}
      onChange={setMode}
      data={[
        { value: 'text', label: t('editor.view_text') },
        { value: 'html', label: t('editor.view_html') },
      ]}
    />
  )
  return (
    <Section name="description" description={t('editor.description_text')} actions={toggle}>
      <div ref={place} className={classes.writing}>
        {mode === 'html' ? (
          <Textarea
            aria-label={t('editor.description_html')}
            value={value}
            maxLength={MAX_DESCRIPTION}
            autosize
            minRows={12}
            maxRows={30}
            spellCheck={false}
            dir="ltr"
            error={error}
            classNames={{ input: classes.html ?? '' }}
            onChange={(event) => set(event.currentTarget.value)}
          />
        ) : null}
        {mode === 'text' && near ? (
          <Suspense fallback={<Skeleton height={260} />}>
            <RichText value={value} onChange={set} label={t('editor.description')} />
          </Suspense>
        ) : null}
        {mode === 'text' && !near ? <Skeleton height={260} /> : null}
        {mode === 'text' && error ? (
          <p className={classes.bad} role="alert">
            {error}
          </p>
        ) : null}
      </div>
    </Section>
  )
}
