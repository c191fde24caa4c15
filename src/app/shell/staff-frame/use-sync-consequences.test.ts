import { expect, test } from 'vitest'
import { formatCleared } from './use-sync-consequences.ts'

test('says what was kept and what was lost when the storage was cleared', () => {
  expect(formatCleared({ saved: 3, papersLost: 0 })).toBe(
    '전송을 기다리던 작업 3건은 이 기기에 다시 보관했습니다. 나머지 자료는 서버에서 자동으로 다시 받습니다.',
  )
  expect(formatCleared({ saved: 0, papersLost: 2 })).toBe(
    '전송을 기다리던 작업은 없었습니다. 전송하지 않은 사진·서류 2개는 지워졌으니 다시 추가해 주세요. 나머지 자료는 서버에서 자동으로 다시 받습니다.',
  )
})
