import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { addressDescription } from '#contract/books/addresses.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { RecordFinder } from '#app/records/detail/find-record.tsx'
import { captionOfRow, recordBook } from '#app/records/record-book.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { allColumnsOf } from '#app/ui/data-table/columns/table-columns.ts'
import type { LinkingBook } from './address-from-record.ts'
import { useLinking } from './use-linking.ts'

interface AddressChooserProps {
  row: SourceRow
  collection: LinkingBook
  historyId: string
}

const book = recordBook('addresses')
const columns = allColumnsOf(addressDescription)
const query = { filters: [], search: '', sort: [...addressDescription.order] }

/**
 * Chooses an existing address, offering the one with the same 고유번호 first, or creates one from the
 * record's data.
 */
export function AddressChooser({ row, collection, historyId }: AddressChooserProps) {
  const copy = useOfflineCopy()
  const { link, linkNew } = useLinking(collection, historyId)
  const loaded = useAddressOfNumber(copy, row.record['immovable_num'])
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-2">연결된 부동산 주소가 없습니다. 주소를 찾아 연결하거나 새로 등록해 주세요.</p>
      {loaded ? (
        <div className="flex flex-wrap items-center gap-2 rounded-control bg-info-wash px-2.5 py-1.5">
          <span>고유번호가 같은 주소: {captionOfRow(book, loaded)}</span>
          <Button size="sm" tone="primary" onClick={() => void link(row, loaded.id)}>
            이 주소에 연결
          </Button>
        </div>
      ) : null}
      <RecordFinder searched={{ copy, book, columns, query }} onChoose={(found) => void link(row, found.id)} />
      <div>
        <Button size="sm" icon={<Plus size={14} strokeWidth={1.5} aria-hidden />} onClick={() => void linkNew(row)}>
          새 주소로 등록
        </Button>
      </div>
    </div>
  )
}

/** The address with this 고유번호 in the offline copy. */
function useAddressOfNumber(copy: OfflineCopy, num: unknown): SourceRow | null {
  const [loaded, setLoaded] = useState<{ num: unknown; row: SourceRow } | null>(null)
  useEffect(() => {
    if (typeof num !== 'string' || num === '') return undefined
    let isUnmounted = false
    const byNumber = { filters: [{ op: 'equals' as const, field: 'num', value: num }], search: '', sort: [] }
    void copy.readAll('addresses', byNumber, ([row]) => {
      if (!isUnmounted && row && row.state !== 'deleted') setLoaded({ num, row })
    })
    return () => {
      isUnmounted = true
    }
  }, [copy, num])
  return loaded !== null && loaded.num === num ? loaded.row : null
}
