import { ActionIcon, Button, Radio, Select, Stack, TagsInput, TextInput } from '@mantine/core'
import { automationCalls, MAX_CONDITIONS, MAX_NAME, MAX_NAMES } from '@omni/contracts/automation.calls.ts'
import { ACTIONS, checkRule, type Condition, OPERATORS, SCHEDULES, TRIGGERS } from '@omni/domain/automation/rules.ts'
import { SERVICE_NAMES } from '@omni/domain/vendors/manifest.ts'
import { KEPT_METHODS } from '@omni/domain/wallet/methods.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { intlLocale, useLanguage, useT } from '../../platform/i18n.ts'
import { usePreview } from '../../platform/preview.ts'
import { readNumber } from '../../platform/read-amount.ts'
import { AmountField } from '../../platform/amount-field.tsx'
import { NumberField } from '../product-settings/number-field.tsx'
import classes from './automation.module.css'
import { RuleTrial } from './rule-trial.tsx'
import { ACTION_TEXTS, OPERATOR_TEXTS, PROBLEM_TEXTS, type RuleDraft, TRIGGER_TEXTS } from './rule-texts.ts'

const WIDTH = 680
const MOST_HOURS = 72
const USES = { auto: 'automation.use_auto', wallet: 'automation.use_wallet', card: 'automation.use_card' } as const
const TURNS = { immediately: 'automation.immediately', after: 'automation.after', daily: 'automation.daily' } as const

interface RuleEditorProps {
  rule: RuleDraft
  saving: boolean
  onClose: () => void
  onSave: (rule: RuleDraft) => Promise<void>
}

/** A rule, and beside it what it would have done. It can be switched on once that answer is on screen. */
export function RuleEditor({ rule, saving, onClose, onSave }: RuleEditorProps) {
  const t = useT()
  const [draft, setDraft] = useState(rule)
  const set = (change: Partial<RuleDraft>) => setDraft({ ...draft, ...change })
  const problem = checkRule(draft)
  const { condition, then, time_schedule, daily_limit } = draft
  const trial = usePreview(
    automationCalls.tryAutomationRule,
    problem ? null : { condition, then, time_schedule, daily_limit },
  )
  const isNamed = draft.name.trim() !== ''
  const isOn = rule.status === 'on'
  return (
    <SidePanel
      opened
      width={WIDTH}
      onClose={onClose}
      title={rule.rule_id === undefined ? t('automation.add_rule') : rule.name}
      primary={{
        label: isOn ? t('actions.save') : t('automation.save_on'),
        loading: saving,
        disabled: !isNamed || problem !== null || !trial.data || trial.waiting,
        onClick: () => void onSave({ ...draft, status: 'on' }),
      }}
      secondary={{
        label: isOn ? t('automation.switch_off') : t('automation.save_off'),
        disabled: !isNamed || problem !== null || saving,
        onClick: () => void onSave({ ...draft, status: 'off' }),
      }}
    >
      <div className={classes.stack}>
        <TextInput
          label={t('automation.name')}
          maxLength={80}
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <Conditions query={condition.query} onChange={(query) => set({ condition: { ...condition, query } })} />
        <TagsInput
          label={t('automation.names')}
          description={t('automation.names_text')}
          value={condition.names}
          maxTags={MAX_NAMES}
          splitChars={[',']}
          acceptValueOnBlur
          onChange={(names) =>
            set({ condition: { ...condition, names: names.map((name) => name.trim().slice(0, MAX_NAME)) } })
          }
        />
        <Radio.Group
          label={t('automation.then')}
          name="rule-action"
          value={then.action}
          onChange={(value) => {
            const action = ACTIONS.find((one) => one === value)
            if (action) set({ then: { ...then, action } })
          }}
        >
          <Stack gap={12} mt={10}>
            {ACTIONS.map((action) => (
              <Radio
                key={action}
                value={action}
                label={t(ACTION_TEXTS[action].text)}
                description={t(ACTION_TEXTS[action].note)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {then.action === 'create_and_pay' ? <Paying then={then} onChange={(next) => set({ then: next })} /> : null}
        <Turn time_schedule={time_schedule} onChange={(next) => set({ time_schedule: next })} />
        <AmountField
          label={t('automation.daily_limit')}
          description={t('automation.daily_limit_text')}
          value={daily_limit}
          currency={WALLET_CURRENCY}
          optional
          onChange={(next) => set({ daily_limit: next })}
        />
        {problem ? (
          <p className={classes.problem} role="alert">
            {t(PROBLEM_TEXTS[problem])}
          </p>
        ) : (
          <RuleTrial {...trial} />
        )}
      </div>
    </SidePanel>
  )
}

function Conditions({ query, onChange }: { query: Condition[]; onChange: (query: Condition[]) => void }) {
  const t = useT()
  return (
    <fieldset className={classes.group} aria-label={t('automation.when')}>
      <div className={classes.name}>{t('automation.when')}</div>
      <div className={classes.words}>{t('automation.when_text')}</div>
      {query.map((one, at) => (
        // The order of conditions says nothing, and none is moved.
        <div className={classes.line} key={at}>
          <Select
            aria-label={t('automation.trigger_of', { number: at + 1 })}
            data={TRIGGERS.map((type) => ({ value: type, label: t(TRIGGER_TEXTS[type]) }))}
            value={one.type}
            allowDeselect={false}
            onChange={(value) => {
              const type = TRIGGERS.find((trigger) => trigger === value)
              if (type) onChange(query.with(at, { ...one, type, value: 0 }))
            }}
          />
          <Select
            aria-label={t('automation.operator_of', { number: at + 1 })}
            data={OPERATORS.map((operator) => ({ value: operator, label: t(OPERATOR_TEXTS[operator]) }))}
            value={one.operator}
            allowDeselect={false}
            onChange={(value) => {
              const operator = OPERATORS.find((known) => known === value)
              if (operator) onChange(query.with(at, { ...one, operator }))
            }}
          />
          <ConditionValue condition={one} at={at} onChange={(value) => onChange(query.with(at, { ...one, value }))} />
          <ActionIcon
            aria-label={t('automation.remove_condition', { number: at + 1 })}
            onClick={() => onChange(query.toSpliced(at, 1))}
          >
            <IconTrash size={16} stroke={ICON_STROKE} />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          size="xs"
          disabled={query.length >= MAX_CONDITIONS}
          leftSection={<IconPlus size={14} stroke={ICON_STROKE} aria-hidden="true" />}
          onClick={() => onChange([...query, { type: 'order_value', operator: 'lower', value: 10_000 }])}
        >
          {t('automation.add_condition')}
        </Button>
      </div>
    </fieldset>
  )
}

interface ConditionValueProps {
  condition: Condition
  at: number
  onChange: (value: number) => void
}

function ConditionValue({ condition: { type, value }, at, onChange }: ConditionValueProps) {
  const t = useT()
  const locale = intlLocale(useLanguage())
  const label = t('automation.value_of', { number: at + 1 })
  if (type === 'order_value')
    return (
      <AmountField
        label={label}
        hidden
        value={value}
        currency={WALLET_CURRENCY}
        onChange={(next) => onChange(next ?? 0)}
      />
    )
  const isCount = type === 'order_item_count'
  const clean = (text: string) => {
    const number = Number(readNumber(text, locale)) || 0
    return isCount ? Math.max(0, Math.round(number)) : Math.min(1000, Math.max(-1000, number))
  }
  return (
    <NumberField label={label} hidden suffix={isCount ? '' : '%'} value={value} clean={clean} onChange={onChange} />
  )
}

type Then = RuleDraft['then']

function Paying({ then, onChange }: { then: Then; onChange: (then: Then) => void }) {
  const t = useT()
  const { use, method } = then.payment_preference
  return (
    <div className={classes.fields}>
      <Select
        label={t('automation.pays')}
        data={(['auto', 'wallet', 'card'] as const).map((one) => ({ value: one, label: t(USES[one]) }))}
        value={use}
        allowDeselect={false}
        onChange={(value) => {
          const next = (['auto', 'wallet', 'card'] as const).find((one) => one === value)
          if (next) onChange({ ...then, payment_preference: { use: next, method } })
        }}
      />
      {use === 'wallet' ? null : (
        <Select
          label={t('automation.method')}
          description={
            method === 'credit_card' ? null : t('automation.method_account_text', { name: SERVICE_NAMES[method] })
          }
          data={KEPT_METHODS.map((one) => ({
            value: one,
            label: one === 'credit_card' ? t('automation.method_card') : SERVICE_NAMES[one],
          }))}
          value={method}
          allowDeselect={false}
          onChange={(value) => {
            const next = KEPT_METHODS.find((one) => one === value)
            if (next) onChange({ ...then, payment_preference: { use, method: next } })
          }}
        />
      )}
    </div>
  )
}

type Schedule = RuleDraft['time_schedule']

function Turn({ time_schedule, onChange }: { time_schedule: Schedule; onChange: (next: Schedule) => void }) {
  const t = useT()
  const { schedule, time, time_zone } = time_schedule
  const FIRST_TIMES = { immediately: '', after: '1', daily: '09:00' } as const
  return (
    <div className={classes.fields}>
      <Select
        label={t('automation.turn')}
        data={SCHEDULES.map((one) => ({ value: one, label: t(TURNS[one]) }))}
        value={schedule}
        allowDeselect={false}
        onChange={(value) => {
          const next = SCHEDULES.find((one) => one === value)
          if (next) onChange({ schedule: next, time: FIRST_TIMES[next], time_zone })
        }}
      />
      {schedule === 'after' ? (
        <NumberField
          label={t('automation.hours')}
          value={Number(time) || 1}
          clean={(text) => Math.min(MOST_HOURS, Math.max(1, Math.round(Number(text)) || 1))}
          onChange={(hours) => onChange({ ...time_schedule, time: String(hours) })}
        />
      ) : null}
      {schedule === 'daily' ? (
        <TextInput
          type="time"
          label={t('automation.time')}
          description={time_zone}
          value={time}
          onChange={(event) => onChange({ ...time_schedule, time: event.currentTarget.value })}
        />
      ) : null}
    </div>
  )
}
