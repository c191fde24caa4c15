import { describe, expect, test, vi } from 'vitest'
import type { AnyRecord } from '#contract/records/field.ts'
import { arrayRowSource, plainRow } from './array-row-source.ts'
import type { EditAct, EditOutcome } from './data-table-props.ts'
import { pendingCells } from './pending-cells.ts'
import { createSignals } from './signals.ts'

const record: AnyRecord = { id: 'a', version: 1, inserted_at: '', updated_at: '', owner: '홍길동' }

function bench() {
  const source = arrayRowSource([plainRow(record)])
  const pending = pendingCells(createSignals(), () => source)
  const row = plainRow(record)
  const act: EditAct = { kind: 'cell', changes: [{ row, key: 'owner', old: '홍길동', new: '김온결' }] }
  return { source, pending, act }
}

describe('values between the keyboard and the source', () => {
  test('an edit shows at once and goes when the source shows it', async () => {
    const { source, pending, act } = bench()
    let keep: (outcome: EditOutcome) => void = () => {}
    const sent = pending.send(act, () => new Promise((resolve) => (keep = resolve)))
    expect(pending.of('a')).toEqual({ owner: { value: '김온결', text: null, error: null } })
    keep()
    await sent
    expect(pending.of('a')['owner']?.value).toBe('김온결')
    source.replaceRow(plainRow({ ...record, owner: '김온결' }))
    expect(pending.of('a')).toEqual({})
  })

  test('an edit that could not be kept stays with the reason', async () => {
    const { pending, act } = bench()
    await pending.send(act, () => ({ message: '저장 공간이 부족합니다.' }))
    expect(pending.of('a')['owner']).toEqual({ value: '김온결', text: null, error: '저장 공간이 부족합니다.' })
  })

  test('a screen that throws loses nothing, and the bug is reported', async () => {
    const { pending, act } = bench()
    const heard = vi.fn<(error: unknown) => void>()
    vi.stubGlobal('reportError', heard)
    await pending.send(act, () => Promise.reject(new Error('bug')))
    vi.unstubAllGlobals()
    expect(heard).toHaveBeenCalledOnce()
    expect(pending.of('a')['owner']?.value).toBe('김온결')
    expect(pending.of('a')['owner']?.error).not.toBeNull()
  })

  test('a later edit of the same cell is not taken away by the answer to the earlier one', async () => {
    const { pending, act } = bench()
    let keep: (outcome: EditOutcome) => void = () => {}
    const first = pending.send(act, () => new Promise((resolve) => (keep = resolve)))
    const again: EditAct = { ...act, changes: act.changes.map((change) => ({ ...change, new: '이도담' })) }
    void pending.send(again, () => new Promise(() => {}))
    keep({ message: '거절' })
    await first
    expect(pending.of('a')['owner']).toEqual({ value: '이도담', text: null, error: null })
  })
})
