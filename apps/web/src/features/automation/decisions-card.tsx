import { automationCalls } from '@omni/contracts/automation.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { Card } from '@omni/ui/card.tsx'
import { StatusDot, type Tone } from '@omni/ui/status-dot.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import type { TextKey } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import { becauseText } from '../orders/order-texts.ts'
import { WhenLoaded } from '../product-settings/setting-rows.tsx'
import classes from './automation.module.css'

type Decision = Out<typeof automationCalls.listAutomationDecisions>['items'][number]

const OUTCOMES: Record<Decision['outcome'], { text: TextKey; tone: Tone }> = {
  waiting: { text: 'automation.outcome_waiting', tone: 'accent' },
  planning: { text: 'automation.outcome_planning', tone: 'accent' },
  placed: { text: 'automation.outcome_placed', tone: 'green' },
  blocked: { text: 'automation.outcome_blocked', tone: 'amber' },
}

/** What rules did lately, and what stood in their way. */
export function DecisionsCard() {
  const { t, format } = useCardShow()
  const reading = useCall(automationCalls.listAutomationDecisions, {}, { quiet: true })
  const items = reading.data?.items ?? []
  return (
    <Card title={t('automation.decisions')} description={t('automation.decisions_text')}>
      <WhenLoaded reading={reading}>
        {items.length === 0 ? (
          <p className={classes.words}>{t('automation.decisions_none')}</p>
        ) : (
          <div className={classes.scroll}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">{t('orders.order')}</th>
                  <th scope="col">{t('automation.rule')}</th>
                  <th scope="col">{t('automation.outcome')}</th>
                  <th scope="col">{t('automation.decided')}</th>
                </tr>
              </thead>
              <tbody>
                {items.map((one) => (
                  <tr key={one.order_id}>
                    <td>
                      <AppLink href={`/app/orders?order=${one.order_id}`}>{one.number}</AppLink>
                    </td>
                    <td>{ruleText(one)}</td>
                    <td>
                      <StatusDot tone={OUTCOMES[one.outcome].tone}>{t(OUTCOMES[one.outcome].text)}</StatusDot>
                      {one.because ? <div className={classes.words}>{becauseText(t, one.because)}</div> : null}
                    </td>
                    <td>{format.ago(one.decided_at)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </WhenLoaded>
    </Card>
  )

  function ruleText({ name, rule_version }: Decision): string {
    if (name === null) return t('automation.rule_removed')
    return t('automation.rule_version', { rule: name, version: rule_version ?? 1 })
  }
}
