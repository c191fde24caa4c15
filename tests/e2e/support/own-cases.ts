import { newId } from '#server/new-id.ts'
import { type Colleague, listCases, type ListedCase } from './colleague.ts'

/**
 * Creates entries for this test alone, directly on the server; owners are `<name>1`, `<name>2`, …
 */
export async function makeCases(colleague: Colleague, name: string, count = 1): Promise<ListedCase[]> {
  const { results } = await colleague.get<{ results: { id: string }[] }>('/api/mysql/realestate/group/list')
  const groupId = results[0]?.id
  for (let number = 1; number <= count; number += 1) {
    const fields = {
      id: newId(),
      group_id: groupId,
      owner: `${name}${number}`,
      fees: 100_000,
      fees_vat: 10_000,
      purpose: '소유권이전',
      created_at: '2026-11-20',
    }
    const { status } = await colleague.send('POST', '/api/mysql/realestate/list/', fields)
    if (status !== 201) throw new Error(`the case was refused with ${status}`)
  }
  return listOwnCases(colleague, name)
}

/**
 * These entries as currently stored on the server, in order of creation. Leaves out other tests'
 * entries that only contain the name.
 */
export async function listOwnCases(colleague: Colleague, name: string): Promise<ListedCase[]> {
  const found = await listCases(colleague, { search: name })
  return found.filter(({ owner }) => owner?.startsWith(name)).toSorted((a, b) => a.id.localeCompare(b.id))
}
