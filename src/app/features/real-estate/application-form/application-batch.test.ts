import { describe, expect, test } from 'vitest'
import {
  advanceAfterSave,
  advanceAfterSkip,
  type ApplicationBatch,
  formatProgress,
  hasMore,
  stepBack,
} from './application-batch.ts'

const makeBatch = (index: number): ApplicationBatch => ({ unitIds: ['a', 'b', 'c', 'd', 'e'], index })

describe('a batch of forms', () => {
  test('moves on to the next form after a save, with a message', () => {
    expect(advanceAfterSave(makeBatch(0))).toEqual({
      batch: makeBatch(1),
      message: { kind: 'info', text: '다음 신청서로 이동합니다. (2/5)' },
    })
    expect(formatProgress(makeBatch(1))).toBe('2 / 5')
  })

  test('closes after the last form', () => {
    expect(hasMore(makeBatch(4))).toBe(false)
    expect(advanceAfterSave(makeBatch(4))).toEqual({
      batch: null,
      message: { kind: 'success', text: '모든 신청서 작성이 완료되었습니다.' },
    })
  })

  test('warns when a form is skipped, and closes after the last one', () => {
    expect(advanceAfterSkip(makeBatch(2))).toEqual({
      batch: makeBatch(3),
      message: { kind: 'warning', text: '현재 신청서를 건너뜁니다. (4/5)' },
    })
    expect(advanceAfterSkip(makeBatch(4))).toEqual({
      batch: null,
      message: { kind: 'warning', text: '마지막 신청서입니다.' },
    })
  })

  test('goes back to the previous form, but not before the first', () => {
    expect(stepBack(makeBatch(3))).toEqual({ batch: makeBatch(2), message: null })
    expect(stepBack(makeBatch(0))).toEqual({
      batch: makeBatch(0),
      message: { kind: 'info', text: '첫 번째 신청서입니다.' },
    })
  })

  test('closes a single form with its own message', () => {
    expect(advanceAfterSave({ unitIds: ['a'], index: 0 })).toEqual({
      batch: null,
      message: { kind: 'success', text: '신청서가 작성되었습니다.' },
    })
  })
})
