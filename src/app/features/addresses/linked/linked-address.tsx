import { ExternalLink, Link2Off } from 'lucide-react'
import { useState } from 'react'
import type { SourceRow } from '#contract/records/row-source.ts'
import { NotCopiedPanel } from '#app/records/held/not-copied-panel.tsx'
import { useCopiedCollections } from '#app/records/held/use-copied.ts'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Tabs } from '#app/ui/display/tabs.tsx'
import { AddressPart, addressParts, type AddressPartKey } from '../address-parts.tsx'
import { AddressChooser } from './address-chooser.tsx'
import type { LinkingBook } from './address-from-record.ts'
import { useLinking } from './use-linking.ts'

interface LinkedAddressProps {
  row: SourceRow
  collection: LinkingBook
  /** Undo history of the screen. */
  historyId: string
}

/**
 * The address of a case or unit with its four components. A record without one chooses or creates
 * it here.
 */
export function LinkedAddress(props: LinkedAddressProps) {
  const addressId = props.row.record['address_id']
  const isCopied = useCopiedCollections().has('addresses')
  if (!isCopied) return <NotCopiedPanel collection="addresses" isInPanel />
  return typeof addressId === 'string' ? <Address {...props} addressId={addressId} /> : <AddressChooser {...props} />
}

function Address({ row, collection, historyId, addressId }: LinkedAddressProps & { addressId: string }) {
  const [part, setPart] = useState<AddressPartKey>('immovable')
  const { unlink } = useLinking(collection, historyId)
  const confirm = useConfirm()
  const address = row.joined['address_id']
  const name = String(address?.['jibun'] ?? '부동산 주소')

  async function askAndUnlink() {
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
          onClick={() => void askAndUnlink()}
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
        <AddressPart key={`${addressId} ${part}`} part={part} target={{ wholeId: addressId, historyId }} />
      </Tabs>
    </div>
  )
}
