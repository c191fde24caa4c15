import { isMasterCollection, type MasterCollection } from '#contract/master-data.ts'
import { bookOf, pointersAt } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { nameOf } from './belonging-names.ts'
import type { MasterLists } from './master-lists.ts'

/** Records of one list that point at a record. */
export interface PointingRecords {
  /** How such a record is called: 부서. */
  readonly label: string
  readonly names: readonly string[]
}

/** What on this device points at the record: while something does, it cannot be deleted. The server decides; this is what the device already knows. */
export function pointingAt(
  { id }: Pick<AnyRecord, 'id'>,
  collection: MasterCollection,
  lists: MasterLists,
): readonly PointingRecords[] {
  return pointersAt(collection)
    .map(({ from, key }) => ({
      label: bookOf(from).label,
      names: (isMasterCollection(from) ? lists[from] : []).filter((record) => record[key] === id).map(nameOf),
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
