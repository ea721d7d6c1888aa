import { CODES } from '@omni/contracts/codes.ts'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { expect, test } from 'vitest'
import { pressedControl } from './beside.ts'
import { reactToReply } from './react-to-reply.ts'

const limited = { status: CODES.rate_limited.status, success: false, message: 'Too many at once.', data: null } as const

test('a rate limit is said beside what was pressed, until something else is pressed', () => {
  document.body.innerHTML = '<button><span>Save</span></button>'
  document.querySelector('span')?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  const control = pressedControl()
  expect(control).toBe(document.querySelector('button'))
  reactToReply(limited, settingsCalls.updateSettings, { control })
  expect(document.querySelector('[role="alert"]')?.textContent).toBe('Too many at once.')
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  expect(document.querySelector('[role="alert"]')).toBeNull()
})
