import { IconPlus } from '@tabler/icons-react'
import { beforeEach, expect, test } from 'vitest'
import { byUse, type Command, matchCommands } from './commands.ts'
import { rememberCommand, usedCommands } from './palette-memory.ts'

beforeEach(() => window.localStorage.clear())

const commands = [
  { title: 'Mark all notifications as read' },
  { title: 'Notifications', also: 'app notifications' },
  { title: 'Account', hint: 'Settings', also: 'app setting account' },
]

test('every word must be found somewhere in it; titles that begin with it come first', () => {
  expect(matchCommands(commands, 'noti').map(({ title }) => title)).toEqual([
    'Notifications',
    'Mark all notifications as read',
  ])
  expect(matchCommands(commands, 'setting acc').map(({ title }) => title)).toEqual(['Account'])
  expect(matchCommands(commands, 'nothing such')).toEqual([])
  expect(matchCommands(commands, '')).toEqual(commands)
})

test('actions stand in the order of their use, and what was chosen last is kept with its way back', () => {
  const action = (id: string): Command => ({ id, group: 'actions', title: id, icon: IconPlus, run: () => undefined })
  const all = ['read', 'dark', 'keys'].map(action)
  for (const id of ['keys', 'dark', 'keys']) rememberCommand(action(id))
  rememberCommand({ id: 'product-1', title: 'Blue cup', href: '/app/products-import/editor/1', image: '/cup.png' })
  expect(byUse(all, usedCommands()).map(({ id }) => id)).toEqual(['keys', 'dark', 'read'])
  expect(usedCommands()[0]).toMatchObject({ title: 'Blue cup', href: '/app/products-import/editor/1', times: 1 })
})
