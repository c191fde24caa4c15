import { newId } from '#server/new-id.ts'
import { writableRealEstateBook } from '#server/real-estate/writable-books.ts'
import { createWritableBook } from '#server/writes/writable-book.ts'
import type { SignedIn } from '../servers/build-test-app.ts'

/** The case book and its groups. */
export const realEstateBooks = [writableRealEstateBook, createWritableBook('real-estate-groups')]

/** Creates a group through the API; returns its id. */
export async function makeGroup(staff: SignedIn, fields: Record<string, unknown> = {}): Promise<string> {
  const id = newId()
  const response = await staff.inject({
    method: 'POST',
    url: '/api/mysql/realestate/group/',
    payload: { id, name: '가온–솔빛 고속도로 제1공구', ...fields },
  })
  if (response.statusCode !== 201) throw new Error(`group was refused: ${response.body}`)
  return id
}

/** Creates a case-book entry through the API; returns the row. */
export async function makeCase(
  staff: SignedIn,
  groupId: string,
  fields: Record<string, unknown> = {},
): Promise<Record<string, unknown> & { id: string; version: number }> {
  const response = await staff.inject({
    method: 'POST',
    url: '/api/mysql/realestate/list/',
    payload: { id: newId(), group_id: groupId, owner: '김가온', ...fields },
  })
  if (response.statusCode !== 201) throw new Error(`case was refused: ${response.body}`)
  return response.json()
}
