import type { z } from 'zod'
import { type BoundGroup, type Opening, type OpenVendor, openVendor } from '../open-vendor.ts'
import type { ChannelDefinition } from './channel.ts'

/** A channel bound to one store. */
export interface OpenChannel extends Pick<OpenVendor, 'keepAlive'> {
  definition: ChannelDefinition
  store: BoundGroup<Pick<ChannelDefinition, 'store'>>['store']
  listings: BoundGroup<ChannelDefinition['listings']>
  webhooks?: BoundGroup<Pick<NonNullable<ChannelDefinition['webhooks']>, 'list' | 'subscribe' | 'unsubscribe'>>
  publications?: BoundGroup<NonNullable<ChannelDefinition['publications']>>
  orders?: BoundGroup<NonNullable<ChannelDefinition['orders']>>
  refunds?: BoundGroup<NonNullable<ChannelDefinition['refunds']>>
  fulfilments?: BoundGroup<NonNullable<ChannelDefinition['fulfilments']>>
  requests?: BoundGroup<Omit<NonNullable<ChannelDefinition['requests']>, 'verify'>>
  pictures?: BoundGroup<NonNullable<ChannelDefinition['pictures']>>
  requirements?: BoundGroup<NonNullable<ChannelDefinition['requirements']>>
  groups?: BoundGroup<NonNullable<ChannelDefinition['groups']>>
  billing?: BoundGroup<NonNullable<ChannelDefinition['billing']>>
}

export function openChannel<A extends z.ZodType, C extends z.ZodType>(
  definition: ChannelDefinition<A, C>,
  opening: Opening<z.output<A>, z.output<C>>,
): OpenChannel {
  const { bind, keepAlive } = openVendor(definition, opening)
  const { webhooks, publications, orders, refunds, fulfilments, requests, pictures } = definition
  const { requirements, groups, billing } = definition
  const channel = {
    definition,
    keepAlive,
    ...bind({ store: definition.store }),
    listings: bind(definition.listings),
    ...(webhooks && {
      webhooks: bind({ list: webhooks.list, subscribe: webhooks.subscribe, unsubscribe: webhooks.unsubscribe }),
    }),
    ...(publications && { publications: bind(publications) }),
    ...(orders && { orders: bind(orders) }),
    ...(refunds && { refunds: bind(refunds) }),
    ...(fulfilments && { fulfilments: bind(fulfilments) }),
    ...(requests && {
      requests: bind({
        service: requests.service,
        register: requests.register,
        list: requests.list,
        read: requests.read,
        answer: requests.answer,
      }),
    }),
    ...(pictures && { pictures: bind(pictures) }),
    ...(requirements && { requirements: bind(requirements) }),
    ...(groups && { groups: bind(groups) }),
    ...(billing && { billing: bind(billing) }),
  }
  return channel as unknown as OpenChannel // its own types are no longer needed outside
}
