import type { FastifyInstance } from 'fastify'
import type { VendorReply } from '../../frame/define-vendor.ts'
import type { World } from '../../frame/world.ts'
import type { IdentityTables } from './tables.ts'

/** One of those that sign people in. What all of them share: the people. */
export interface Brand<T extends IdentityTables = IdentityTables> {
  /** The first part of its addresses, behind our own. */
  id: string
  endpoints: readonly string[]
  /** What it keeps beside what all keep. */
  tables?: string
  routes(app: FastifyInstance, world: World<T>): void | Promise<void>
  expired(): VendorReply
  /** How many sign-ins ended. */
  revoke(world: World<T>): Promise<number>
}
