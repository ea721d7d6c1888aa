import { ActionIcon, Anchor, Button, TextInput } from '@mantine/core'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { billingCalls } from '@omni/contracts/billing.calls.ts'
import { workplaceCalls } from '@omni/contracts/workplaces.calls.ts'
import { isUnlimited } from '@omni/domain/billing/plan-rules.ts'
import { mayCreate, workplaceName } from '@omni/domain/workplaces/workplace-rules.ts'
import { ConfirmDialog } from '@omni/ui/confirm-dialog.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { type Account, switchWorkplace, useAccount } from '../platform/account.ts'
import { AppLink } from '../platform/app-link.tsx'
import { useFocusOnMount } from '../platform/focus-on-mount.ts'
import { type TextKey, useT } from '../platform/i18n.ts'
import { useAct } from '../platform/act.ts'
import { fieldErrors, useCall } from '../platform/query.ts'
import { setWorkplace, useWorkplaceId } from '../platform/session.ts'
import classes from './workplace-list.module.css'

type Workplace = Account['workplaces'][number]
const REFRESH = [authCalls.getAccount, billingCalls.getCurrentPlan]
const NAME_TEXTS: Record<'workplace_name_empty' | 'workplace_name_too_long', TextKey> = {
  workplace_name_empty: 'workplaces.name_empty',
  workplace_name_too_long: 'workplaces.name_too_long',
}

interface NameFormProps {
  label: string
  start: string
  button: string
  focused: boolean
  disabled?: boolean
  /** Gives the sentence to show at the field, or null when it went through. */
  onName: (name: string) => Promise<string | null>
}

function NameForm({ label, start, button, focused, disabled = false, onName }: NameFormProps) {
  const t = useT()
  const field = useFocusOnMount<HTMLInputElement>(focused)
  const [name, setName] = useState(start)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const checked = workplaceName(name)
    if (!checked.ok) return setProblem(t(NAME_TEXTS[checked.reason]))
    setBusy(true)
    setProblem(await onName(checked.value))
    setBusy(false)
  }
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        className={classes.field ?? ''}
        label={label}
        value={name}
        error={problem}
        ref={field}
        disabled={disabled}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setProblem(null)
        }}
      />
      <Button type="submit" variant="default" loading={busy} disabled={disabled}>
        {button}
      </Button>
    </form>
  )
}

function WorkplaceRow({ workplace, isLast }: { workplace: Workplace; isLast: boolean }) {
  const t = useT()
  const current = useWorkplaceId()
  const { workplaces } = useAccount()
  const [editing, setEditing] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const rename = useAct(workplaceCalls.renameWorkplace, { refresh: REFRESH })
  const remove = useAct(workplaceCalls.deleteWorkplace, { refresh: REFRESH })
  const submitName = async (name: string) => {
    const reply = await rename.run({ workplace_id: workplace.id, name })
    if (reply.success) setEditing(false)
    return reply.success ? null : (fieldErrors(reply)['name'] ?? reply.message)
  }
  const submitDelete = async (name: string) => {
    const next = workplace.id === current ? workplaces.find(({ id }) => id !== workplace.id) : undefined
    // Left before it goes: a call that still named it would be refused.
    if (next) setWorkplace(next.id)
    const reply = await remove.run({ workplace_id: workplace.id, name })
    if (!reply.success) {
      if (next) setWorkplace(workplace.id)
      return
    }
    setDeleting(false)
    if (next) await switchWorkplace(next.id)
  }
  if (editing)
    return (
      <NameForm
        label={t('workplaces.name')}
        start={workplace.name}
        button={t('actions.save')}
        focused
        onName={submitName}
      />
    )
  return (
    <div className={classes.row}>
      <div className={classes.words}>
        <span className={classes.name}>{workplace.name}</span>
        <span className={classes.note}>
          {t('shell.stores', { count: workplace.store_domains.length })}
          {workplace.id === current ? ` · ${t('workplaces.current')}` : ''}
        </span>
      </div>
      {workplace.id === current ? null : (
        <Button size="xs" variant="default" onClick={() => void switchWorkplace(workplace.id)}>
          {t('workplaces.switch')}
        </Button>
      )}
      <ActionIcon aria-label={t('workplaces.rename_named', { name: workplace.name })} onClick={() => setEditing(true)}>
        <IconPencil size={16} stroke={ICON_STROKE} />
      </ActionIcon>
      <ActionIcon
        aria-label={t('workplaces.delete_named', { name: workplace.name })}
        disabled={isLast}
        title={isLast ? t('workplaces.is_last') : undefined}
        onClick={() => setDeleting(true)}
      >
        <IconTrash size={16} stroke={ICON_STROKE} />
      </ActionIcon>
      <ConfirmDialog
        opened={deleting}
        onClose={() => setDeleting(false)}
        danger
        loading={remove.pending}
        typeName={workplace.name}
        title={t('workplaces.delete_title', { name: workplace.name })}
        text={t('workplaces.delete_text')}
        confirm={t('workplaces.delete')}
        onConfirm={(name) => void submitDelete(name)}
      />
    </div>
  )
}

/** Create, rename, delete (asks by name, keeps the last one), within WORKPLACE_LIMIT of the plan. */
export function WorkplaceList({ creating = false, onCreated }: { creating?: boolean; onCreated?: () => void }) {
  const t = useT()
  const { workplaces } = useAccount()
  const plan = useCall(billingCalls.getCurrentPlan, {}, { keep: true, quiet: true })
  const create = useAct(workplaceCalls.createWorkplace, { refresh: REFRESH })
  const limit = plan.data?.features['WORKPLACE_LIMIT']?.limit
  const full = limit !== undefined && !mayCreate(limit, workplaces.length).ok
  const submit = async (name: string) => {
    const reply = await create.run({ name })
    if (!reply.success || !reply.data) return fieldErrors(reply)['name'] ?? reply.message
    await switchWorkplace(reply.data.id)
    onCreated?.()
    return null
  }
  return (
    <div className={classes.whole}>
      <div className={classes.list}>
        {workplaces.map((workplace) => (
          <WorkplaceRow key={workplace.id} workplace={workplace} isLast={workplaces.length === 1} />
        ))}
      </div>
      {/* The key empties the field after a workplace was made. */}
      <NameForm
        key={workplaces.length}
        label={t('workplaces.new')}
        start=""
        button={t('workplaces.create')}
        focused={creating}
        disabled={full}
        onName={submit}
      />
      {limit === undefined || isUnlimited(limit) ? null : (
        <p className={classes.note}>
          {t(full ? 'workplaces.limit_reached' : 'workplaces.limit', { used: workplaces.length, limit })}
          {full ? (
            <>
              {' '}
              <Anchor component={AppLink} href="/app/setting/billing-plan/change-plan" size="sm">
                {t('usage.see_plans')}
              </Anchor>
            </>
          ) : null}
        </p>
      )}
    </div>
  )
}
