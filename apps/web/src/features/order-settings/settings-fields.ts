import type {
  FoundProblem,
  OrderSettings,
  OrderSource,
  SettingsProblem,
} from '@omni/domain/order-settings/order-settings.ts'
import type { TextKey } from '../../platform/i18n.ts'

/** What every card of the page is given. */
export interface SettingsFields {
  source: OrderSource
  settings: OrderSettings
  problems: readonly FoundProblem[]
  onChange: (change: Partial<OrderSettings>) => void
}

const PROBLEMS: Record<SettingsProblem, TextKey> = {
  country_twice: 'order_settings.country_twice',
  country_unknown: 'order_settings.country_unknown',
  phone_invalid: 'order_settings.phone_invalid',
  ioss_invalid: 'order_settings.ioss_invalid',
  pays_now_only: 'order_settings.pays_now_only',
}

/** Undefined: nothing is wrong with the field. */
export function problemText(problems: readonly FoundProblem[], field: keyof OrderSettings): TextKey | undefined {
  const found = problems.find((problem) => problem.field === field)
  return found && PROBLEMS[found.says]
}
