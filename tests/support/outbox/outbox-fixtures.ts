import type { FieldValue } from '#contract/books/field.ts'
import type { Tokens, UserInfo } from '#contract/session/session.ts'
import type { Edit } from '#mirror/offline-copy.ts'
import { enqueueEdits } from '#mirror/outbox/entries/enqueue-edits.ts'
import type { Outbox } from '#mirror/outbox/open-outbox.ts'
import { createEntry, type StoredEntry } from '#mirror/outbox/stored-entry.ts'

export const testUserId = '0193a000-0000-7000-8000-00000000aaaa'

export function makeUserInfo(id: string = testUserId): UserInfo {
  return {
    id,
    nickname: '직원',
    kakao_profile_img: null,
    kakao_thumbnail_img: null,
    kakao_phone_number: null,
    email: null,
    username: 'staff',
    first_name: '',
    last_name: '',
    last_login: null,
    is_staff: true,
    is_superuser: false,
    is_active: true,
  }
}

export function makeTokens(overrides: Partial<Tokens> = {}): Tokens {
  return {
    access_token: 'access-1',
    refresh_token: 'refresh-1',
    expires_in: 3600,
    user_info: makeUserInfo(),
    ...overrides,
  }
}

/** The n-th record id. */
export function makeRecordId(n: number): string {
  return `0193b000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
}

/** An update of a case-book entry from `old` to `new` values. */
export function makeUpdateEdit(
  id: string,
  changes: Record<string, [old: FieldValue, next: FieldValue]>,
  baseVersion = 1,
): Edit {
  return {
    kind: 'update',
    collection: 'real-estate',
    id,
    baseVersion,
    changes: Object.fromEntries(Object.entries(changes).map(([key, [old, next]]) => [key, { old, new: next }])),
  }
}

/** An outbox entry as stored: a queued update of record 1, overridden by `overrides`. */
export function makeStoredEntry(overrides: Partial<StoredEntry> = {}): StoredEntry {
  const about = { kind: 'update', collection: 'real-estate', recordId: makeRecordId(1) } as const
  const entry = createEntry({
    opId: '0193c000-0000-7000-8000-000000000001',
    ...about,
    baseVersion: 1,
    changes: { owner: { old: '가상인', new: '나상인' } },
    userId: testUserId,
    createdAt: Date.parse('2026-11-20T09:00:00+09:00'),
  })
  return { ...entry, seq: 1, ...overrides }
}

/** Enqueues one edit as an action. */
export async function enqueueEdit(outbox: Outbox, edit: Edit): Promise<{ opId: string }> {
  const [opId = ''] = await enqueueEdits(outbox, [edit])
  return { opId }
}
