/** How a store of each channel that the sandbox plays is set up there, connected and judged. */
import type { Channel } from '@omni/domain/channels/document.ts'
import type { SandboxProcess } from '../../conformance/sandbox-process.ts'
import { facebookSubject } from './facebook-subject.ts'
import { googleSubject } from './google-subject.ts'
import { shopifySubject } from './shopify-subject.ts'
import type { ChannelSubject } from './subject.ts'
import type { TestReceiver } from './test-receiver.ts'
import { tiktokSubject } from './tiktok-subject.ts'
import { wooSubject } from './woo-subject.ts'

type Setup = (sandbox: SandboxProcess, receiver: TestReceiver) => Promise<ChannelSubject>

export const SUBJECTS: Readonly<Partial<Record<Channel, Setup>>> = {
  shopify: shopifySubject,
  woocommerce: (sandbox, receiver) => wooSubject(sandbox, receiver),
  tiktok: tiktokSubject,
  facebook: facebookSubject,
  google: googleSubject,
}
