import type { MasterCollection } from '#contract/master-data.ts'
import type { AnyRecord } from '#contract/records/field.ts'
import { nameOf } from './belonging-names.ts'
import type { MasterLists } from './master-lists.ts'

/** Records of one list that point at a record. */
export interface PointingRecords {
  /** How such a record is called: 부서. */
  readonly label: string
  readonly names: readonly string[]
}

/** Who points at whom: a record that is pointed at cannot be deleted. The server decides; this is what the device already knows. */
const pointers: Record<MasterCollection, readonly { collection: MasterCollection; key: string; label: string }[]> = {
  companies: [
    { collection: 'departments', key: 'company', label: '부서' },
    { collection: 'managers', key: 'company', label: '관리자' },
  ],
  departments: [{ collection: 'managers', key: 'department', label: '관리자' }],
  managers: [{ collection: 'projects', key: 'manager', label: '사업구간' }],
  projects: [{ collection: 'titles', key: 'project', label: '목록' }],
  titles: [],
}

/** What on this device points at the record; empty when nothing does. */
export function pointingAt(
  { id }: Pick<AnyRecord, 'id'>,
  collection: MasterCollection,
  lists: MasterLists,
): readonly PointingRecords[] {
  return pointers[collection]
    .map(({ collection: other, key, label }) => ({
      label,
      names: lists[other].filter((record) => record[key] === id).map(nameOf),
    }))
    .filter(({ names }) => names.length > 0)
}

/** `부서 3건(총무부, 보상부, 용지부), 관리자 12건(김가온, 나누리, 도래솔 외 9건)`. */
export function pointingText(pointing: readonly PointingRecords[]): string {
  return pointing
    .map(({ label, names }) => {
      const more = names.length - mostNamed
      const rest = more > 0 ? ` 외 ${more.toLocaleString('ko-KR')}건` : ''
      return `${label} ${names.length.toLocaleString('ko-KR')}건(${names.slice(0, mostNamed).join(', ')}${rest})`
    })
    .join(', ')
}

const mostNamed = 3
