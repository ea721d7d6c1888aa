import { expect, test } from 'vitest'
import { sign } from './iop-sign.ts'

const common = { sign_method: 'sha256', timestamp: '1517820392000' }

test('the two examples that the platform publishes', () => {
  expect(
    sign('helloworld', '/order/get', { ...common, access_token: 'test', app_key: '123456', order_id: '1234' }),
  ).toBe('4190D32361CFB9581350222F345CB77F3B19F0E31D162316848A2C1FFD5FAB4A')
  expect(
    sign('helloworld', '/auth/token/create', {
      ...common,
      app_key: '12345678',
      code: '3_500102_JxZ05Ux3cnnSSUm6dCxYg6Q26',
    }),
  ).toBe('35607762342831B6A417A0DED84B79C05FEFBF116969C48AD6DC00279A9F4D81')
})

test('the order of the parameters and a signature among them do not matter; capital letters come first', () => {
  const signed = sign('s', '', { keyWord: 'a', key_word: 'b' })
  expect(sign('s', '', { key_word: 'b', keyWord: 'a', sign: 'anything' })).toBe(signed)
  expect(sign('s', '', { keyWordakey_wordb: '' })).toBe(signed)
})
