/** Somebody at whom only the operator has an account: takes money, follows parcels, signs people in. */
import type { Proofs } from './proofs.ts'
import type { DeployNote, VendorSetting } from '@omni/domain/vendors/setting.ts'

export type Env = Readonly<Record<string, string>>

export interface ServiceDefinition {
  id: string
  name: string
  proved: Proofs
  /** The variables of the environment that are its own. */
  settings: Readonly<Record<string, VendorSetting>>
  deploy: readonly DeployNote[]
  /** The one of them without which it is not set up. */
  needs: string
}

/** Read from the settings, because operations under a key reach nobody outside. */
export const isSetUp = ({ needs }: Pick<ServiceDefinition, 'needs'>, env: Env): boolean => env[needs] !== undefined
