import { Button, CloseButton, Popover, TextInput } from '@mantine/core'
import type { CallInput } from '@omni/contracts/kernel.ts'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { Chip, ChipRow } from '@omni/ui/chip.tsx'
import { type FormEvent, useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { patchAnswers, useCall } from '../../platform/query.ts'
import { toast, undoToast } from '../../platform/toasts.tsx'
import classes from './product-list.module.css'

type Query = Record<string, string>
type Screen = CallInput<typeof productCenterCalls.listViews>['screen']

const without = (values: Record<string, string | undefined>): Query =>
  Object.fromEntries(Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
/** The same filters in another order are the same view. */
const written = (query: Query) => JSON.stringify(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1)))

interface SavedViewsProps {
  screen: Screen
  /** The filters as they stand in the address; empty: none. */
  query: Record<string, string | undefined>
  /** An empty one takes every filter off. */
  onChange: (query: Query) => void
}

/** Filters and order under a name. The one that is shown can be forgotten; forgetting can be taken back. */
export function SavedViews({ screen, query: shown, onChange }: SavedViewsProps) {
  const t = useT()
  const views = useCall(productCenterCalls.listViews, { screen }, { quiet: true }).data?.views ?? []
  const save = useAct(productCenterCalls.saveView, { refresh: [productCenterCalls.listViews], quiet: true })
  const forget = useAct(productCenterCalls.deleteView, {
    refresh: [productCenterCalls.listViews],
    quiet: true,
    optimistic: ({ view_id }) =>
      patchAnswers(productCenterCalls.listViews, (before) => ({
        views: before.views.filter((view) => view.view_id !== view_id),
      })),
  })
  const query = without(shown)
  const now = written(query)
  const changed = now !== written({})
  const current = views.find((view) => written(view.query) === now)
  const remove = async (view: (typeof views)[number]) => {
    const reply = await forget.run({ view_id: view.view_id })
    if (!reply.success) {
      toast('error', reply.message || t('product_center.view_failed'))
      return
    }
    onChange({})
    undoToast(
      t('product_center.view_deleted', { name: view.name }),
      () => void save.run({ screen, name: view.name, query: view.query }),
    )
  }
  if (views.length === 0 && !changed) return null
  return (
    <div className={classes.views}>
      {views.length > 0 ? (
        <ChipRow label={t('product_center.views')}>
          <Chip active={!changed} onClick={() => onChange({})}>
            {t('product_center.view_all')}
          </Chip>
          {views.map((view) => (
            <Chip key={view.view_id} active={view === current} onClick={() => onChange(view.query)}>
              {view.name}
            </Chip>
          ))}
        </ChipRow>
      ) : null}
      {current ? (
        <CloseButton
          size={26}
          aria-label={t('product_center.view_delete', { name: current.name })}
          title={t('product_center.view_delete', { name: current.name })}
          onClick={() => void remove(current)}
        />
      ) : null}
      {changed && !current ? (
        <SaveForm
          pending={save.pending}
          onSave={async (name) => {
            const reply = await save.run({ screen, name, query })
            return reply.success ? null : reply.message || t('product_center.view_failed')
          }}
        />
      ) : null}
    </div>
  )
}

function SaveForm({ pending, onSave }: { pending: boolean; onSave: (name: string) => Promise<string | null> }) {
  const t = useT()
  const [opened, setOpened] = useState(false)
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') {
      setProblem(t('form.required'))
      return
    }
    const refused = await onSave(name.trim())
    setProblem(refused)
    if (refused === null) {
      setOpened(false)
      setName('')
    }
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={classes.link} onClick={() => setOpened(!opened)}>
          {t('product_center.view_save')}
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <form className={classes.tagEditor} onSubmit={(event) => void submit(event)}>
          <TextInput
            label={t('product_center.view_name')}
            value={name}
            maxLength={60}
            error={problem}
            onChange={(event) => {
              setName(event.currentTarget.value)
              setProblem(null)
            }}
          />
          <div className={classes.buttons}>
            <Button type="submit" size="xs" loading={pending}>
              {t('actions.save')}
            </Button>
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
