import { aboutOf, NOTIFICATION_KEYS } from '@omni/domain/notifications/kinds.ts'
import type { Person, TestServer } from './test-server.ts'

/** What a person was told whatever they switched off, in the app and by mail; oldest first. */
export async function alwaysSent(server: Pick<TestServer, 'behind'>, { user_id }: Person): Promise<string[]> {
  const { rows } = await server.behind.query<{ message_key: string }>(
    `select message_key from notifications where user_id = $1 and channels @> '{app,mail}' order by notification_id`,
    [user_id],
  )
  const always: readonly string[] = NOTIFICATION_KEYS.filter((key) => aboutOf(key).sends === 'always')
  return rows.map(({ message_key }) => message_key).filter((key) => always.includes(key))
}
