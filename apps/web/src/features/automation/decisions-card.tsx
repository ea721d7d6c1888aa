import { automationCalls } from '@omni/contracts/automation.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { Card } from '@omni/ui/card.tsx'
import type { Columns } from '@omni/ui/data-table-column.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { StatusDot, type Tone } from '@omni/ui/status-dot.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import type { TextKey, Translate } from '../../platform/i18n.ts'
import { useList } from '../../platform/list.ts'
import { ListScreen } from '../../platform/list-screen.tsx'
import { type CardShow, useCardShow } from '../../product-cards/card-show.ts'
import { becauseText } from '../orders/order-texts.ts'
import classes from './automation.module.css'

type Decision = Out<typeof automationCalls.listAutomationDecisions>['items'][number]

const PAGE_SIZE = 50

const OUTCOMES: Record<Decision['outcome'], { text: TextKey; tone: Tone }> = {
  waiting: { text: 'automation.outcome_waiting', tone: 'accent' },
  planning: { text: 'automation.outcome_planning', tone: 'accent' },
  placed: { text: 'automation.outcome_placed', tone: 'green' },
  blocked: { text: 'automation.outcome_blocked', tone: 'amber' },
}

/** What rules did, and what stood in their way. */
export function DecisionsCard() {
  const show = useCardShow()
  const { t } = show
  const list = useList(automationCalls.listAutomationDecisions, { page_size: PAGE_SIZE }, { quiet: true })
  return (
    <Card title={t('automation.decisions')} description={t('automation.decisions_text')}>
      <ListScreen
        name={t('automation.decisions')}
        storageKey="automation-decisions"
        list={list}
        failed="automation.decisions_failed"
        more="by_button"
        rowKey={({ order_id }) => order_id}
        columns={columnsFor(show)}
        card={cardWith(show)}
        nothingYet={<EmptyState compact title={t('automation.decisions_none')} />}
      />
    </Card>
  )
}

const ruleText = (t: Translate, { name, rule_version }: Decision): string =>
  name === null
    ? t('automation.rule_removed')
    : t('automation.rule_version', { rule: name, version: rule_version ?? 1 })

const OrderLink = ({ order_id, number }: Decision) => <AppLink href={`/app/orders?order=${order_id}`}>{number}</AppLink>

function Outcome({ decision: { outcome, because }, t }: { decision: Decision; t: Translate }) {
  return (
    <div>
      <StatusDot tone={OUTCOMES[outcome].tone}>{t(OUTCOMES[outcome].text)}</StatusDot>
      {because ? <div className={classes.words}>{becauseText(t, because)}</div> : null}
    </div>
  )
}

function columnsFor({ t, format }: CardShow) {
  return {
    order: { title: t('orders.order'), fixed: true, cell: (row) => <OrderLink {...row} /> },
    rule: { title: t('automation.rule'), cell: (row) => ruleText(t, row) },
    outcome: { title: t('automation.outcome'), fixed: true, cell: (row) => <Outcome decision={row} t={t} /> },
    decided: { title: t('automation.decided'), align: 'end', cell: ({ decided_at }) => format.ago(decided_at) },
  } satisfies Columns<Decision>
}

const cardWith = ({ t, format }: CardShow) =>
  function DecisionRow(row: Decision) {
    return (
      <div className={classes.decision}>
        <OrderLink {...row} />
        <Outcome decision={row} t={t} />
        <span className={classes.words}>{ruleText(t, row)}</span>
        <span className={classes.words}>{format.ago(row.decided_at)}</span>
      </div>
    )
  }
