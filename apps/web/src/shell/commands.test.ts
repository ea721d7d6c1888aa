import { expect, test } from 'vitest'
import { matchCommands } from './commands.ts'

const commands = [
  { title: 'Mark all notifications as read' },
  { title: 'Notifications', hint: '/app/notifications' },
  { title: 'Account', hint: '/app/setting/account' },
]

test('every word must be found, in the title or the hint; titles that begin with it come first', () => {
  expect(matchCommands(commands, 'noti').map(({ title }) => title)).toEqual([
    'Notifications',
    'Mark all notifications as read',
  ])
  expect(matchCommands(commands, 'setting acc').map(({ title }) => title)).toEqual(['Account'])
  expect(matchCommands(commands, 'nothing such')).toEqual([])
  expect(matchCommands(commands, '')).toEqual(commands)
})
