import { newId } from '#server/new-id.ts'
import type { SignedIn } from '../servers/build-test-app.ts'

/** Creates a card use through the API; returns the row. */
export async function makeCardUse(
  staff: SignedIn,
  fields: Record<string, unknown> = {},
): Promise<Record<string, unknown> & { id: string; version: number }> {
  const response = await staff.inject({
    method: 'POST',
    url: '/api/mysql/card/',
    payload: { id: newId(), created_at: '2026-11-20T03:10:00+00:00', store_name: '달빛국밥', pay: '9000', ...fields },
  })
  if (response.statusCode !== 201) throw new Error(`card use was refused: ${response.body}`)
  return response.json()
}
