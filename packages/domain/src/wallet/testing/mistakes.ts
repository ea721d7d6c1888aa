/** Mistakes in the rule, as changes of its source, and the worst that each does. */
import { loadPatched, type Patch } from '../../testing/patched-rules.ts'
import type { next } from '../payment.ts'
import type { Setting } from './bank-world.ts'
import { HELD, OPEN, UNPOSTED, WAITING } from './explore.ts'
import { settingOf } from './runs.ts'

const FILE = 'wallet/payment.ts'

export async function rulesWith(changes: Mistake['changes']): Promise<typeof next> {
  const patches = changes.map((change): Patch<typeof FILE> => ({ file: FILE, ...change }))
  const loaded = (await loadPatched([FILE], FILE, patches)) as { next: typeof next } // as the source exports it
  return loaded.next
}

interface Mistake {
  leads_to: string
  world: Setting
  changes: readonly { from: string; to: string }[]
}

const charged = (more: Partial<Setting> = {}) => settingOf('a kept card is charged', more)
const held = (more: Partial<Setting> = {}) => settingOf('a card is held for orders', more)
const paid = (more: Partial<Setting> = {}) => settingOf('paid on a page', more)
const approved = (more: Partial<Setting> = {}) => settingOf('approved on a page, taken by us', more)

const NOT_THEIRS = 'posted what is not in the bank’s books'

export const MISTAKES: Readonly<Record<string, Mistake>> = {
  'what was posted is posted again when it is told again': {
    leads_to: 'posted twice',
    world: charged(),
    changes: [
      {
        from: 'const captured: PaymentCommand[] = isPosted ? []',
        to: 'const captured: PaymentCommand[] = payment.polls < 0 ? []',
      },
    ],
  },
  'what is said of a second charge is heard': {
    leads_to: 'a fee of nothing',
    world: charged({ charges_twice: true }),
    changes: [
      {
        from: 'payment.payment_ref !== null && said.payment_ref !== payment.payment_ref',
        to: "payment.payment_ref === '' && said.payment_ref !== payment.payment_ref",
      },
    ],
  },

  'another amount is posted': {
    leads_to: NOT_THEIRS,
    world: charged({ lies: 1 }),
    changes: [
      {
        from: 'isTopup(payment) ? taken === payment.amount : isPartOfOrders',
        to: 'isTopup(payment) ? taken > 0 : isPartOfOrders',
      },
    ],
  },
  'more is posted than was authorised': {
    leads_to: NOT_THEIRS,
    world: held({ lies: 1 }),
    changes: [{ from: 'taken > 0 && taken <= payment.amount', to: 'taken > 0' }],
  },
  'another currency is posted': {
    leads_to: NOT_THEIRS,
    world: charged({ lies: 1 }),
    changes: [{ from: 'if (currency !== payment.currency || !isFair)', to: 'if (!isFair)' }],
  },
  'what names another reference is posted': {
    leads_to: NOT_THEIRS,
    world: charged({ lies: 1 }),
    changes: [
      {
        from: 'if (said.reference !== payment.reference) return misnamed',
        to: "if (said.reference === '') return misnamed",
      },
    ],
  },
  'what is pending counts as paid': {
    leads_to: NOT_THEIRS,
    world: charged(),
    changes: [
      {
        from: "case 'pending':\n      return wait(profile, payment, said, now)",
        to: "case 'pending':\n      return credit(profile, payment, { ...said, taken: payment.amount }, now)",
      },
    ],
  },
  'a card of another amount buys orders': {
    leads_to: 'orders go on without the bank’s word',
    world: held({ lies: 1 }),
    changes: [
      {
        from: 'if (currency !== payment.currency || amount !== payment.amount)',
        to: 'if (currency !== payment.currency)',
      },
    ],
  },
  'money that comes after a no is not posted': {
    leads_to: UNPOSTED,
    world: charged({ refuses_and_acts: true }),
    changes: [{ from: 'return credit(', to: "return payment.state === 'failed' ? stay(payment) : credit(" }],
  },

  'a late "pending" takes back what is held': {
    leads_to: 'a late word took back a newer one',
    world: held({ readers: 2 }),
    changes: [
      {
        from: "authorised: ['succeeded', 'failed', 'released']",
        to: "authorised: ['checking', 'succeeded', 'failed', 'released']",
      },
    ],
  },

  'a late no takes back what was paid': {
    leads_to: 'a late word took back a newer one',
    world: charged({ refuses_and_acts: true }),
    changes: [
      { from: 'succeeded: [],', to: "succeeded: ['failed']," },
      { from: 'if (isOver(payment)) return stay(payment)\n  return withCommands(', to: 'return withCommands(' },
    ],
  },

  'an approved page is ended by its clock': {
    leads_to: 'ended while it is being taken',
    world: approved({ readers: 2 }),
    changes: [
      { from: "payment.state !== 'checking' && payment.expires_at !== null", to: 'payment.expires_at !== null' },
    ],
  },
  'a page that tells its end is ended by our clock': {
    leads_to: 'ended while its page can be paid',
    world: paid(),
    changes: [
      { from: "page.status === 'open' && !profile.tells_page_end && isLeft", to: "page.status === 'open' && isLeft" },
    ],
  },
  'a no on a page where the person may try again is the end': {
    leads_to: 'ended while its page can be paid',
    world: paid(),
    changes: [
      {
        from: "payment.pays_by === 'page' && profile.tries_again_on_page",
        to: "payment.pays_by === 'page' && !profile.tells_page_end",
      },
    ],
  },
  'what is approved is not taken': {
    leads_to: 'approved and not taken',
    world: approved(),
    changes: [{ from: "return { ...waiting, send: { do: 'take', page_ref: page.page_ref } }", to: 'return waiting' }],
  },
  'what is pending is never asked about': {
    leads_to: UNPOSTED,
    world: charged({ loses: true }),
    changes: [
      {
        from: 'check_at: isAskable ? now + pause : null })',
        to: "check_at: payment.pays_by === 'saved' && payment.payment_ref !== null ? null : now + pause })",
      },
    ],
  },
  'a charge that nobody answered is not looked for': {
    leads_to: OPEN,
    world: charged({ loses: true }),
    changes: [
      { from: "moved(payment, 'checking'), check_at: now })", to: "moved(payment, 'checking'), check_at: null })" },
    ],
  },
  'a charge that is not found is not looked for again': {
    leads_to: OPEN,
    world: charged(),
    changes: [
      {
        from: 'isSearched(payment) ? pollAgain(profile, payment, now)',
        to: 'isSearched(payment) ? stay({ ...payment, check_at: null })',
      },
    ],
  },
  'what is in doubt is asked about by a name that is not the provider’s': {
    leads_to: UNPOSTED,
    world: charged({ loses: true, lies: 1 }),
    changes: [
      {
        from: "moved(named(payment, said), 'checking'), error_key: 'amount_differs'",
        to: "moved({ ...payment, payment_ref: payment.reference }, 'checking'), error_key: 'amount_differs'",
      },
    ],
  },
  'orders are not told of a no': {
    leads_to: WAITING,
    world: held(),
    changes: [{ from: "purpose === 'orders' && state !== 'authorised' ? [{", to: "purpose === 'topup' ? [{" }],
  },
  'a card is let go although something was bought': {
    leads_to: 'let go of what was bought with',
    world: held(),
    changes: [{ from: 'event.to_take > 0 ?', to: 'event.to_take < 0 ?' }],
  },
  'all of a held card is taken': {
    leads_to: 'another sum is taken than was bought',
    world: held(),
    changes: [{ from: 'amount: event.to_take }', to: 'amount: payment.amount }' }],
  },
  'a card that was held in spite of a no stays held': {
    leads_to: HELD,
    world: held({ refuses_and_acts: true }),
    changes: [
      {
        from: 'if (isOver(payment) && !isHeldAfterAll) return stay(payment)',
        to: 'if (isOver(payment)) return stay(payment)',
      },
    ],
  },
  'a no to the charge ends what the bank holds': {
    leads_to: HELD,
    world: held({ refuses_and_acts: true }),
    changes: [
      { from: "if (event.what === 'charge' && payment.state === 'authorised') return stay(payment)\n", to: '' },
    ],
  },
}
