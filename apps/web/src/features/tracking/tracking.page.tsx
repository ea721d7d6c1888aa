import { Button, FileButton, MultiSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { galleryCalls } from '@omni/contracts/galleries.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { trackingCalls } from '@omni/contracts/tracking.calls.ts'
import { MAX_CSS, MAX_RECOMMENDED } from '@omni/domain/tracking/page.ts'
import { Card } from '@omni/ui/card.tsx'
import { Page } from '@omni/ui/page.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { usePreview } from '../../platform/preview.ts'
import { useCall } from '../../platform/query.ts'
import { toast } from '../../platform/toasts.tsx'
import { WhenLoaded } from '../product-settings/setting-rows.tsx'
import classes from './parcels.module.css'

type Settings = Out<typeof trackingCalls.getTrackingSettings>['settings']
const REFRESH = [trackingCalls.getTrackingSettings]
const PICTURES = 'image/png,image/jpeg,image/webp'

/** /app/manage/tracking (foundation spec §2): how the page looks on which buyers follow their parcels. */
export function TrackingPage() {
  const t = useT()
  const reading = useCall(trackingCalls.getTrackingSettings, {}, { quiet: true })
  return (
    <Page title={t('manage.tracking_title')}>
      <WhenLoaded reading={reading}>
        {reading.data ? (
          <Look
            key={JSON.stringify(reading.data.settings)}
            saved={reading.data.settings}
            shop={reading.data.shop_name}
          />
        ) : null}
      </WhenLoaded>
    </Page>
  )
}

function Look({ saved, shop }: { saved: Settings; shop: string }) {
  const t = useT()
  const [look, setLook] = useState(saved)
  const set = (change: Partial<Settings>) => setLook((before) => ({ ...before, ...change }))
  const save = useAct(trackingCalls.updateTrackingSettings, { refresh: REFRESH })
  const [problems, setProblems] = useState<Record<string, string[]>>({})
  const isSame = JSON.stringify(look) === JSON.stringify(saved)
  const keep = async () => {
    const reply = await save.run(look)
    setProblems(reply.errors ?? {})
    if (reply.success) toast('success', t('manage.saved'))
  }
  return (
    <div className={classes.settings}>
      <form
        className={classes.fields}
        onSubmit={(event) => {
          event.preventDefault()
          void keep()
        }}
      >
        <Card title={t('manage.shop')}>
          <div className={classes.fields}>
            <TextInput
              label={t('manage.name')}
              description={t('manage.name_note')}
              value={look.name}
              placeholder={shop}
              maxLength={80}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
            <Logo logo_url={look.logo_url} onChange={(logo_url) => set({ logo_url })} />
            <div className={classes.row}>
              <Colour label={t('manage.accent')} value={look.accent} onChange={(accent) => set({ accent })} />
              <Colour
                label={t('manage.background')}
                value={look.background}
                onChange={(background) => set({ background })}
              />
            </div>
          </div>
        </Card>
        <Card title={t('manage.texts')}>
          <div className={classes.fields}>
            <TextInput
              label={t('manage.heading')}
              description={t('manage.heading_note')}
              value={look.heading}
              maxLength={120}
              onChange={(event) => set({ heading: event.currentTarget.value })}
            />
            <Textarea
              label={t('manage.note')}
              value={look.note}
              maxLength={500}
              autosize
              minRows={2}
              onChange={(event) => set({ note: event.currentTarget.value })}
            />
            <TextInput
              label={t('manage.support')}
              description={t('manage.support_note')}
              value={look.support_url}
              maxLength={300}
              error={problems['support_url']?.[0]}
              onChange={(event) => set({ support_url: event.currentTarget.value })}
            />
          </div>
        </Card>
        <Card title={t('manage.products')}>
          <div className={classes.fields}>
            <Switch
              label={t('manage.show_products')}
              checked={look.show_products}
              onChange={(event) => set({ show_products: event.currentTarget.checked })}
            />
            {look.show_products ? (
              <Products chosen={look.product_ids} onChange={(product_ids) => set({ product_ids })} />
            ) : null}
          </div>
        </Card>
        <Card title={t('manage.css')}>
          <Textarea
            className={classes.css ?? ''}
            label={t('manage.css_label')}
            description={t('manage.css_note')}
            dir="ltr"
            value={look.css}
            maxLength={MAX_CSS}
            autosize
            minRows={6}
            maxRows={16}
            spellCheck={false}
            onChange={(event) => set({ css: event.currentTarget.value })}
          />
        </Card>
        <div className={classes.steps}>
          <Button type="submit" loading={save.pending} disabled={isSame}>
            {t('manage.save')}
          </Button>
          <Button variant="default" disabled={isSame} onClick={() => setLook(saved)}>
            {t('manage.undo')}
          </Button>
        </div>
      </form>
      <Preview look={look} />
    </div>
  )
}

/** The page as it would be, of a made-up order. Nothing in it can run or reach out. */
function Preview({ look }: { look: Settings }) {
  const t = useT()
  const { data, error } = usePreview(trackingCalls.previewTrackingPage, look)
  return (
    <section className={classes.preview} aria-label={t('manage.preview')}>
      <iframe title={t('manage.preview')} sandbox="" srcDoc={data?.html ?? ''} />
      {error ? <p className={classes.meta}>{error.message}</p> : null}
      {data && data.left_out.length > 0 ? (
        <div className={classes.problem}>
          {t('manage.left_out')}
          <ul>
            {data.left_out.map((one) => (
              <li key={one} dir="ltr">
                <code>{one}</code>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  )
}

/** The browser's own field: it knows no colour that is none. */
const Colour = ({ label, value, onChange }: { label: string; value: string; onChange: (to: string) => void }) => (
  <TextInput
    className={classes.colour ?? ''}
    type="color"
    label={label}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

function Logo({ logo_url, onChange }: { logo_url: string | null; onChange: (url: string | null) => void }) {
  const t = useT()
  const upload = useAct(galleryCalls.uploadGallery, { refresh: [galleryCalls.listGallery] })
  const [problem, setProblem] = useState<string | null>(null)
  const take = async (file: File | null) => {
    if (!file) return
    const reply = await upload.run({ file, name: file.name.slice(0, 300) })
    const image = reply.data?.image
    setProblem(image ? null : (reply.data?.message ?? reply.message))
    if (image) onChange(image.image_url)
  }
  return (
    <div className={classes.row}>
      {logo_url === null ? null : <img className={classes.logo} src={logo_url} alt={t('manage.logo')} />}
      <FileButton accept={PICTURES} onChange={(file) => void take(file)}>
        {(props) => (
          <Button {...props} variant="default" loading={upload.pending}>
            {t(logo_url === null ? 'manage.logo_add' : 'manage.logo_change')}
          </Button>
        )}
      </FileButton>
      {logo_url === null ? null : (
        <Button variant="subtle" onClick={() => onChange(null)}>
          {t('manage.logo_remove')}
        </Button>
      )}
      {problem === null ? null : <p className={classes.problem}>{problem}</p>}
    </div>
  )
}

function Products({ chosen, onChange }: { chosen: string[]; onChange: (ids: string[]) => void }) {
  const t = useT()
  const { data } = useCall(productCenterCalls.listProducts, { page_size: 100 }, { quiet: true })
  const options = (data?.items ?? []).map(({ product_id, title }) => ({ value: product_id, label: title }))
  return (
    <MultiSelect
      label={t('manage.choose_products')}
      description={t('manage.choose_products_note')}
      searchable
      maxValues={MAX_RECOMMENDED}
      data={options}
      value={chosen.filter((id) => options.some(({ value }) => value === id))}
      onChange={onChange}
    />
  )
}
