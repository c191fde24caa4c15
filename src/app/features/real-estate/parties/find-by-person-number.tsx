import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import { useOfflineCopy, useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { PersonNumberField } from '#app/records/person-numbers/person-number-field.tsx'
import { usePersonNumberReason } from '#app/records/person-numbers/reveal-person-number.tsx'
import { useServerAction } from '#app/session/server-action.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { findByPersonNumberPath, foundByPersonNumberSchema } from '#contract/person-numbers/reveal-number.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { PartyKind } from '#domain/text/person-number.ts'
import { partyKinds } from './party-draft.ts'

/**
 * 번호로 찾기: finds the units of the party with exactly this number. The number is encrypted as it is
 * typed, so that neither the URL nor the browser history contains it; the search is logged.
 */
export function FindByPersonNumber() {
  const [isOpen, setIsOpen] = useState(false)
  const { connection } = useSyncStatus()
  const offline = connection === 'offline' ? '인터넷에 연결되어 있어야 번호로 찾을 수 있습니다.' : undefined
  return (
    <div>
      <Button
        size="sm"
        icon={<Search size={14} strokeWidth={1.5} aria-hidden />}
        disabledReason={offline}
        onClick={() => setIsOpen(true)}
      >
        번호로 찾기
      </Button>
      {isOpen ? <FindDialog onClose={() => setIsOpen(false)} /> : null}
    </div>
  )
}

function FindDialog({ onClose }: { onClose(): void }) {
  const copy = useOfflineCopy()
  const resultId = useId()
  const [kind, setKind] = useState<PartyKind>('person')
  const [masked, setMasked] = useState<string | null>(null)
  const [foundUnits, setFoundUnits] = useState<readonly SourceRow[] | null>(null)
  const [error, setError] = useState<string>()
  const reasonChoice = usePersonNumberReason()
  const { isBusy, run } = useServerAction({
    send: (api, json: { number: string; reason: string }) => api.post(findByPersonNumberPath, { json }).json(),
    parse: foundByPersonNumberSchema.parse,
    onRefusal: ({ message }) => setError(message),
    onDone: ({ unit_ids }) => void showUnits(unit_ids),
  })

  function findUnits(number: string) {
    setFoundUnits(null)
    setError(undefined)
    const reason = reasonChoice.read()
    if (reason !== null) void run({ number, reason })
  }

  async function showUnits(ids: readonly string[]) {
    const rows = await Promise.all(ids.map((id) => copy.getRow('real-estate-units', id)))
    setFoundUnits(rows.filter((row) => row !== null))
  }

  return (
    <Dialog open width="narrow" title="번호로 찾기" onClose={onClose}>
      <div className="mt-3 flex flex-col gap-3">
        {reasonChoice.fields}
        <Select<PartyKind> label="구분" value={kind} choices={partyKinds} onValue={setKind} />
        <PersonNumberField
          key={kind}
          kind={kind}
          masked={masked}
          error={error}
          onNumber={({ sealed, masked: maskedNumber }) => {
            setMasked(maskedNumber)
            if (typeof sealed === 'string') findUnits(sealed)
          }}
        />
        <div id={resultId} role="status">
          {isBusy ? <p className="text-ink-2">찾고 있습니다...</p> : null}
          {foundUnits?.length === 0 ? <p className="text-ink-2">이 번호를 가진 세대가 없습니다.</p> : null}
          {foundUnits && foundUnits.length > 0 ? (
            <ul className="flex flex-col gap-1">
              {foundUnits.map((row) => (
                <li key={row.id}>
                  <a
                    className="inline-flex items-center text-primary underline coarse:min-h-11"
                    href={`/popup/real-estate-units/${row.id}`}
                    target="_blank"
                    rel="noreferrer"
                  >
                    {formatUnitCaption(row)}
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      </div>
    </Dialog>
  )
}

function formatUnitCaption({ record, joined }: SourceRow): string {
  return [joined['group_id']?.['name'], record['dongho'], record['owner']].filter(Boolean).join(' ')
}
