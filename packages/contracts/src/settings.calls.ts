import { z } from 'zod'
import { CurrencyCode, Language, Timezone } from './fields.ts'
import { calls } from './kernel.ts'

/** spec: not shown. In the app, by mail at once, in the mail of the morning. */
const Channels = z.object({ app: z.boolean(), mail: z.boolean(), digest: z.boolean() })
/** What the notification settings page switches: ordinary news, by kind and channel. Money is not asked about. */
const NotificationSettings = z.object({ product: Channels, supplier: Channels, order: Channels, system: Channels })
const SwitchedChannels = Channels.partial().strict().optional()

const Settings = z.object({
  display_currency: CurrencyCode,
  timezone: Timezone,
  language: Language,
  notification: NotificationSettings,
  admitad: z.object({ is_enable: z.boolean(), publisher_id: z.string() }),
})

const AiWritingSettings = z.object({
  tone: z.enum(['friendly', 'professional', 'playful', 'luxury', 'minimal']),
  language: Language,
  title_max_length: z.int().min(20).max(255),
  description_length: z.enum(['short', 'medium', 'long']),
  keep_brand_words: z.string().max(500),
})

const QuickStart = z.object({
  dismiss: z.boolean(),
  isDone: z.boolean(),
  steps: z.record(z.string(), z.boolean()),
  active_step: z.string(),
})

export const settingsCalls = calls({
  getSettings: {
    method: 'GET',
    path: '/core/settings',
    about: 'Display, language and notification settings.',
    input: z.object({}),
    data: z.object({ settings: Settings }),
  },
  updateSettings: {
    method: 'POST',
    path: '/core/settings',
    about: 'Changes some of the settings; what is left out stays.',
    // Strict: a field nobody keeps is refused, never answered with "saved".
    input: z.strictObject({
      settings: Settings.partial()
        .extend({
          notification: z
            .strictObject({
              product: SwitchedChannels,
              supplier: SwitchedChannels,
              order: SwitchedChannels,
              system: SwitchedChannels,
            })
            .optional(),
        })
        .strict(),
    }),
    data: z.object({ settings: Settings }),
  },
  updateAdmitadSettings: {
    method: 'POST',
    path: '/core/settings/admitad',
    about: 'Cashback account at Admitad.',
    /** The code of the seller's links there, as in `ad.admitad.com/g/<code>/`. */
    input: z.strictObject({
      is_enable: z.boolean(),
      publisher_id: z
        .string()
        .max(64)
        .regex(/^[A-Za-z0-9]*$/)
        .default(''),
    }),
    data: z.object({ settings: Settings }),
  },
  updateWorkplaceSettings: {
    method: 'POST',
    path: '/core/workplaces/settings',
    about: 'Display currency and timezone of the workplace.',
    input: z.strictObject({
      settings: z.strictObject({ display_currency: CurrencyCode.optional(), timezone: Timezone.optional() }),
    }),
    data: z.object({ settings: Settings }),
  },
  getAiWritingSettings: {
    method: 'GET',
    path: '/core/workplaces/settings/ai-writing/get',
    about: 'How AI texts are to sound.',
    input: z.object({}),
    data: AiWritingSettings,
  },
  updateAiWritingSettings: {
    method: 'POST',
    path: '/core/workplaces/settings/ai-writing/update',
    about: 'Changes how AI texts are to sound.',
    input: AiWritingSettings.partial().strict(),
    data: AiWritingSettings,
  },
  getQuickStartGuide: {
    method: 'GET',
    path: '/core/settings/quick-start-guide',
    about: 'The quick-start checklist.',
    input: z.object({}),
    data: QuickStart,
  },
  updateQuickStartGuide: {
    method: 'POST',
    path: '/core/settings/quick-start-guide',
    unkeyed: 'same_again',
    about: 'Marks a quick-start step or dismisses the guide.',
    input: z.strictObject({ dismiss: z.boolean().optional(), step: z.string().max(60).optional() }),
    data: QuickStart,
  },
  getMaintenanceNotice: {
    method: 'POST',
    path: '/setting-notification',
    access: 'public',
    about: 'The maintenance notice, when there is one.',
    input: z.object({}),
    data: z.object({
      maintenance: z.boolean(),
      message: z.string(),
      from: z.string().nullable(),
      until: z.string().nullable(),
    }),
  },
})
