import { expect, test } from 'vitest'
import type { AnyRecord } from '#contract/books/field.ts'
import type { Edit, OfflineCopy } from '#mirror/offline-copy.ts'
import { makeCase } from '#tests/support/books/mirror-fixtures.ts'
import type { ActionHistory } from './action-history.ts'
import type { ActionChange } from './action.ts'
import { performAction } from './perform-action.ts'

test('masks a resident number that an old record holds before it enters the history', async () => {
  const record = { ...makeCase(0, { owner: null }), owner: '김가온 900101-1234567' } as AnyRecord
  const { id, version: baseVersion } = record
  const fieldChanges = { owner: { old: record['owner'] ?? null, new: '김가온' } }
  const edits: Edit[] = [
    { kind: 'update', collection: 'real-estate', id, baseVersion, changes: fieldChanges },
    { kind: 'delete', collection: 'real-estate', id, baseVersion },
  ]
  const savedChanges: Promise<readonly ActionChange[]>[] = []
  const actions: unknown[] = []
  const history = {
    addAction(action: unknown, changes: Promise<readonly ActionChange[]>) {
      actions.push(action)
      savedChanges.push(changes)
    },
  }
  const copy = { enqueue: () => Promise.resolve([]) }
  await performAction(
    { copy: copy as unknown as OfflineCopy, history: history as unknown as ActionHistory },
    {
      label: '변경 (김가온 900101-1234567)',
      edits: edits.map((edit) => ({ edit, record, caption: '김가온 900101-1234567' })),
    },
  )
  const changes = (await Promise.all(savedChanges)).flat()
  expect(actions).toMatchObject([{ label: '변경 (김가온 900101-1******)' }])
  expect(JSON.stringify(changes)).not.toContain('1234567')
  expect(changes).toMatchObject([
    { caption: '김가온 900101-1******', changes: { owner: { old: '김가온 900101-1******', new: '김가온' } } },
    { fields: { owner: '김가온 900101-1******' } },
  ])
})
