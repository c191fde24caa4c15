import { describe, expect, test } from 'vitest'
import { afterSave, hasMore, previous, progressText, skip, type Batch } from './application-batch.ts'

const five = (index: number): Batch => ({ unitIds: ['a', 'b', 'c', 'd', 'e'], index })

describe('forms one after the other', () => {
  test('saving leads on and says where', () => {
    expect(afterSave(five(0))).toEqual({
      batch: five(1),
      said: { kind: 'info', text: '다음 신청서로 이동합니다. (2/5)' },
    })
    expect(progressText(five(1))).toBe('2 / 5')
  })

  test('after the last one the form closes', () => {
    expect(hasMore(five(4))).toBe(false)
    expect(afterSave(five(4))).toEqual({
      batch: null,
      said: { kind: 'success', text: '모든 신청서 작성이 완료되었습니다.' },
    })
  })

  test('skipping warns, and on the last one says so and closes', () => {
    expect(skip(five(2))).toEqual({
      batch: five(3),
      said: { kind: 'warning', text: '현재 신청서를 건너뜁니다. (4/5)' },
    })
    expect(skip(five(4))).toEqual({ batch: null, said: { kind: 'warning', text: '마지막 신청서입니다.' } })
  })

  test('back to the one before, and not before the first', () => {
    expect(previous(five(3))).toEqual({ batch: five(2), said: null })
    expect(previous(five(0))).toEqual({ batch: five(0), said: { kind: 'info', text: '첫 번째 신청서입니다.' } })
  })

  test('one alone closes with its own word', () => {
    expect(afterSave({ unitIds: ['a'], index: 0 })).toEqual({
      batch: null,
      said: { kind: 'success', text: '신청서가 작성되었습니다.' },
    })
  })
})
