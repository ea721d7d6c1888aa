import { ActionIcon, Button, Switch } from '@mantine/core'
import { automationCalls, MAX_RULES } from '@omni/contracts/automation.calls.ts'
import { DEFAULT_RULE } from '@omni/domain/automation/rules.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { Card } from '@omni/ui/card.tsx'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useCall } from '../../platform/query.ts'
import { toast } from '../../platform/toasts.tsx'
import { useCardShow } from '../../product-cards/card-show.ts'
import { WhenLoaded } from '../product-settings/setting-rows.tsx'
import classes from './automation.module.css'
import { RuleEditor } from './rule-editor.tsx'
import { draftOf, type RuleDraft, type StoredRule, summaryOf } from './rule-texts.ts'

/** Rules in the order in which they are asked. A rule is switched on in its editor, where it has been tried. */
export function RulesCard() {
  const { t, money, format } = useCardShow()
  const show = { t, money, format }
  const reading = useCall(automationCalls.getAutomationRules, {}, { quiet: true })
  const save = useAct(automationCalls.updateAutomationRules, {
    refresh: [automationCalls.getAutomationRules, automationCalls.listAutomationDecisions],
  })
  const [editing, setEditing] = useState<RuleDraft | null>(null)
  const { rules = [], version = 0 } = reading.data ?? {}
  const store = async (next: RuleDraft[]) => {
    const reply = await save.run({ version, rules: next })
    if (reply.success) toast('success', t('automation.saved'))
    return reply
  }
  const all = rules.map(draftOf)
  const newRule = (): RuleDraft => ({
    ...DEFAULT_RULE,
    name: t('automation.new_name', { number: rules.length + 1 }),
    status: 'off',
    time_schedule: { ...DEFAULT_RULE.time_schedule, time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone },
  })
  return (
    <Card
      title={t('automation.rules')}
      description={t('automation.rules_text')}
      actions={
        <Button
          size="xs"
          disabled={!reading.data || rules.length >= MAX_RULES}
          leftSection={<IconPlus size={14} stroke={ICON_STROKE} aria-hidden="true" />}
          onClick={() => setEditing(newRule())}
        >
          {t('automation.add_rule')}
        </Button>
      }
    >
      <WhenLoaded reading={reading}>
        {rules.length === 0 ? (
          <EmptyState compact title={t('automation.none')} text={t('automation.none_text')} />
        ) : (
          <ol className={classes.rules}>
            {rules.map((rule, at) => (
              <li key={rule.rule_id} className={classes.rule}>
                <Switch
                  aria-label={t('automation.switch', { name: rule.name })}
                  checked={rule.status === 'on'}
                  disabled={save.pending}
                  onChange={(event) =>
                    event.currentTarget.checked
                      ? setEditing(draftOf(rule))
                      : void store(all.with(at, { ...draftOf(rule), status: 'off' }))
                  }
                />
                <button type="button" className={classes.open} onClick={() => setEditing(draftOf(rule))}>
                  <span className={classes.name}>{rule.name}</span>
                  <span className={classes.words}>{summaryOf(rule, show)}</span>
                  <span className={classes.words}>{spentText(rule)}</span>
                </button>
                {at > 0 ? (
                  <ActionIcon
                    aria-label={t('automation.move_up', { name: rule.name })}
                    disabled={save.pending}
                    onClick={() =>
                      void store([
                        ...all.slice(0, at - 1),
                        draftOf(rule),
                        ...all.slice(at - 1, at),
                        ...all.slice(at + 1),
                      ])
                    }
                  >
                    <IconArrowUp size={16} stroke={ICON_STROKE} />
                  </ActionIcon>
                ) : null}
                <ActionIcon
                  aria-label={t('automation.remove', { name: rule.name })}
                  disabled={save.pending}
                  onClick={() => void store(all.toSpliced(at, 1))}
                >
                  <IconTrash size={16} stroke={ICON_STROKE} />
                </ActionIcon>
              </li>
            ))}
          </ol>
        )}
      </WhenLoaded>
      {editing ? (
        <RuleEditor
          rule={editing}
          onClose={() => setEditing(null)}
          onSave={async (rule) => {
            const at = all.findIndex(({ rule_id }) => rule_id === rule.rule_id && rule_id !== undefined)
            const reply = await store(at < 0 ? [...all, rule] : all.with(at, rule))
            if (reply.success) setEditing(null)
          }}
          saving={save.pending}
        />
      ) : null}
    </Card>
  )

  function spentText({ spent_today, daily_limit, last_activity_at }: StoredRule): string {
    const spent = money(spent_today, WALLET_CURRENCY).text
    const limit =
      daily_limit === null
        ? t('automation.spent', { spent })
        : t('automation.spent_of', { spent, limit: money(daily_limit, WALLET_CURRENCY).text })
    return last_activity_at === null
      ? limit
      : `${limit} · ${t('automation.active', { when: format.ago(last_activity_at) })}`
  }
}
