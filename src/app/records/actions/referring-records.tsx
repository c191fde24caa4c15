import { josa } from 'es-hangul'
import { bookOf, holdersOf, type CollectionName } from '#contract/books/collections.ts'
import { bookRules } from '#domain/books/books.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { ConfirmQuestion } from '#app/ui/overlays/confirm.tsx'

/** Records of one book that refer to a record. */
interface ReferringRecords {
  /** Name of such a record: 부서. */
  readonly label: string
  readonly names: readonly string[]
}

/**
 * Records on this device that refer to the record. While there are any, it can't be deleted. The
 * server decides; this is what the device already knows.
 */
export async function readReferences(
  copy: Pick<OfflineCopy, 'readAll'>,
  collection: CollectionName,
  id: string,
): Promise<readonly ReferringRecords[]> {
  const references: ReferringRecords[] = []
  for (const { from, key } of holdersOf(collection)) {
    const names: string[] = []
    const query = { filters: [{ op: 'equals' as const, field: key, value: id }], search: '', sort: byName }
    await copy.readAll(from, query, (rows) => {
      const existing = rows.filter(({ state }) => state !== 'deleted')
      names.push(...existing.map(({ record, joined }) => bookRules[from].captionOf(record, joined)))
    })
    if (names.length > 0) references.push({ label: bookOf(from).label, names })
  }
  return references
}

const byName = [{ field: 'name', direction: 'asc' as const }]

/** Replaces the delete question when the record is still in use. */
export function referencedNotice(noun: string, name: string, references: readonly ReferringRecords[]): ConfirmQuestion {
  return {
    title: `'${name}' ${josa(noun, '을/를')} 삭제할 수 없습니다`,
    message: (
      <>
        <p>{`${referencesText(references)}에서 사용하고 있습니다.`}</p>
        <p className="mt-2">{`먼저 그 자료를 삭제하거나 다른 ${josa(noun, '으로/로')} 옮겨 주세요.`}</p>
      </>
    ),
    cancelLabel: '확인',
  }
}

/** `부서 3건(총무부, 보상부, 용지부), 관리자 12건(김가온, 나누리, 도래솔 외 9건)`. */
export function referencesText(references: readonly ReferringRecords[]): string {
  return references
    .map(({ label, names }) => {
      const more = names.length - maxNamed
      const rest = more > 0 ? ` 외 ${more.toLocaleString('ko-KR')}건` : ''
      return `${label} ${names.length.toLocaleString('ko-KR')}건(${names.slice(0, maxNamed).join(', ')}${rest})`
    })
    .join(', ')
}

const maxNamed = 3
