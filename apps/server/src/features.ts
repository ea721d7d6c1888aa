import { auth } from './features/auth/feature.ts'
import { billing } from './features/billing/feature.ts'
import { home } from './features/home/feature.ts'
import { notifications } from './features/notifications/feature.ts'
import { settings } from './features/settings/feature.ts'
import { stores } from './features/stores/feature.ts'
import { telemetry } from './features/telemetry/feature.ts'
import { workplaces } from './features/workplaces/feature.ts'
import type { Feature } from './platform/serve.ts'

/** One line per area. */
export const features: Feature[] = [auth, billing, home, notifications, settings, stores, telemetry, workplaces]
