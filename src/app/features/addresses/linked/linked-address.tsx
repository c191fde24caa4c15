import { ExternalLink, Link2Off, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type ActionEdit, performAction } from '#app/action-history/perform-action.ts'
import { useActionHistory } from '#app/action-history/use-action-history.ts'
import { useHistoryCommands } from '#app/action-history/use-history-commands.ts'
import { bookToast, formatWaitingNote } from '#app/records/actions/outcome-texts.ts'
import { RecordFinder } from '#app/records/detail/find-record.tsx'
import { useCompleteLists } from '#app/records/offline-copy/use-complete-lists.ts'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { getRecordBook, getRowCaption } from '#app/records/record-book.ts'
import { buildUpdate } from '#app/records/record-edits.ts'
import { NotCopiedPanel } from '#app/records/synced-books/not-copied-panel.tsx'
import { useSyncedCollections } from '#app/records/synced-books/use-synced-books.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { buildAllColumns } from '#app/ui/data-table/columns/table-columns.ts'
import { Tabs } from '#app/ui/display/tabs.tsx'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { addressBook } from '#contract/books/addresses.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { AddressPart, type AddressPartKey, addressParts } from '../address-parts.tsx'
import { buildNewAddress, type LinkingBook } from './new-address.ts'

interface LinkedAddressProps {
  row: SourceRow
  collection: LinkingBook
  /** Undo history of the screen. */
  historyId: string
}

/**
 * The address of a case or unit with its four parts. A record without one chooses or creates
 * it here.
 */
export function LinkedAddress(props: LinkedAddressProps) {
  const addressId = props.row.record['address_id']
  const isCopied = useSyncedCollections().has('addresses')
  if (!isCopied) return <NotCopiedPanel collection="addresses" isInPanel />
  return typeof addressId === 'string' ? <Address {...props} addressId={addressId} /> : <AddressChooser {...props} />
}

function Address({ row, collection, historyId, addressId }: LinkedAddressProps & { addressId: string }) {
  const [part, setPart] = useState<AddressPartKey>('immovable')
  const { unlink } = useLinkAddress(collection, historyId)
  const confirm = useConfirm()
  const address = row.joined['address_id']
  const name = String(address?.['jibun'] ?? '부동산 주소')

  async function confirmAndUnlink() {
    const title = `'${name}' 주소와의 연결을 해제하시겠습니까?`
    const message = '주소의 등기부·소유자·건물·토지 기록은 그대로 남습니다.'
    if (await confirm({ title, message, confirmLabel: '연결 해제' })) await unlink(row)
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <a
          href={`/popup/addresses/${addressId}`}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-7 items-center gap-1 font-semibold text-primary underline coarse:min-h-11"
        >
          {name}
          <ExternalLink size={14} strokeWidth={1.5} aria-label="새 창에서 열기" />
        </a>
        {address?.['num'] ? <span className="tabular text-ink-2">{String(address['num'])}</span> : null}
        <Button
          size="sm"
          tone="transparent"
          icon={<Link2Off size={14} strokeWidth={1.5} aria-hidden />}
          onClick={() => void confirmAndUnlink()}
        >
          연결 해제
        </Button>
      </div>
      <Tabs<AddressPartKey>
        variant="underline"
        label="부동산 주소의 구성"
        value={part}
        tabs={addressParts}
        onValue={setPart}
      >
        <AddressPart key={`${addressId} ${part}`} part={part} target={{ parentId: addressId, historyId }} />
      </Tabs>
    </div>
  )
}

interface AddressChooserProps {
  row: SourceRow
  collection: LinkingBook
  historyId: string
}

const addressRecordBook = getRecordBook('addresses')
const columns = buildAllColumns(addressBook)
const query = { filters: [], search: '', sort: [...addressBook.order] }

/**
 * Chooses an existing address, offering the one with the same 고유번호 first, or creates one from the
 * record's data.
 */
function AddressChooser({ row, collection, historyId }: AddressChooserProps) {
  const copy = useOfflineCopy()
  const { link, linkNew } = useLinkAddress(collection, historyId)
  const addressWithSameNumber = useAddressByNumber(copy, row.record['immovable_num'])
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-2">연결된 부동산 주소가 없습니다. 주소를 찾아 연결하거나 새로 등록해 주세요.</p>
      {addressWithSameNumber ? (
        <div className="flex flex-wrap items-center gap-2 rounded-control bg-info-wash px-2.5 py-1.5">
          <span>고유번호가 같은 주소: {getRowCaption(addressRecordBook, addressWithSameNumber)}</span>
          <Button size="sm" tone="primary" onClick={() => void link(row, addressWithSameNumber.id)}>
            이 주소에 연결
          </Button>
        </div>
      ) : null}
      <RecordFinder
        searched={{ copy, book: addressRecordBook, columns, query }}
        onChoose={(address) => void link(row, address.id)}
      />
      <div>
        <Button size="sm" icon={<Plus size={14} strokeWidth={1.5} aria-hidden />} onClick={() => void linkNew(row)}>
          새 주소로 등록
        </Button>
      </div>
    </div>
  )
}

/** The address with this 고유번호 in the offline copy. */
function useAddressByNumber(copy: OfflineCopy, num: unknown): SourceRow | null {
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

const masterLists = ['projects'] as const

/**
 * Links a case or unit to an address, or to a new one made from its own data, as one undoable
 * action. `historyId`: the screen's undo history.
 */
function useLinkAddress(collection: LinkingBook, historyId: string) {
  const copy = useOfflineCopy()
  const toast = useToast()
  const history = useActionHistory(copy, historyId)
  const { undoIfNewest } = useHistoryCommands({ history, source: null, collection, toast })
  const { projects } = useCompleteLists(copy, masterLists)

  async function perform(label: string, result: LinkResult, doneText: string) {
    if ('refusal' in result) return toast.error(result.refusal, bookToast)
    const { actionId, failure } = await performAction({ copy, history }, { label, edits: result.edits })
    if (failure !== null) return toast.error(failure, bookToast)
    toast.success(doneText + formatWaitingNote(copy.getStatus().connection === 'online'), {
      action: { label: '되돌리기', onSelect: () => undoIfNewest(actionId) },
    })
  }

  return {
    link: (row: SourceRow, addressId: string) =>
      perform('부동산 주소 연결', buildLinkEdit(collection, row, addressId), '부동산 주소에 연결했습니다.'),
    unlink: (row: SourceRow) =>
      perform('부동산 주소 연결 해제', buildLinkEdit(collection, row, null), '부동산 주소와의 연결을 해제했습니다.'),
    linkNew: (row: SourceRow) =>
      perform('부동산 주소 추가', linkToNewAddress({ collection, projects }, row), '부동산 주소를 추가했습니다.'),
  }
}

type LinkResult = { readonly edits: readonly ActionEdit[] } | { readonly refusal: string }

function buildLinkEdit(collection: LinkingBook, row: SourceRow, address_id: FieldValue): LinkResult {
  const book = getRecordBook(collection)
  const result = buildUpdate(book, row, { address_id })
  if ('refusal' in result) return { refusal: result.refusal }
  return { edits: [{ edit: result.edit, record: row.record, caption: getRowCaption(book, row) }] }
}

function linkToNewAddress(
  { collection, projects }: { collection: LinkingBook; projects: readonly AnyRecord[] },
  row: SourceRow,
): LinkResult {
  const result = buildNewAddress({ collection, projects }, row)
  if ('refusal' in result) return result
  const link = buildLinkEdit(collection, row, result.id)
  return 'refusal' in link ? link : { edits: [...result.edits, ...link.edits] }
}
