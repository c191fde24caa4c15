import { useId, type ReactNode } from 'react'
import type { Extract, RegisteredEntry } from '#contract/addresses/extract.ts'
import { formatDay } from '#domain/office-date.ts'
import { formatWon } from '#domain/won.ts'

/** An extract as its paper has it: 표제부, 갑구, 을구. Struck entries stay readable and say what they are. */
export function ExtractView({ extract }: { extract: Extract }) {
  const { description, num, kind, ownership, rights } = extract
  const facts = [
    ['고유번호', num],
    ['구분', kinds[kind]],
    ['소재지번', description.address],
    ['지목', description.land_kind],
    [
      '면적',
      description.area === null ? '' : `${description.area.toLocaleString('ko-KR', { maximumFractionDigits: 4 })}㎡`,
    ],
  ].filter(([, text]) => text !== '')
  return (
    <>
      <Part title="표제부" note="부동산의 표시">
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
          {facts.map(([label, text]) => (
            <div key={label} className="contents">
              <dt className="text-ink-3">{label}</dt>
              <dd className="tabular break-words">{text}</dd>
            </div>
          ))}
        </dl>
        {description.details.length > 0 ? (
          <ul className="mt-1 text-ink-2">
            {description.details.map((line, at) => (
              <li key={at}>{line}</li>
            ))}
          </ul>
        ) : null}
      </Part>
      <Part title="갑구" note="소유권에 관한 사항">
        <Entries entries={ownership} label="갑구" />
      </Part>
      <Part title="을구" note="소유권 이외의 권리에 관한 사항">
        <Entries entries={rights} label="을구" />
      </Part>
    </>
  )
}

const kinds = { collective_building: '집합건물', land: '토지', building: '건물' }

function Part({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="mb-1 border-b pb-1 font-semibold">
        {title} <span className="text-label font-normal text-ink-3">{note}</span>
      </h3>
      {children}
    </section>
  )
}

function Entries({ entries, label }: { entries: readonly RegisteredEntry[]; label: string }) {
  if (entries.length === 0) return <p className="text-ink-2">기록사항 없음</p>
  return (
    // A table is wider than a panel: it scrolls by itself, by keys too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Scrolls.
    <div className="overflow-x-auto" role="region" aria-label={`${label} 표`} tabIndex={0}>
      <table className="w-full min-w-120 border-collapse text-left align-top">
        <thead className="text-label text-ink-3">
          <tr>
            {['순위', '등기목적', '접수', '등기원인', '권리자 및 기타사항'].map((head) => (
              <th key={head} scope="col" className="py-1 pr-3 font-normal">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, at) => (
            <Entry key={at} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Entry({ entry }: { entry: RegisteredEntry }) {
  const struck = entry.is_cancelled ? 'text-ink-3 line-through' : ''
  const cell = `py-1.5 pr-3 align-top ${struck}`
  return (
    <tr className="border-t">
      <td className={`${cell} tabular`}>{entry.rank}</td>
      <td className={cell}>
        {entry.purpose}
        {entry.is_cancelled ? <span className="sr-only"> (말소됨)</span> : null}
      </td>
      <td className={`${cell} tabular whitespace-nowrap`}>
        {formatDay(entry.received_at)}
        <br />
        {entry.receipt_num}
      </td>
      <td className={cell}>{entry.cause}</td>
      <td className={cell}>
        {entry.claim_amount === null ? null : (
          <div className="tabular">채권최고액 {formatWon(entry.claim_amount)}원</div>
        )}
        {entry.parties.map(({ name, num_masked, address, share }, at) => (
          <div key={at}>
            {[share, name, num_masked].filter((word) => word !== '').join(' ')}
            {address === '' ? null : <div className="text-label text-ink-3">{address}</div>}
          </div>
        ))}
      </td>
    </tr>
  )
}
