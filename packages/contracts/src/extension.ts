/**
 * The messages between a page of Omni and the browser extension, which buys at sites that have no API for buyers.
 * Its other end is the extension, and in tests a harness (testing/extension-harness.ts).
 *
 * Who sends. The page hands out tasks, at most one message every MESSAGES_APART_MS. The extension works each in a tab
 * of its own at the site: cart, address, checkout. It holds no token of ours: what it has to ask or to tell goes back to
 * the page it came from, or to any other open page of Omni, and that page calls the server as the person who is signed in.
 *
 * Who commits. The server alone, with the same rows and rules as for every supplier (domain/placement, kind d). Before the
 * last button the extension asks `may_press` with the total that the checkout shows. The server compares it with what was
 * approved, commits the intent (one row of `attempt_sends`, unique while it is open), and only then answers `press`. The
 * extension counts `within_ms` on its own clock from the moment it asked; later, it presses nothing.
 *
 * What is never done twice. A permission is named by the extension's `ask_id` and given once for each attempt: two tabs,
 * two people, a double click and a doubled answer find the row pressed already and are told `hold_off`. The extension keeps
 * one job for each attempt, and a job that has once said `not_pressed` never presses. A closed tab is `not_pressed` before
 * the press and `unknown` after it. Reports are kept until the page says `received`, and are sent again to whichever page
 * says `hello`; the server takes each once.
 *
 * What is looked up. After a press without a number the row asks a person, and `look` reads the buyer's order history: one
 * order that is nobody else's settles it, several ask which, none proves nothing. `read` asks about a number. Nothing but a
 * person's word, when nothing can be on its way any more, leads to a second purchase.
 */
import type { ExtensionSource } from '@omni/domain/placement/extension.ts'
import type { extensionCalls } from './extension.calls.ts'
import type { CallInput, Out } from './kernel.ts'

/** Orders spec §1. */
export const MESSAGES_APART_MS = 200
/** How long a page waits for an extension to say that it is there. */
export const HELLO_WITHIN_MS = 1500

export type ExtensionTask = Out<typeof extensionCalls.listExtensionTasks>['items'][number]
type PressQuestion = CallInput<typeof extensionCalls.pressOrder>
type PressAnswer = Out<typeof extensionCalls.pressOrder>
export type ExtensionTaskResult = CallInput<typeof extensionCalls.reportExtensionTask>

export type PageMessage =
  | { is: 'hello' }
  | { is: 'task'; task: ExtensionTask }
  | ({ is: 'press'; ask_id: string } & Pick<PressAnswer, 'within_ms'>)
  /** Null: the server could not be asked. */
  | { is: 'hold_off'; ask_id: string; because: PressAnswer['because'] }
  | { is: 'received'; report_id: string }

export type ExtensionMessage =
  | { is: 'here'; version: string }
  | ({ is: 'may_press' } & PressQuestion)
  | ({ is: 'report' } & ExtensionTaskResult)
  /** Nobody is signed in at the site: the task waits until somebody is. */
  | { is: 'sign_in'; source: ExtensionSource }

/** As it is posted on the page's own window, where other scripts post as well. */
export interface ExtensionEnvelope<Message> {
  omni: 'page' | 'extension'
  message: Message
}
