import { Button } from '@mantine/core'
import { autoUpdateCalls } from '@omni/contracts/auto-update.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { Card } from '@omni/ui/card.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import type { TextKey } from '../../platform/i18n.ts'
import { toast } from '../../platform/toasts.tsx'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import type { CardShow } from '../../product-cards/card-show.ts'
import classes from './auto-update.module.css'
import { VariantName } from './variant-name.tsx'

type Question = Out<typeof autoUpdateCalls.getAutoUpdate>['questions'][number]

const FIRST_SHOWN = 8
const REASONS: Record<Question['reason'], TextKey> = {
  factor: 'auto_update.why_factor',
  zero: 'auto_update.why_free',
  many: 'auto_update.why_at_once',
  errors: 'auto_update.why_errors',
  gone: 'auto_update.why_gone',
  currency: 'auto_update.why_currency',
}

/** What the watch stopped for. Everything that would be let through is in its list. */
export function QuestionCard({ question, show }: { question: Question; show: CardShow }) {
  const { t, money, format } = show
  const [all, setAll] = useState(false)
  const act = useAct(autoUpdateCalls.answerQuestion, {
    refresh: [autoUpdateCalls.getAutoUpdate, autoUpdateCalls.listWatched],
  })
  const { question_id, source, reason, items, asked_at } = question
  const answer = async (says: 'confirm' | 'dismiss') => {
    const reply = await act.run({ question_id, answer: says })
    if (reply.success) toast('success', t(says === 'confirm' ? 'auto_update.confirmed' : 'auto_update.dismissed'))
  }
  const supplier = VENDOR_NAMES[source]
  return (
    <Card
      title={t('auto_update.question', { supplier })}
      description={`${t(REASONS[reason])} ${t('auto_update.question_text')} ${format.ago(asked_at)}`}
      footer={
        <div className={classes.answers}>
          <Button loading={act.pending} onClick={() => void answer('confirm')}>
            {t('auto_update.confirm')}
          </Button>
          <Button variant="default" disabled={act.pending} onClick={() => void answer('dismiss')}>
            {t('auto_update.dismiss')}
          </Button>
        </div>
      }
    >
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('product_center.product')}</th>
              <th scope="col" className={classes.number}>
                {t('auto_update.cost_before')}
              </th>
              <th scope="col" className={classes.number}>
                {t('auto_update.cost_now')}
              </th>
            </tr>
          </thead>
          <tbody>
            {items.slice(0, all ? items.length : FIRST_SHOWN).map((item) => (
              <tr key={`${item.product_id} ${item.variant}`}>
                <td>
                  <VariantName product_id={item.product_id} title={item.title} variant={item.variant} />
                </td>
                <td className={classes.number}>{money(item.before, 'USD').text}</td>
                <td className={classes.number}>
                  {item.after === null ? t('auto_update.note_gone') : money(item.after, 'USD').text}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {items.length > FIRST_SHOWN && !all ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
          {t('auto_update.show_all', { total: format.number(items.length) })}
        </Button>
      ) : null}
    </Card>
  )
}
