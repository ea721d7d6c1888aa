import { Button } from '@mantine/core'
import { type ExtensionTask, type ExtensionMessage, MESSAGES_APART_MS } from '@omni/contracts/extension.ts'
import { extensionCalls } from '@omni/contracts/extension.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import type { ExtensionSource } from '@omni/domain/placement/extension.ts'
import { useEffect, useRef, useState } from 'react'
import { SUPPLIER_FACTS } from '@omni/domain/vendors/manifest.ts'
import { useAct } from '../../platform/act.ts'
import { useCall } from '../../platform/query.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import { SignInDialog } from '../source-accounts/sign-in-dialog.tsx'
import classes from './extension.module.css'
import { type Presence, say, useExtension } from './use-extension.ts'

const REFRESH = [
  extensionCalls.listExtensionTasks,
  placementCalls.listPlacing,
  placementCalls.getOrderPanel,
  orderCalls.listOrders,
  orderCalls.countOrderStatus,
]
/** The front page, which leads to the sign-in of the buyer's own country. */
const siteOf = (source: ExtensionSource) => `https://www.${SUPPLIER_FACTS[source].site_name}.com/`
/** What the server was told of this browser. */
let noted: Presence | null = null
const pause = () => new Promise((resolve) => setTimeout(resolve, MESSAGES_APART_MS))

/**
 * What waits for the seller's own browser, and the button that hands it to the extension. The page carries the
 * extension's questions and reports to the server; progress is the tracker's, as for every supplier.
 */
export function ExtensionStrip() {
  const { t, format } = useCardShow()
  const { data } = useCall(extensionCalls.listExtensionTasks, {}, { quiet: true, keep: true })
  const press = useAct(extensionCalls.pressOrder, { refresh: REFRESH, quiet: true, parallel: true })
  const report = useAct(extensionCalls.reportExtensionTask, { refresh: REFRESH, quiet: true, parallel: true })
  const busy = useRef(false)
  const [isHanding, setHanding] = useState(false)
  const [signIn, setSignIn] = useState<ExtensionSource | null>(null)
  const listen = async (message: ExtensionMessage) => {
    if (message.is === 'sign_in') setSignIn(message.source)
    else if (message.is === 'may_press') {
      const { is: _, ...question } = message
      const { ask_id } = question
      const answer = (await press.run(question)).data
      // No answer is no permission: the extension gives up, and says so.
      if (answer?.press) say({ is: 'press', ask_id, within_ms: answer.within_ms })
      else say({ is: 'hold_off', ask_id, because: answer?.because ?? null })
    } else if (message.is === 'report') {
      const { is: _, ...result } = message
      // One that did not arrive is sent again when a page says hello.
      if ((await report.run(result)).success) say({ is: 'received', report_id: result.report_id })
    }
  }
  const { presence, askAgain } = useExtension((message) => void listen(message))
  const note = useAct(extensionCalls.noteExtension, { refresh: [], quiet: true })
  useEffect(() => {
    // Once a page: the server keeps what no browser of the workplace has.
    if (presence === 'asking' || noted === presence) return
    noted = presence
    void note.run({ is_here: presence === 'here' })
    // What runs it is what was found, not that the component was drawn again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [presence])
  const tasks = data?.items ?? []
  const hand = async (some: readonly ExtensionTask[]) => {
    // A double click comes before the button is drawn as busy.
    if (busy.current) return
    busy.current = true
    setHanding(true)
    for (const [at, task] of some.entries()) {
      if (at > 0) await pause()
      say({ is: 'task', task })
    }
    busy.current = false
    setHanding(false)
  }
  if (!data || data.total === 0) return null
  const toBuy = tasks.filter(({ is }) => is === 'fulfil').length
  return (
    <div className={classes.strip}>
      <span aria-live="polite" className={classes.words}>
        <span>{t('extension.waiting', { n: format.number(data.total) })}</span>
        {presence === 'absent' ? <span className={classes.note}>{t('extension.absent')}</span> : null}
      </span>
      {presence === 'absent' ? (
        <Button size="xs" variant="default" onClick={askAgain}>
          {t('extension.ask_again')}
        </Button>
      ) : (
        <Button size="xs" loading={isHanding || presence === 'asking'} onClick={() => void hand(tasks)}>
          {t(toBuy > 0 ? 'extension.place' : 'extension.check')}
        </Button>
      )}
      {signIn === null ? null : (
        <SignInDialog
          source={signIn}
          text={t('extension.sign_in_text', { source: VENDOR_NAMES[signIn] })}
          openPage={async () => {
            window.open(siteOf(signIn), '_blank', 'noopener,noreferrer')
            return null
          }}
          onClose={() => setSignIn(null)}
          onGoOn={() => {
            setSignIn(null)
            void hand(tasks.filter(({ source }) => source === signIn))
          }}
        />
      )}
    </div>
  )
}
