import { sql } from 'kysely'
import type { WritableCollection } from '../db/writable-collection.ts'

type ReferenceConflict = NonNullable<WritableCollection['referenceConflict']>

/**
 * 목록 belongs to 사업구간, 사업구간 to 담당자: what is chosen together goes together. Only what a write changes is judged: another manager takes a section over without its
 * addresses being wrong. Both stay as they are until the write is done.
 */
export const chosenTogether: ReferenceConflict = async (trx, { before, after }) => {
  const isChanged = (...keys: string[]) =>
    before === null || keys.some((key) => (before[key] ?? null) !== (after[key] ?? null))
  const [project, manager, title] = [after['project'], after['manager'], after['title']].map((id) => id ?? null)
  if (project === null) return undefined
  if (manager !== null && isChanged('project', 'manager')) {
    const { rows } = await sql<{ manager: string | null }>`
      select manager from project where id = ${project} for key share
    `.execute(trx)
    const owner = rows[0]?.manager ?? null
    if (owner !== null && owner !== manager)
      return { field: 'project', message: '사업구간: 선택한 담당자의 사업구간이 아닙니다. 다시 선택해 주세요.' }
  }
  if (title === null || !isChanged('project', 'title')) return undefined
  const { rows } = await sql<{ project: string | null }>`
    select project from title where id = ${title} for key share
  `.execute(trx)
  if ((rows[0]?.project ?? null) === project) return undefined
  return { field: 'title', message: '목록: 선택한 사업구간의 목록이 아닙니다. 다시 선택해 주세요.' }
}
