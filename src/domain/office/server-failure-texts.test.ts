import { expect, test } from 'vitest'
import { describeUnavailable } from './server-failure-texts.ts'

test.each([
  ['a full device', { storeFailure: 'full', trouble: { kind: 'no_answer' } }, '공간이 생기면 자동으로 내려받습니다.'],
  [
    'a device with a broken storage',
    { storeFailure: 'failing' },
    '자동으로 다시 시도합니다. 계속되면 브라우저를 다시 시작해 주세요.',
  ],
  ['a device without a network', { trouble: { kind: 'no_network' } }, '연결되면 자동으로 내려받습니다.'],
  ['an unknown reason', {}, '연결되면 자동으로 내려받습니다.'],
  [
    'a silent server',
    { trouble: { kind: 'no_answer' } },
    '서버가 응답하지 않습니다. 서버가 응답하면 자동으로 내려받습니다.',
  ],
] as const)('says of %s when data will arrive', (_name, state, hint) => {
  expect(describeUnavailable(state).hint).toBe(hint)
})
