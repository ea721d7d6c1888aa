import { extensionCalls } from '@omni/contracts/extension.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { listExtensionTasks } from './list-extension-tasks.ts'
import { noteExtension } from './note-extension.ts'
import { pressOrder } from './press-order.ts'
import { reportExtensionTask } from './report-extension-task.ts'

/** Buying through the seller's own browser. The protocol is packages/contracts/src/extension.ts. */
export const extension: Feature = {
  calls: serve(extensionCalls, { listExtensionTasks, noteExtension, pressOrder, reportExtensionTask }),
}
