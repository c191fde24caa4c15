import { newId } from '#server/new-id.ts'
import type { SignedIn } from '../servers/build-test-app.ts'

/** Required fields of a deposit case. */
export const requiredFields = {
  business_section: '가온–솔빛 고속도로 제1공구',
  business_manager: '김가온 과장',
  owner_name: '박새론',
  address: '누리군 하늘면 별빛리 산 12-3',
  purpose: '소유권이전',
} as const

/** Creates a deposit case through the API; returns the row. */
export async function makeDepositCase(
  staff: SignedIn,
  fields: Record<string, unknown> = {},
): Promise<Record<string, unknown> & { id: string; version: number }> {
  const response = await staff.inject({
    method: 'POST',
    url: '/api/mysql/deposition/list/',
    payload: { id: newId(), ...requiredFields, ...fields },
  })
  if (response.statusCode !== 201) throw new Error(`deposit case was refused: ${response.body}`)
  return response.json()
}
