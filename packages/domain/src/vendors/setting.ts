/** A variable of the environment that a vendor's `setup` reads. Plain data: it is copied into the manifest. */
export interface VendorSetting {
  default?: string
  /** A regular expression for all of it, and what to say of anything else. */
  pattern?: { is: string; must: string }
  /** What it is in a rehearsal; `{sandbox}` is the sandbox's address. Absent: the same as outside. */
  sandbox?: string
}

/** A row of docs/deploy.md: what an operator sets, what for, and how it is without. */
export interface DeployNote {
  variables: readonly string[]
  meaning: string
  without: string
}

export interface VendorSettings {
  id: string
  what: 'supplier' | 'channel' | 'payments' | 'plans' | 'tracking' | 'sign-in'
  /** The one of them without which nobody can connect; null: nothing has to be registered first. */
  needs: string | null
  settings: Readonly<Record<string, VendorSetting>>
  /** What a supplier's account in a rehearsal may spend in a day. */
  sandbox_per_day?: number
}
