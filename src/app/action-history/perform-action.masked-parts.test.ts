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
  const changes = { owner: { old: record['owner'] ?? null, new: '김가온' } }
  const edits: Edit[] = [
    { kind: 'update', collection: 'real-estate', id, baseVersion, changes },
    { kind: 'delete', collection: 'real-estate', id, baseVersion },
  ]
  const noted: Promise<readonly ActionChange[]>[] = []
  const heads: unknown[] = []
  const history = {
    recordAction(head: unknown, recorded: Promise<readonly ActionChange[]>) {
      heads.push(head)
      noted.push(recorded)
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
  const parts = (await Promise.all(noted)).flat()
  expect(heads).toMatchObject([{ label: '변경 (김가온 900101-1******)' }])
  expect(JSON.stringify(parts)).not.toContain('1234567')
  expect(parts).toMatchObject([
    { caption: '김가온 900101-1******', changes: { owner: { old: '김가온 900101-1******', new: '김가온' } } },
    { fields: { owner: '김가온 900101-1******' } },
  ])
})
